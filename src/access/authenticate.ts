/**
 * Maps the claims of a token to a user, with the steps, the order and the error messages of kube-apiserver's token
 * authenticator. The caller verifies signatures.
 *
 * @part access
 * @module
 */

import type { AuthenticationConfiguration, JWTAuthenticator } from "../api/types/apiserver-v1.ts";
import type { Activation } from "../cel/eval/frame.ts";
import { claimsValue, userValue } from "../cel-kubernetes/claim-values.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { ClaimMapper } from "./claim-mapper.ts";
import { type Claims, hasClaim, textClaim } from "./claims.ts";
import { asJsonObject } from "./json-object.ts";
import { configurationScope, type PlacedExpression, placeExpression } from "./placed-expression.ts";
import { type AuthenticationStage, faultRefusal, Refusal } from "./refusal.ts";
import type { UserInfo } from "./user.ts";
import { verifyClaims } from "./verify-claims.ts";

/** The result of authenticating a token. */
export type Authentication =
  | { readonly outcome: "user"; readonly authenticator: number; readonly user: UserInfo }
  | { readonly outcome: "refused"; readonly authenticator: number; readonly refusal: Refusal }
  /** The result depends on a service that only a running cluster can call. */
  | {
      readonly outcome: "undecided";
      readonly authenticator: number;
      readonly reason: string;
      readonly path: FieldPath;
      readonly source: ClaimSource;
    }
  /** No authenticator has the issuer of the token: kube-apiserver tries other authentication methods. */
  | { readonly outcome: "skipped"; readonly reason: string };

/** The source of a claim that the token only refers to (OpenID Connect's distributed claims). */
export interface ClaimSource {
  readonly claim: string;
  readonly endpoint: string;
  /** The bearer token for the endpoint; may be empty. */
  readonly accessToken: string;
}

/** Inputs of authentication other than the claims. */
export interface AuthenticateOptions {
  /** Milliseconds since the epoch, to check `exp` and `nbf` against. If absent, neither is checked. */
  readonly nowMs?: number;
  /** The error of the signature check. Absent if the signature is valid or isn't to be verified. */
  readonly signatureFault?: string;
}

/** Returns the user that a configuration derives from the claims of a token. Reusable for any number of tokens. */
export type Authenticate = (claims: Claims, options?: AuthenticateOptions) => Authentication;

/**
 * Plans the authenticators of a configuration. The issuer of a token selects its authenticator.
 *
 * @param configuration - validated, after decoding
 * @param target - the release that evaluates the expressions, `1.37`
 */
export function planAuthentication({ jwt = [] }: AuthenticationConfiguration, target: string): Authenticate {
  const authenticators = jwt.map((authenticator, index) => new TokenAuthenticator(authenticator, index, target));
  return (claims, options = {}) => {
    const issuer = issuerOf(claims);
    if (issuer === undefined) return { outcome: "skipped", reason: "the token's issuer must be a string" };
    const found = authenticators.find((authenticator) => authenticator.issuer === issuer);
    if (found) return found.authenticate(claims, options);
    return { outcome: "skipped", reason: `no authenticator has the issuer ${JSON.stringify(issuer)}` };
  };
}

/** Google's tokens may name their issuer without the scheme `https://`. */
const googleIssuer = "accounts.google.com";

/** Returns the issuer of the token; undefined if the claim isn't a string. */
export function issuerOf(claims: Claims): string | undefined {
  const issuer = textClaim({ iss: claims["iss"] ?? null }, "iss");
  if (!issuer.ok) return undefined;
  return issuer.value === googleIssuer ? `https://${googleIssuer}` : issuer.value;
}

/** A claim that must have the given value. */
interface RequiredClaim {
  readonly path: FieldPath;
  readonly claim: string;
  readonly value: string;
}

/** An expression that must be true. */
interface Condition extends PlacedExpression {
  readonly message: string;
}

class TokenAuthenticator {
  readonly issuer: string;
  private readonly index: number;
  private readonly path: FieldPath;
  private readonly audiences: readonly string[];
  private readonly mapper: ClaimMapper;
  private readonly requiredClaims: readonly RequiredClaim[];
  private readonly claimConditions: readonly Condition[];
  private readonly userConditions: readonly Condition[];

  constructor(authenticator: JWTAuthenticator, index: number, target: string) {
    const { issuer, claimValidationRules = [], userValidationRules = [] } = authenticator;
    this.issuer = issuer?.url ?? "";
    this.index = index;
    this.path = ["jwt", index];
    this.audiences = issuer?.audiences ?? [];
    this.mapper = new ClaimMapper(authenticator, this.path, target);
    const claimRules = [...this.path, "claimValidationRules"];
    this.requiredClaims = claimValidationRules.flatMap(({ claim = "", requiredValue = "" }, rule) =>
      claim === "" ? [] : [{ path: [...claimRules, rule], claim, value: requiredValue }],
    );
    this.claimConditions = conditions(claimValidationRules, claimRules, "claims", target);
    this.userConditions = conditions(userValidationRules, [...this.path, "userValidationRules"], "user", target);
  }

