/**
 * ClaimMappings of a JWT authenticator: how kube-apiserver derives user name, groups, uid and extra attributes from the
 * claims of a token.
 *
 * @module
 */
import type { ClaimMappings, ClaimValidationRule } from "../../api/types/apiserver-v1.ts";
import type { Expr } from "../../cel/syntax/ast.ts";
import { find } from "../../cel/syntax/walk.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { RuleContext } from "../../rule/context.ts";
import { findRepeats, reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateDomainPrefixedPath } from "../../text/domain-prefixed-path.ts";
import { claimRuleExpressions } from "./claim-validation-rule.ts";
import { checkedExpression, type ExpressionPlace, reportExpression } from "./expression.ts";

/** Claim mappings together with the claim validation rules, which the e-mail rule also reads. */
export interface ClaimMappingsInContext {
  readonly claimMappings?: ClaimMappings;
  readonly claimValidationRules?: readonly ClaimValidationRule[];
}

type MappingsRule = Rule<ClaimMappingsInContext>;
type Field = "username" | "groups" | "uid";

const oneSource = rule<ClaimMappingsInContext>(
  {
    id: "authentication/mapping-source",
    severity: "error",
    summary: "a mapping has either a claim or an expression; the user name has one of them",
  },
  ({ claimMappings: mappings = {} }, place) => {
    for (const field of ["username", "groups", "uid"] as const) {
      const { claim = "", expression = "" } = mappings[field] ?? {};
      if (claim !== "" && expression !== "") {
        place
          .at("claimMappings", field)
          .say("`claim` and `expression` can't both be set", { atKey: true, help: "keep one of them" });
      }
    }
    const { claim = "", expression = "" } = mappings.username ?? {};
    if (claim === "" && expression === "") {
      const help = 'for example `claim: sub` with `prefix: ""`';
      place.at("claimMappings", "username").required("`claim` or `expression` must be set", { atKey: true, help });
    }
  },
);

const prefix = rule<ClaimMappingsInContext>(
  {
    id: "authentication/mapping-prefix",
    severity: "error",
    summary: "a mapping with a claim has a prefix, which may be empty; a mapping with an expression has none",
  },
  ({ claimMappings: mappings = {} }, place) => {
    for (const field of ["username", "groups"] as const) {
      const { claim = "", expression = "", prefix: given } = mappings[field] ?? {};
      if (claim !== "" && expression !== "") continue;
      if (claim !== "" && given === undefined) {
        place
          .at("claimMappings", field, "prefix")
          .required("`prefix` must be set with `claim`", { help: 'write `prefix: ""` for no prefix' });
      }
      if (expression !== "" && given !== undefined) {
        const help = "remove it, and put the text before the value in the expression";
        place.at("claimMappings", field, "prefix").say("may not be set with `expression`", { atKey: true, help });
      }
    }
  },
);

const expressionCompiles = rule<ClaimMappingsInContext>(
  { id: "authentication/mapping-expression", severity: "error", summary: "the expression of a mapping must compile" },
  ({ claimMappings: mappings = {} }, place, visit) => {
    for (const field of ["username", "groups", "uid"] as const) {
      const expression = mappingExpression(mappings, field);
      if (expression) reportExpression(expression, visit, place.at("claimMappings"));
    }
  },
);

const extraKey = rule<ClaimMappingsInContext>(
  {
    id: "authentication/extra-key",
    severity: "error",
    summary: "an extra key is a lower-case domain-prefixed path outside the domains of Kubernetes",
  },
  ({ claimMappings: { extra = [] } = {} }, place, visit) => {
    for (const [index, { key = "" }] of extra.entries()) {
      const at = place.at("claimMappings", "extra", index, "key");
      if (key === "") {
        at.required("`key` must be set", { help: "for example example.org/team" });
      } else {
        for (const message of validateDomainPrefixedPath(key)) at.say(`${message}; got "${key}"`, { value: key });
      }
      if (key !== key.toLowerCase()) {
        at.say(`must be in lower case; got "${key}"`, { help: `write ${key.toLowerCase()}`, value: key });
      }
      const domain = reservedDomainOf(key, visit.groupDomain);
      if (domain !== undefined) {
        at.say(`must not be in a domain of Kubernetes: they are reserved since 1.32; got "${domain}"`, {
          severity: visit.reaches("1.32") ? "error" : "warning",
          help: "use your own domain",
          value: key,
        });
      }
    }
  },
);

