/**
 * Evaluates claim mappings: computes user name, groups, uid and extra attributes from the claims of a token.
 *
 * @module
 */

import type { JWTAuthenticator } from "../api/types/apiserver-v1.ts";
import type { Activation } from "../cel/eval/frame.ts";
import type { Value } from "../cel/types/values.ts";
import { isTextList } from "../cel-kubernetes/planned-expression.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { closest } from "../text/closest.ts";
import { quoteGo } from "../text/go-quote.ts";
import { booleanClaim, type Claims, hasClaim, textClaim, textsClaim } from "./claims.ts";
import { configurationScope, type PlacedExpression, placeExpression } from "./placed-expression.ts";
import { type AuthenticationStage, faultRefusal, Refusal } from "./refusal.ts";
import type { UserInfo } from "./user.ts";

/** The extra attribute that identifies the token, from the claim `jti`. */
const credentialIdKey = "authentication.kubernetes.io/credential-id";

type Field = "username" | "groups" | "uid";

/** The source of a user's field: a claim, or an expression over all claims. */
interface Mapping {
  readonly path: FieldPath;
  readonly claim: string;
  readonly prefix: string;
  readonly expression: PlacedExpression | undefined;
}

interface ExtraMapping {
  readonly key: string;
  readonly source: PlacedExpression;
}

/** The claims, as JSON and as CEL variables. */
export interface ClaimsInput {
  readonly claims: Claims;
  /** Contains the variable `claims`. */
  readonly variables: Activation;
}

/** The planned claim mappings of an authenticator. */
export class ClaimMapper {
  private readonly mappings: Readonly<Record<Field, Mapping>>;
  private readonly extra: readonly ExtraMapping[];

  /** @param path - the path of the authenticator in the configuration */
  constructor({ claimMappings = {} }: JWTAuthenticator, path: FieldPath, target: string) {
    const base = [...path, "claimMappings"];
    const mapping = (field: Field): Mapping => {
      const { claim = "", expression = "" } = claimMappings[field] ?? {};
      const at = [...base, field];
      return {
        path: at,
        claim,
        prefix: field === "uid" ? "" : (claimMappings[field]?.prefix ?? ""),
        expression:
          expression === ""
            ? undefined
            : placeExpression(expression, [...at, "expression"], configurationScope("claims", target)),
      };
    };
    this.mappings = { username: mapping("username"), groups: mapping("groups"), uid: mapping("uid") };
    this.extra = (claimMappings.extra ?? []).map(({ key = "", valueExpression = "" }, index) => ({
      key,
      source: placeExpression(
        valueExpression,
        [...base, "extra", index, "valueExpression"],
        configurationScope("claims", target),
      ),
    }));
  }

  /** The name of the claim that contains the groups; empty if no claim is configured. */
  get groupsClaim(): string {
    return this.mappings.groups.claim;
  }

  /** Returns the user, or the refusal of the first mapping that fails. */
  map(input: ClaimsInput): UserInfo | Refusal {
    const username = this.username(input);
    if (username instanceof Refusal) return username;
    const groups = this.groups(input);
    if (groups instanceof Refusal) return groups;
    const uid = this.uid(input);
    if (uid instanceof Refusal) return uid;
    const extra = this.extraAttributes(input);
    return extra instanceof Refusal ? extra : { username, uid, groups, extra };
  }

  private username(input: ClaimsInput): string | Refusal {
    const { expression, claim, prefix, path } = this.mappings.username;
    if (expression) {
      const name = evaluateText("username", expression, input);
      if (name !== "") return name;
      const message = "oidc: empty username via CEL expression is not allowed";
      return new Refusal("username", message, { path: expression.path });
    }
    const at = [...path, "claim"];
    const reading = textClaim(input.claims, claim);
    if (!reading.ok) {
      const message = `oidc: parse username claims ${quoteGo(claim)}: ${reading.error}`;
      return new Refusal("username", message, { path: at, ...claimHelp(input.claims, claim) });
    }
    if (claim === "email") {
      const unverified = unverifiedEmail(input.claims);
      if (unverified) return new Refusal("username", unverified, { path: at });
    }
    return prefix + reading.value;
  }