  authenticate(claims: Claims, options: AuthenticateOptions): Authentication {
    const refuse = (refusal: Refusal): Authentication => ({ outcome: "refused", authenticator: this.index, refusal });
    const unverified = this.verify(claims, options);
    if (unverified) return refuse(unverified);
    const source = this.groupsSource(claims);
    if (source !== undefined) {
      const reason = `the groups come from ${source.endpoint}, which clustervet does not call`;
      const path = [...this.path, "claimMappings", "groups", "claim"];
      return { outcome: "undecided", authenticator: this.index, reason, path, source };
    }
    const input = { claims, variables: new Map([["claims", claimsValue(claims)]]) };
    const user = this.mapper.map(input);
    if (user instanceof Refusal) return refuse(user);
    const refusal =
      this.missedClaim(claims) ??
      firstFailed(this.claimConditions, input.variables, claimRuleTexts) ??
      firstFailed(this.userConditions, new Map([["user", userValue(user)]]), userRuleTexts);
    return refusal ? refuse(refusal) : { outcome: "user", authenticator: this.index, user };
  }

  private verify(claims: Claims, { nowMs, signatureFault }: AuthenticateOptions): Refusal | undefined {
    if (signatureFault !== undefined) {
      return new Refusal("verify", `oidc: verify token: ${signatureFault}`, { path: [...this.path, "issuer", "url"] });
    }
    const fault = verifyClaims(claims, { audiences: this.audiences, ...(nowMs === undefined ? {} : { nowMs }) });
    if (!fault) return undefined;
    const path = [...this.path, "issuer", ...(fault.field === undefined ? ["url"] : [fault.field])];
    const help = fault.message.startsWith("oidc: token is expired") && !hasClaim(claims, "exp");
    return new Refusal("verify", `oidc: verify token: ${fault.message}`, {
      path,
      ...(help ? { help: "the claims have no `exp`: a token without it counts as expired" } : {}),
    });
  }

  /** Returns the source of the groups if the token only refers to it. */
  private groupsSource(claims: Claims): ClaimSource | undefined {
    const { groupsClaim } = this.mapper;
    if (groupsClaim === "" || hasClaim(claims, groupsClaim)) return undefined;
    const names = asJsonObject(claims["_claim_names"]);
    const name = Object.hasOwn(names, groupsClaim) ? names[groupsClaim] : undefined;
    if (typeof name !== "string") return undefined;
    const source = asJsonObject(memberOf(asJsonObject(claims["_claim_sources"]), name));
    const { endpoint, access_token: accessToken } = source;
    if (typeof endpoint !== "string" || endpoint === "") return undefined;
    return { claim: groupsClaim, endpoint, accessToken: typeof accessToken === "string" ? accessToken : "" };
  }

  /**
   * Returns the refusal for the first required claim, in the order of the configuration, that is missing or differs.
   * kube-apiserver checks required claims in random order.
   */
  private missedClaim(claims: Claims): Refusal | undefined {
    for (const { path, claim, value } of this.requiredClaims) {
      if (!hasClaim(claims, claim)) {
        return new Refusal("required-claim", `oidc: required claim ${claim} not present in ID token`, {
          path: [...path, "claim"],
        });
      }
      const given = textClaim(claims, claim);
      if (!given.ok) {
        return new Refusal("required-claim", `oidc: parse claim ${claim}: ${given.error}`, {
          path: [...path, "claim"],
          help: "`requiredValue` compares only strings; compare other values in an `expression`",
        });
      }
      if (given.value === value) continue;
      const message = `oidc: required claim ${claim} value does not match. Got = ${given.value}, want = ${value}`;
      return new Refusal("required-claim", message, { path: [...path, "requiredValue"] });
    }
    return undefined;
  }
}

function conditions(
  rules: readonly { readonly expression?: string; readonly message?: string }[],
  path: FieldPath,
  use: "claims" | "user",
  target: string,
): readonly Condition[] {
  return rules.flatMap(({ expression = "", message = "" }, index) =>
    expression === ""
      ? []
      : [{ ...placeExpression(expression, [...path, index, "expression"], configurationScope(use, target)), message }],
  );
}

interface ConditionTexts {
  readonly stage: AuthenticationStage;
  readonly prefix: string;
}

const claimRuleTexts: ConditionTexts = {
  stage: "claim-rule",
  prefix: "oidc: error evaluating claim validation expression: ",
};
const userRuleTexts: ConditionTexts = {
  stage: "user-rule",
  prefix: "oidc: error evaluating user info validation rule: ",
};

/**
 * Evaluates all conditions before it judges any: an evaluation error takes precedence over an earlier condition that is
 * false.
 */
function firstFailed(
  rules: readonly Condition[],
  variables: Activation,
  { stage, prefix }: ConditionTexts,
): Refusal | undefined {
  let failed: Refusal | undefined;
  for (const rule of rules) {
    const result = rule.expression.evaluate(variables);
    if (!result.ok) return faultRefusal(stage, prefix, rule, result.error);
    if (result.value === true) continue;
    const message = `${prefix}validation expression '${rule.expression.text}' failed: ${rule.message}`;
    failed ??= new Refusal(stage, message, { path: rule.path });
  }
  return failed;
}
