/**
 * NodeAffinityArgs: node affinity that all pods of a profile get in addition to their own.
 *
 * @module
 */

import type { NodeSelectorRequirement, NodeSelectorTerm } from "../../api/types/core-v1.ts";
import type { NodeAffinityArgs } from "../../api/types/kubescheduler-v1.ts";
import { type Demand, each, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { int64Of } from "../../text/int64.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { argsLoader } from "./plugin-args.ts";

const labelKey = text(validateQualifiedName);
const labelValue = text(validateLabelValue);
const labelOperators = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
const fieldOperators = ["In", "NotIn"];

const labelRequirement: Demand<NodeSelectorRequirement> = ({ key = "", operator = "", values = [] }, place) => {
  if (!labelOperators.includes(operator)) {
    place.at("operator").unsupported(labelOperators, operator);
    return;
  }
  labelKey(key, place.at("key"));
  each(values, place.at("values"), labelValue);
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

const isInt64 = (number: string): boolean => /^[+-]?[0-9]+$/.test(number) && int64Of(number) !== undefined;

const fieldRequirement: Demand<NodeSelectorRequirement> = ({ operator = "", values = [] }, place) => {
  if (!fieldOperators.includes(operator)) place.at("operator").unsupported(fieldOperators, operator);
  else if (values.length !== 1) place.at("values").say(`must have one value; got ${values.length}`);
};

const checkTerm: Demand<NodeSelectorTerm> = (term, place) => {
  each(term.matchExpressions, place.at("matchExpressions"), labelRequirement);
  each(term.matchFields, place.at("matchFields"), fieldRequirement);
};

const addedAffinity = rule<NodeAffinityArgs>(
  {
    id: "scheduler/added-affinity",
    severity: "error",
    summary: "`addedAffinity` is a valid node affinity",
  },
  ({ addedAffinity: added = {} }, root) => {
    const place = root.at("addedAffinity");
    const { requiredDuringSchedulingIgnoredDuringExecution: required } = added;
    const { preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } = added;
    const requiredPlace = place.at("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms");
    each(required?.nodeSelectorTerms, requiredPlace, checkTerm);
    for (const [index, { weight = 0, preference }] of preferred.entries()) {
      if (weight === 0) continue;
      const at = place.at("preferredDuringSchedulingIgnoredDuringExecution", index, "preference");
      whenSet(preference, at, checkTerm);
    }
  },
);

export const nodeAffinityArgs = kind("kubescheduler/v1.NodeAffinityArgs", {
  loader: argsLoader,
  rules: [addedAffinity],
});