  private groups(input: ClaimsInput): readonly string[] | Refusal {
    const { expression, claim, prefix, path } = this.mappings.groups;
    if (claim !== "" && hasClaim(input.claims, claim)) {
      const reading = textsClaim(input.claims, claim);
      if (reading.ok) return reading.value.map((group) => prefix + group);
      const message = `oidc: parse groups claim ${quoteGo(claim)}: ${reading.error}`;
      return new Refusal("groups", message, { path: [...path, "claim"] });
    }
    if (!expression) return [];
    const prefixText = "oidc: error evaluating group claim expression: ";
    const result = expression.expression.evaluate(input.variables);
    if (!result.ok) return faultRefusal("groups", prefixText, expression, result.error);
    return textsOf(result.value) ?? listRefusal("groups", prefixText, expression, result.value);
  }

  private uid(input: ClaimsInput): string | Refusal {
    const { expression, claim, path } = this.mappings.uid;
    if (claim !== "") {
      const reading = textClaim(input.claims, claim);
      if (reading.ok) return reading.value;
      const message = `oidc: parse uid claim ${quoteGo(claim)}: ${reading.error}`;
      return new Refusal("uid", message, { path: [...path, "claim"], ...claimHelp(input.claims, claim) });
    }
    return expression ? evaluateText("uid", expression, input) : "";
  }

  /** Evaluates all expressions before it validates any result. */
  private extraAttributes({ claims, variables }: ClaimsInput): Record<string, readonly string[]> | Refusal {
    const attributes = new Map<string, readonly string[]>();
    const tokenId = textClaim(claims, "jti");
    if (tokenId.ok && tokenId.value !== "") attributes.set(credentialIdKey, [`JTI=${tokenId.value}`]);
    const results: { readonly mapping: ExtraMapping; readonly value: Value }[] = [];
    for (const mapping of this.extra) {
      const result = mapping.source.expression.evaluate(variables);
      if (!result.ok) return faultRefusal("extra", "", mapping.source, result.error);
      results.push({ mapping, value: result.value });
    }
    for (const { mapping, value: result } of results) {
      const texts = textsOf(result);
      const prefix = `oidc: error evaluating extra claim expression: ${mapping.source.expression.text}: `;
      if (texts === undefined) return listRefusal("extra", prefix, mapping.source, result);
      if (texts.length > 0) attributes.set(mapping.key, texts);
    }
    return Object.fromEntries(attributes);
  }
}

/** Evaluates an expression that must return a string. */
function evaluateText(field: "username" | "uid", source: PlacedExpression, input: ClaimsInput): string | Refusal {
  const prefix = `oidc: error evaluating ${field} claim expression: `;
  const result = source.expression.evaluate(input.variables);
  if (!result.ok) return faultRefusal(field, prefix, source, result.error);
  if (typeof result.value === "string") return result.value;
  return new Refusal(field, `${prefix}${field} claim expression must return a string`, { path: source.path });
}

/** Returns the error for an email address that the issuer marks as unverified, or whose mark isn't a boolean. */
function unverifiedEmail(claims: Claims): string | undefined {
  if (!hasClaim(claims, "email_verified")) return undefined;
  const verified = booleanClaim(claims, "email_verified");
  if (!verified.ok) return `oidc: parse 'email_verified' claim: ${verified.error}`;
  return verified.value ? undefined : "oidc: email not verified";
}

/**
 * Converts a string, a list of strings or null to a list, without empty strings. Returns undefined for any other value.
 */
function textsOf(value: Value): readonly string[] | undefined {
  if (value === null) return [];
  if (typeof value === "string") return value === "" ? [] : [value];
  if (!Array.isArray(value) || isTextList(value)) return undefined;
  return value.every((item) => typeof item === "string") ? value.filter((text) => text !== "") : undefined;
}

function listRefusal(stage: AuthenticationStage, prefix: string, source: PlacedExpression, value: Value): Refusal {
  const help = isTextList(value)
    ? "the API server can't read the list that `split` and `findAll` return: add `.map(item, item)`"
    : undefined;
  const message = `${prefix}expression must return a string or a list of strings`;
  return new Refusal(stage, message, { path: source.path, ...(help === undefined ? {} : { help }) });
}

/** Suggests a similar claim, or lists the claims of the token, if the claim is absent. */
function claimHelp(claims: Claims, name: string): { readonly help?: string } {
  if (hasClaim(claims, name)) return {};
  const meant = closest(name, Object.keys(claims));
  return { help: meant ? `the token has a claim "${meant}"` : `the token has ${Object.keys(claims).join(", ")}` };
}
