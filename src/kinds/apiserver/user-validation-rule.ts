/**
 * UserValidationRule of a JWT authenticator: a CEL condition over the user that the claims were mapped to.
 *
 * @module
 */

import type { UserValidationRule } from "../../api/types/apiserver-v1.ts";
import { firstOccurrences, reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type ExpressionPlace, reportExpression } from "./expression.ts";

type UserRules = readonly UserValidationRule[];

const required = rule<UserRules>(
  {
    id: "authentication/user-rule-required",
    severity: "error",
    cause: "required",
    summary: "a user validation rule must have an expression",
  },
  (rules, place) => {
    for (const [index, { expression = "" }] of rules.entries()) {
      if (expression === "") place.at(index, "expression").say("`expression` must be set");
    }
  },
);

const unique = rule<UserRules>(
  {
    id: "authentication/user-rule-unique",
    severity: "error",
    cause: "duplicate",
    summary: "no expression may be listed twice in the user validation rules",
  },
  (rules, place) => {
    const placeOf = (index: number) => place.at(index, "expression");
    reportRepeats(texts(rules), { item: "rule", what: "expression", placeOf });
  },
);

const expressionCompiles = rule<UserRules>(
  {
    id: "authentication/user-rule-expression",
    severity: "error",
    summary: "the expression of a user validation rule must compile and evaluate to bool",
  },
  (rules, place, visit) => {
    for (const expression of userRuleExpressions(rules)) reportExpression(expression, visit, place);
  },
);

export const userValidationRulesRules: readonly Rule<UserRules>[] = [required, unique, expressionCompiles];

/** Returns the expressions that kube-apiserver compiles, without repetitions. */
export function userRuleExpressions(rules: UserRules): ExpressionPlace[] {
  return firstOccurrences(texts(rules)).map(({ index, text }) => ({
    path: [index, "expression"],
    text,
    scope: "user",
    result: "bool",
  }));
}

function texts(rules: UserRules): (string | undefined)[] {
  return rules.map(({ expression }) => expression || undefined);
}
