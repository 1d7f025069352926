/**
 * All CEL expressions of an AuthenticationConfiguration, with the claims that the expressions of an authenticator treat
 * as optional.
 *
 * @module
 */
import type { AuthenticationConfiguration, JWTAuthenticator } from "../../api/types/apiserver-v1.ts";
import { testedPaths } from "../../cel-kubernetes/lint/paths.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import { extraExpressions, mappingExpression } from "./claim-mappings.ts";
import { claimRuleExpressions } from "./claim-validation-rule.ts";
import { checkedExpression, type ExpressionPlace } from "./expression.ts";
import { lintedExpression } from "./expression-lint.ts";
import { userRuleExpressions } from "./user-validation-rule.ts";

/** Returns the expressions that kube-apiserver compiles, as input of the lint rules. */
export function authenticationExpressions(
  { jwt = [] }: AuthenticationConfiguration,
  context: RuleContext,
): readonly LintedExpression[] {
  return jwt.flatMap((authenticator, index) => expressionsOf(authenticator, ["jwt", index], context));
}

/**
 * Returns the expressions of one authenticator. A failing rule rejects the token like a false one, and a missing user
 * name does too, so only their own tests show which claims are optional there. But groups, uid and attributes often
 * exist for some users only: any claim that is tested anywhere may be absent for them.
 */
function expressionsOf(
  authenticator: JWTAuthenticator,
  path: FieldPath,
  context: RuleContext,
): readonly LintedExpression[] {
  const { claimMappings = {}, claimValidationRules = [], userValidationRules = [] } = authenticator;
  const at = (field: string, places: readonly (ExpressionPlace | undefined)[]): readonly ExpressionPlace[] =>
    places.flatMap((place) => (place ? { ...place, path: [...path, field, ...place.path] } : []));
  const needed = [
    ...at("claimValidationRules", claimRuleExpressions(claimValidationRules)),
    ...at("claimMappings", [mappingExpression(claimMappings, "username")]),
  ];
  const mapped = at("claimMappings", [
    mappingExpression(claimMappings, "groups"),
    mappingExpression(claimMappings, "uid"),
    ...extraExpressions(claimMappings),
  ]);
  const users = at("userValidationRules", userRuleExpressions(userValidationRules));
  const optionalPaths = [...needed, ...mapped].flatMap((place) => {
    const checked = checkedExpression(place, context);
    return checked ? testedPaths(checked.ast.expr) : [];
  });
  return [
    ...[...needed, ...users].flatMap((place) => lintedExpression(place, context)),
    ...mapped.flatMap((place) => lintedExpression(place, context, { optionalPaths })),
  ];
}
