/**
 * admissionregistration.k8s.io MutatingAdmissionPolicy: expressions that change what is requested.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import type { Finding, Rule, RuleContext } from "../../rule/rule.ts";
import { eachItem, within } from "../../rule/within.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
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
  { apiVersion: text(), kind: text(), metadata: objectMeta, spec },
  { $id: "MutatingAdmissionPolicy" },
);
export type MutatingAdmissionPolicy = Static<typeof schema>;

const mutationsRequired: Rule<PolicySpec> = {
  id: "admission/mutations-required",
  severity: "error",
  cause: "required",
  summary: "a mutating policy has mutations and a reinvocation policy",
  check({ mutations = [], reinvocationPolicy }, _context, report) {
    if (mutations.length === 0) report({ path: ["mutations"], message: "`mutations` must have at least one item" });
    if (!reinvocationPolicy) {
      const help = "write `reinvocationPolicy: Never`, or `IfNeeded`";
      report({ path: ["reinvocationPolicy"], message: "`reinvocationPolicy` must be set", help });
    }
  },
};

const fieldByPatchType = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

const mutationPatch: Rule<Mutation> = {
  id: "admission/mutation",
  severity: "error",
  summary: "a mutation has a patchType, the block of that type with an expression, and no other",
  check(value, _context, report) {
    const { patchType = "" } = value;
    if (patchType === "") {
      const message = "`patchType` must be set";
      return report({
        path: ["patchType"],
        cause: "required",
        message,
        help: "write `patchType: JSONPatch`, or `ApplyConfiguration`",
      });
    }
    if (!Object.hasOwn(fieldByPatchType, patchType)) return;
    const wanted = fieldByPatchType[patchType as keyof typeof fieldByPatchType];
    const other = wanted === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
    if (!value[wanted]) {
      report({ path: [wanted], cause: "required", message: `\`${wanted}\` must be set with patchType ${patchType}` });
    } else if (!value[wanted].expression?.trim()) {
      report({ path: [wanted, "expression"], cause: "required", message: "`expression` must be set" });
    }
    if (value[other]) report({ path: [other], atKey: true, message: `must be absent with patchType ${patchType}` });
  },
};

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
  context: RuleContext,
  report: (finding: Finding) => void,
): readonly CompiledExpression[] {
  const stored = (context.oldObject as MutatingAdmissionPolicy | undefined)?.spec;
  const compiler = new ExpressionCompiler(context, stored ? textsOf(stored) : []);
  const params = policy.paramKind !== undefined;
  if (!stored || !keepsMatchConditions(policy, stored)) checkMatchConditions(policy, params, compiler, report);
  const options = { ...checkVariables(policy, compiler, report), patches: true };
  for (const [index, mutation] of (policy.mutations ?? []).entries()) {
    const { patchType = "" } = mutation;
    if (!Object.hasOwn(fieldByPatchType, patchType)) continue;
    const type = patchType as keyof typeof fieldByPatchType;
    const text = mutation[fieldByPatchType[type]]?.expression;
    if (!isWritten(text)) continue;
    const path = ["mutations", index, fieldByPatchType[type], "expression"];
    compiler.check({ path, text, role: "judgement", results: [resultByPatchType[type]], options }, report);
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
        ...within([mutationPatch], ({ mutations }: PolicySpec) => eachItem(["mutations"], mutations)),
        ...admissionExpressionRules(compileExpressions, matchedBy),
      ],
      ({ spec: value = {} }: MutatingAdmissionPolicy) => [{ path: ["spec"], value }],
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
    columns: policyColumns("mutations"),
    prepareForCreate(object) {
      object.metadata ??= {};
      object.metadata.generation = 1;
    },
  },
};