const extraKeyUnique = rule<ClaimMappingsInContext>(
  {
    id: "authentication/extra-key-unique",
    severity: "error",
    cause: "duplicate",
    summary: "the extra keys must be different",
  },
  ({ claimMappings: { extra = [] } = {} }, place) => {
    const keys = extra.map(({ key = "" }) => key);
    const placeOf = (index: number) => place.at("claimMappings", "extra", index, "key");
    reportRepeats(keys, { item: "item", what: "key", placeOf });
  },
);

const extraExpression = rule<ClaimMappingsInContext>(
  {
    id: "authentication/extra-expression",
    severity: "error",
    summary: "an extra mapping must have an expression that compiles",
  },
  ({ claimMappings: mappings = {} }, place, visit) => {
    const repeats = repeatedKeys(mappings);
    for (const [index, { valueExpression = "" }] of (mappings.extra ?? []).entries()) {
      if (valueExpression !== "" || repeats.has(index)) continue;
      place.at("claimMappings", "extra", index, "valueExpression").required();
    }
    for (const expression of extraExpressions(mappings)) {
      reportExpression(expression, visit, place.at("claimMappings"));
    }
  },
);

/**
 * Without this rule, the holder of an unverified e-mail address could log in. The check considers only the syntax of
 * the expressions, like that of kube-apiserver.
 */
const emailVerified = rule<ClaimMappingsInContext>(
  {
    id: "authentication/email-verified",
    severity: "error",
    summary: "a user name made from claims.email needs claims.email_verified in an expression that is always evaluated",
  },
  ({ claimMappings = {}, claimValidationRules = [] }, place, visit) => {
    const expression = mappingExpression(claimMappings, "username");
    const username = expression && claimMappings.username?.prefix === undefined && checkedExpression(expression, visit);
    const use = username && findClaimSelect(username, "email");
    if (!expression || !username || !use) return;
    const others = [...claimRuleExpressions(claimValidationRules), ...extraExpressions(claimMappings)];
    const checked = others.flatMap((other) => checkedExpression(other, visit) ?? []);
    if ([username, ...checked].some((each) => findClaimSelect(each, "email_verified"))) return;
    place
      .at("claimMappings")
      .along(expression.path)
      .say("`claims.email` is the user name, but no expression checks `claims.email_verified`", {
        span: { start: use.start, end: use.end },
        help: "add a claim validation rule with the expression `claims.email_verified == true`",
      });
  },
);

const emailByIndex = rule<ClaimMappingsInContext>(
  {
    id: "authentication/email-by-index",
    severity: "warning",
    summary:
      "a user name does not come from `claims['email']`, which skips the API server's check for verified addresses",
  },
  (authenticator, place, visit) => {
    const expression = mappingExpression(authenticator.claimMappings ?? {}, "username");
    const username = expression && checkedExpression(expression, visit);
    const use = username && findClaimIndex(username, "email");
    if (!expression || !use || readsClaim(authenticator, visit, "email_verified")) return;
    place
      .at("claimMappings")
      .along(expression.path)
      .say("the e-mail address is the user name, but no expression checks `claims.email_verified`", {
        span: { start: use.start, end: use.end },
        help: "write claims.email and check claims.email_verified",
      });
  },
);

const groupsPrefixUnused = rule<ClaimMappingsInContext>(
  {
    id: "authentication/groups-prefix-unused",
    severity: "warning",
    summary: "a groups prefix without a claim has no effect",
  },
  ({ claimMappings: { groups } = {} }, place) => {
    if (groups?.prefix === undefined || groups.claim || groups.expression) return;
    place.at("claimMappings", "groups", "prefix").say("has no effect: `groups` has neither `claim` nor `expression`", {
      atKey: true,
      help: "name the claim that holds the groups, or remove the block",
    });
  },
);

