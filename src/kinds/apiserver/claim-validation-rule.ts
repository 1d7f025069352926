/**
 * ClaimValidationRule of a JWT authenticator: a claim with a required value, or a CEL condition over all claims.
 *
 * @module
 */

import type { ClaimValidationRule } from "../../api/types/apiserver-v1.ts";
import { firstOccurrences, reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type ExpressionPlace, reportExpression } from "./expression.ts";

type ClaimRules = readonly ClaimValidationRule[];

const oneSource = rule<ClaimRules>(
  {
    id: "authentication/claim-rule-source",
    severity: "error",
    summary: "a claim validation rule has either a claim or an expression",
  },
  (rules, place) => {
    for (const [index, { claim = "", expression = "" }] of rules.entries()) {
      if (claim !== "" && expression !== "") {
        const help = "split it into two rules";
        place.at(index).say("`claim` and `expression` can't both be set", { help });
      } else if (claim === "" && expression === "") {
        place.at(index).required("`claim` or `expression` must be set");
      }
    }
  },
);

const matchingFields = rule<ClaimRules>(
  {
    id: "authentication/claim-rule-fields",
    severity: "error",
    summary: "a claim validation rule has a message only with an expression, a requiredValue only with a claim",
  },
  (rules, place) => {
    for (const [index, { claim = "", expression = "", message = "", requiredValue = "" }] of rules.entries()) {
      if (claim !== "" && expression !== "") continue;
      if (claim !== "" && message !== "") {
        place.at(index, "message").say("may not be set with `claim`", { atKey: true, help: "remove it" });
      }
      if (expression !== "" && requiredValue !== "") {
        const help = "compare the value in the expression instead";
        place.at(index, "requiredValue").say("may not be set with `expression`", { atKey: true, help });
      }
    }
  },
);

const unique = rule<ClaimRules>(
  {
    id: "authentication/claim-rule-unique",
    severity: "error",
    cause: "duplicate",
    summary: "no claim and no expression may be listed twice in the claim validation rules",
  },
  (rules, place) => {
    for (const field of ["claim", "expression"] as const) {
      const texts = rules.map((rule) => soleSource(rule, field));
      reportRepeats(texts, { item: "rule", what: field, placeOf: (index) => place.at(index, field) });
    }
  },
);

const expressionCompiles = rule<ClaimRules>(
  {
    id: "authentication/claim-rule-expression",
    severity: "error",
    summary: "the expression of a claim validation rule must compile and evaluate to bool",
  },
  (rules, place, visit) => {
    for (const expression of claimRuleExpressions(rules)) reportExpression(expression, visit, place);
  },
);

export const claimValidationRulesRules: readonly Rule<ClaimRules>[] = [
  oneSource,
  matchingFields,
  unique,
  expressionCompiles,
];

/**
 * Returns the expressions that kube-apiserver compiles: those of rules that contain only an expression, without
 * repetitions.
 */
export function claimRuleExpressions(rules: ClaimRules): ExpressionPlace[] {
  return firstOccurrences(rules.map((rule) => soleSource(rule, "expression"))).map(({ index, text }) => ({
    path: [index, "expression"],
    text,
    scope: "claims",
    result: "bool",
  }));
}

/** Returns the claim or the expression of a rule; undefined if the rule does not have exactly that one. */
function soleSource(rule: ClaimValidationRule, field: "claim" | "expression"): string | undefined {
  const other = rule[field === "claim" ? "expression" : "claim"];
  return rule[field] && !other ? rule[field] : undefined;
}
