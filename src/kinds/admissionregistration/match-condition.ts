/**
 * Match conditions of a policy or a webhook: expressions that must all be true for a request to be evaluated.
 *
 * @module
 */
import type { MatchCondition } from "../../api/types/admissionregistration-v1.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, type RuleInfo, rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";

export interface HasMatchConditions {
  readonly matchConditions?: readonly MatchCondition[];
}

export const maxMatchConditions = 64;

export function matchConditionCount(words: Pick<RuleInfo, "id" | "summary">): Rule<HasMatchConditions> {
  return rule({ ...words, severity: "error", cause: "too-many" }, ({ matchConditions: conditions = [] }, place) => {
    if (conditions.length <= maxMatchConditions) return;
    const message = `must have at most ${maxMatchConditions} items; got ${conditions.length}`;
    place.at("matchConditions").say(message, { atKey: true, help: "join conditions with &&" });
  });
}

const count = matchConditionCount({
  id: "admission/match-condition-count",
  summary: "a webhook or policy has at most 64 match conditions",
});

const required = rule<HasMatchConditions>(
  {
    id: "admission/match-condition-required",
    severity: "error",
    cause: "required",
    summary: "a match condition has a name and an expression",
  },
  ({ matchConditions: conditions = [] }, place) => {
    for (const [index, { name, expression = "" }] of conditions.entries()) {
      const at = place.at("matchConditions", index);
      if (!name) at.at("name").say("`name` must be set");
      if (expression.trim() === "") at.at("expression").say("`expression` must be set");
    }
  },
);

const names = rule<HasMatchConditions>(
  {
    id: "admission/match-condition-name",
    severity: "error",
    summary: "the name of a match condition is a qualified name and unique",
  },
  ({ matchConditions: conditions = [] }, place) => {
    const placeOf = (index: number) => place.at("matchConditions", index, "name");
    for (const [index, { name = "" }] of conditions.entries()) {
      if (name === "") continue;
      for (const fault of validateQualifiedName(name)) {
        placeOf(index).invalid(fault, name);
      }
    }
    for (const { index, first, text: name } of findRepeats(
      conditions.map((condition) => condition.name || undefined),
    )) {
      placeOf(index).say(`must be unique; got "${name}" twice`, {
        cause: "duplicate",
        see: placeOf(first).note("first listed here"),
      });
    }
  },
);

/** Rules about the faults in match conditions that the API server rejects, except those of the expressions. */
export const matchConditionRules: readonly Rule<HasMatchConditions>[] = [count, required, names];
