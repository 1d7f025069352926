/**
 * admissionregistration.k8s.io MutatingAdmissionPolicy: CEL expressions that change the objects of requests.
 *
 * @module
 */
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from "../../api/types/admissionregistration-v1.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import {
  type CompiledExpression,
  checkMatchConditions,
  checkVariables,
  ExpressionCompiler,
  isNotBlank,
} from "./admission-expression.ts";
import { admissionExpressionRules } from "./admission-expression-rules.ts";
import { policyColumns } from "./columns.ts";
import { applyMatchResourcesDefaults, mutatingOperationsRule } from "./match-resources.ts";
import { constraintsOf, keepsMatchConditions, matchedRulesOf, policySpecRules } from "./policy.ts";
import { staticName } from "./static-name.ts";

const mutationsRequired = rule<MutatingAdmissionPolicySpec>(
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
    if (value[other]) {
      place.at(other).say(`must be absent with patchType ${patchType}`, {
        atKey: true,
        serverText: `"{${other}}": must not be specified when patchType is ${patchType}`,
      });
    }
  },
);

const resultByPatchType = { ApplyConfiguration: "Object", JSONPatch: "list(JSONPatch)" } as const;

function textsOf({ matchConditions = [], mutations = [] }: MutatingAdmissionPolicySpec): string[] {
  return [
    ...matchConditions.map(({ expression: text }) => text),
    ...mutations.flatMap(({ applyConfiguration, jsonPatch }) => [
      applyConfiguration?.expression,
      jsonPatch?.expression,
    ]),
  ].filter(isNotBlank);
}

function compileExpressions(
  policy: MutatingAdmissionPolicySpec,
  place: Place<MutatingAdmissionPolicySpec>,
  visit: Visit<MutatingAdmissionPolicySpec>,
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
    if (!isNotBlank(text)) continue;
    const path = ["mutations", index, fieldByPatchType[type], "expression"];
    compiler.check({ path, text, role: "judgement", results: [resultByPatchType[type]], options }, place);
  }
  return compiler.compiled;
}

export const mutatingAdmissionPolicy = kind("admissionregistration/v1.MutatingAdmissionPolicy", {
  rules: [
    staticName,
    ...within(
      [
        ...policySpecRules,
        ...within([mutatingOperationsRule], constraintsOf),
        mutationsRequired,
        ...within([mutationPatch], ({ mutations }: MutatingAdmissionPolicySpec, place, visit) =>
          visit.each(mutations, place.at("mutations")),
        ),
        ...admissionExpressionRules(compileExpressions, matchedRulesOf),
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
    columns: policyColumns("mutations"),
  },
});
