/**
 * NodeAffinityArgs: node affinity that all pods of a profile get in addition to their own.
 *
 * @module
 */

import type { NodeSelectorRequirement, NodeSelectorTerm } from "../../api/types/core-v1.ts";
import type { NodeAffinityArgs } from "../../api/types/kubescheduler-v1.ts";
import { type Check, each, text as textOf } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const labelOperators = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
const fieldOperators = ["In", "NotIn"];

const labelRequirement: Check<NodeSelectorRequirement> = ({ key = "", operator = "", values = [] }, place, scope) => {
  if (!labelOperators.includes(operator)) {
    place.at("operator").unsupported(labelOperators, operator);
    return;
  }
  textOf(validateQualifiedName)(key, place.at("key"));
  each(textOf(validateLabelValue))(values, place.at("values"), scope);
  const at = place.at("values");
  if (operator === "Gt" || operator === "Lt") checkNumber(values, at);
  else if (operator.endsWith("In") && values.length === 0) at.required("`values` must have at least one value");
  else if (operator.startsWith("E") || operator.startsWith("D")) {
    if (values.length > 0) at.say(`must be absent with operator "${operator}"`);
  }
};

function checkNumber(values: readonly string[], place: Place<readonly string[]>): void {
  if (values.length !== 1) place.say(`must have one value with this operator; got ${values.length}`);
  for (const [index, value] of values.entries()) {
    if (!isInt64(value)) place.at(index).invalid("must be a whole number", value);
  }
}

const isInt64 = (text: string): boolean =>
  /^[+-]?[0-9]+$/.test(text) && BigInt.asIntN(64, BigInt(text.replace(/^\+/, ""))) === BigInt(text.replace(/^\+/, ""));

const fieldRequirement: Check<NodeSelectorRequirement> = ({ operator = "", values = [] }, place) => {
  if (!fieldOperators.includes(operator)) place.at("operator").unsupported(fieldOperators, operator);
  else if (values.length !== 1) place.at("values").say(`must have one value; got ${values.length}`);
};

const checkTerm: Check<NodeSelectorTerm | undefined> = (term, place, scope) => {
  each(labelRequirement)(term?.matchExpressions, place.at("matchExpressions"), scope);
  each(fieldRequirement)(term?.matchFields, place.at("matchFields"), scope);
};

const addedAffinity = rule<NodeAffinityArgs>(
  {
    id: "scheduler/added-affinity",
    severity: "error",
    summary: "`addedAffinity` is a valid node affinity",
  },
  ({ addedAffinity: added = {} }, root, visit) => {
    const place = root.at("addedAffinity");
    const { requiredDuringSchedulingIgnoredDuringExecution: required } = added;
    const { preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } = added;
    const requiredPlace = place.at("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms");
    each(checkTerm)(required?.nodeSelectorTerms, requiredPlace, visit);
    for (const [index, { weight = 0, preference }] of preferred.entries()) {
      if (weight === 0) continue;
      const at = place.at("preferredDuringSchedulingIgnoredDuringExecution", index, "preference");
      checkTerm(preference, at, visit);
    }
  },
);

export const nodeAffinityArgs = kind("kubescheduler/v1.NodeAffinityArgs", {
  loader: argsLoader,
  rules: [addedAffinity],
});