const emptyUsername = rule<ClaimMappingsInContext>(
  {
    id: "authentication/empty-username",
    severity: "warning",
    summary: 'a user name expression does not fall back to `""`: the API server refuses such tokens',
  },
  ({ claimMappings: mappings = {} }, place, visit) => {
    const expression = mappingExpression(mappings, "username");
    const checked = expression && checkedExpression(expression, visit)?.ast.expr;
    const fallback = checked?.kind === "call" && checked.function === "orValue" ? checked.args[0] : checked;
    if (!expression || fallback?.kind !== "const" || fallback.constant.value !== "") return;
    place
      .at("claimMappings")
      .along(expression.path)
      .say("the API server refuses tokens with an empty user name", {
        span: { start: fallback.start, end: fallback.end },
        help: "use the claim directly: the refusal then names the missing claim",
      });
  },
);

export const claimMappingsRules: readonly MappingsRule[] = [
  oneSource,
  prefix,
  expressionCompiles,
  extraKey,
  extraKeyUnique,
  extraExpression,
  emailVerified,
  emailByIndex,
  groupsPrefixUnused,
  emptyUsername,
];

/** Returns the domain of the key if it is, or is below, a domain that is reserved for Kubernetes. */
function reservedDomainOf(key: string, groupDomain: string): string | undefined {
  const slash = key.indexOf("/");
  const domain = key.slice(0, Math.max(0, slash));
  const reserved = ["k8s.io", "kubernetes.io", groupDomain];
  return reserved.some((name) => domain === name || domain.endsWith(`.${name}`)) ? domain : undefined;
}

/** Returns the expression of a mapping that has no claim. */
export function mappingExpression(mappings: ClaimMappings, field: Field): ExpressionPlace | undefined {
  const { claim = "", expression = "" } = mappings[field] ?? {};
  return claim !== "" || expression === ""
    ? undefined
    : { path: [field, "expression"], text: expression, scope: "claims" };
}

/** Returns the extra expressions that kube-apiserver compiles: those of the first mapping of each key. */
export function extraExpressions(mappings: ClaimMappings): ExpressionPlace[] {
  const repeats = repeatedKeys(mappings);
  return (mappings.extra ?? []).flatMap(({ valueExpression = "" }, index): ExpressionPlace[] =>
    valueExpression === "" || repeats.has(index)
      ? []
      : [{ path: ["extra", index, "valueExpression"], text: valueExpression, scope: "claims" }],
  );
}

function repeatedKeys({ extra = [] }: ClaimMappings): Set<number> {
  return new Set(findRepeats(extra.map(({ key = "" }) => key)).map(({ index }) => index));
}

/** Finds `claims.<claim>` or `claims.?<claim>` anywhere in the expression; `claims["<claim>"]` does not count. */
function findClaimSelect({ ast }: CheckedAst, claim: string) {
  return find(ast.expr, (node) => {
    if (node.kind === "select") return isClaimsVariable(node.operand) && node.field === claim;
    if (node.kind !== "call" || node.target || node.function !== "_?._" || node.args.length !== 2) return false;
    return isClaimsVariable(node.args[0]) && isText(node.args[1], claim);
  });
}

function findClaimIndex({ ast }: CheckedAst, claim: string) {
  return find(
    ast.expr,
    (node) =>
      node.kind === "call" && node.function === "_[_]" && isClaimsVariable(node.args[0]) && isText(node.args[1], claim),
  );
}

function isClaimsVariable(node: Expr | undefined): boolean {
  return node?.kind === "ident" && node.name === "claims";
}

function isText(node: Expr | undefined, text: string): boolean {
  return node?.kind === "const" && node.constant.type === "string" && node.constant.value === text;
}

/** Whether any expression of the authenticator reads the claim, in any syntax. */
function readsClaim(
  { claimMappings = {}, claimValidationRules = [] }: ClaimMappingsInContext,
  context: RuleContext,
  claim: string,
): boolean {
  const username = mappingExpression(claimMappings, "username");
  const places = [
    ...(username ? [username] : []),
    ...claimRuleExpressions(claimValidationRules),
    ...extraExpressions(claimMappings),
  ];
  return places.some((place) => {
    const checked = checkedExpression(place, context);
    return checked !== undefined && (findClaimSelect(checked, claim) ?? findClaimIndex(checked, claim)) !== undefined;
  });
}
