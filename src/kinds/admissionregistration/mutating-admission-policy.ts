/**
 * admissionregistration.k8s.io MutatingAdmissionPolicy: expressions that change what is requested.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { apiType, list, type Static, struct, text } from "../../schema/fields.ts";
import {
  type CompiledExpression,
  checkMatchConditions,
  checkVariables,
  ExpressionCompiler,
  isWritten,
} from "./admission-expression.ts";
import { admissionExpressionRules } from "./admission-expression-rules.ts";
import { admissionGroup, admissionMetaRules } from "./admission-group.ts";
import { policyColumns } from "./columns.ts";
import { applyMatchResourcesDefaults, mutatingOperationsRule } from "./match-resources.ts";
import { constraintsOf, keepsMatchConditions, matchedBy, policyFields, policySpecRules } from "./policy.ts";

const expression = (description: string) =>
  text({ "x-proto": 1, "x-required": true, "x-always": false, "x-form": "cel", description });

const mutation = struct({
  patchType: text({
    "x-proto": 2,
    "x-required": true,
    enum: ["ApplyConfiguration", "JSONPatch"],
    description: "Which of the two below changes the object.",
  }),
  applyConfiguration: struct(
    { expression: expression("CEL that yields `Object{...}`, the fields to set as server-side apply does.") },
    { "x-proto": 3, "x-pointer": true, description: "Changes the object as server-side apply does." },
  ),
  jsonPatch: struct(
    { expression: expression("CEL that yields a list of `JSONPatch{op: ..., path: ..., value: ...}`.") },
    { "x-proto": 4, "x-pointer": true, description: "Changes the object with RFC 6902 operations." },
  ),
});
type Mutation = Static<typeof mutation>;

const spec = struct(
  {
    ...policyFields({ failurePolicy: 5, variables: 3, variablesAreMap: false }),
    mutations: list(mutation, {
      "x-proto": 4,
      "x-required": true,
      "x-always": false,
      "x-list-type": "atomic",
      description: "Changes, made in this order.",
    }),
    reinvocationPolicy: text({
      "x-proto": 7,
      "x-required": true,
      "x-always": false,
      enum: ["Never", "IfNeeded"],
      description: "Whether the policy is evaluated again when a later one changes the object.",
    }),
  },
  { "x-proto": 2, description: "Which requests the policy is about, and how they are changed." },
);
type PolicySpec = Static<typeof spec>;

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }), spec },
  { $id: "MutatingAdmissionPolicy" },
);
export type MutatingAdmissionPolicy = Static<typeof schema>;

const mutationsRequired = rule<PolicySpec>(
  {
    id: "admission/mutations-required",
    severity: "error",
    cause: "required",
    summary: "a mutating policy has `mutations` and a `reinvocationPolicy`",
  },
  ({ mutations = [], reinvocationPolicy }, place) => {
    if (mutations.length === 0) place.at("mutations").say("`mutations` must have at least one item");
    if (!reinvocationPolicy) {
      const help = "write `reinvocationPolicy: Never`, or `IfNeeded`";
      place.at("reinvocationPolicy").say("`reinvocationPolicy` must be set", { help });
    }
  },
);

const fieldByPatchType = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

const mutationPatch = rule<Mutation>(
  {
    id: "admission/mutation",
    severity: "error",
    summary: "a mutation has a `patchType` and only the block of that type, with an expression",
  },
  (value, place) => {
    const { patchType = "" } = value;
    if (patchType === "") {
      const message = "`patchType` must be set";
      return place.at("patchType").required(message, { help: "write `patchType: JSONPatch`, or `ApplyConfiguration`" });
    }
    if (!Object.hasOwn(fieldByPatchType, patchType)) return;
    const wanted = fieldByPatchType[patchType as keyof typeof fieldByPatchType];
    const other = wanted === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
    if (!value[wanted]) {
      place.at(wanted).required(`\`${wanted}\` must be set with patchType ${patchType}`);
    } else if (!value[wanted].expression?.trim()) {
      place.at(wanted, "expression").required();
    }
    if (value[other]) place.at(other).say(`must be absent with patchType ${patchType}`, { atKey: true });
  },
);

const resultByPatchType = { ApplyConfiguration: "Object", JSONPatch: "list(JSONPatch)" } as const;

function textsOf({ matchConditions = [], mutations = [] }: PolicySpec): string[] {
  return [
    ...matchConditions.map(({ expression: text }) => text),
    ...mutations.flatMap(({ applyConfiguration, jsonPatch }) => [
      applyConfiguration?.expression,
      jsonPatch?.expression,
    ]),
  ].filter(isWritten);
}

function compileExpressions(
  policy: PolicySpec,
  place: Place<PolicySpec>,
  visit: Visit<PolicySpec>,
): readonly CompiledExpression[] {
  const stored = visit.oldObject;
  const compiler = new ExpressionCompiler(visit, stored ? textsOf(stored) : []);
  const params = policy.paramKind !== undefined;
  if (!stored || !keepsMatchConditions(policy, stored)) checkMatchConditions(policy, params, compiler, place);
  const options = { ...checkVariables(policy, compiler, place), patches: true };
  for (const [index, mutation] of (policy.mutations ?? []).entries()) {
    const { patchType = "" } = mutation;
    if (!Object.hasOwn(fieldByPatchType, patchType)) continue;
    const type = patchType as keyof typeof fieldByPatchType;
    const text = mutation[fieldByPatchType[type]]?.expression;
    if (!isWritten(text)) continue;
    const path = ["mutations", index, fieldByPatchType[type], "expression"];
    compiler.check({ path, text, role: "judgement", results: [resultByPatchType[type]], options }, place);
  }
  return compiler.compiled;
}

export const mutatingAdmissionPolicy: Kind<MutatingAdmissionPolicy> = {
  kind: "MutatingAdmissionPolicy",
  group: admissionGroup,
  versions: [
    { name: "v1", schema, since: "1.36" },
    { name: "v1beta1", schema, since: "1.34", until: "1.40" },
    { name: "v1alpha1", schema, since: "1.32", until: "1.38" },
  ],
  description: "Expressions that change requests, evaluated by the API server itself; a binding puts them to work.",
  rules: [
    ...admissionMetaRules,
    ...within(
      [
        ...policySpecRules,
        ...within([mutatingOperationsRule], constraintsOf),
        mutationsRequired,
        ...within([mutationPatch], ({ mutations }: PolicySpec, place, visit) =>
          visit.each(mutations, place.at("mutations")),
        ),
        ...admissionExpressionRules(compileExpressions, matchedBy),
      ],
      ({ spec = {} }: MutatingAdmissionPolicy, place, visit) => [
        visit.part(spec, place.at("spec"), visit.oldObject?.spec),
      ],
    ),
  ],
  applyDefaults({ spec: value = {} }) {
    value.failurePolicy ??= "Fail";
    applyMatchResourcesDefaults(value.matchConstraints);
  },
  resource: {
    plural: "mutatingadmissionpolicies",
    singular: "mutatingadmissionpolicy",
    categories: ["api-extensions"],
    scope: "Cluster",
    needsResourceVersion: true,
    columns: policyColumns("mutations"),
    prepareForCreate(object) {
      object.metadata ??= {};
      object.metadata.generation = 1;
    },
  },
};
