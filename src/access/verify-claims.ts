/**
 * Validates a token's claims as kube-apiserver's OpenID Connect library does after it has verified the signature: their
 * types, the audience and the times. The error messages are those of that library.
 *
 * @module
 */

import { memberOf } from "../json/member.ts";
import { quoteGo } from "../text/go-quote.ts";
import { failure, type Result, success } from "../text/result.ts";
import { formatTimestamp } from "../text/timestamp.ts";
import { type Claims, hasClaim, mismatch, readText } from "./claims.ts";
import { asJsonObject } from "./json-object.ts";

/** The audiences and the time against which the claims are checked. */
export interface VerificationTarget {
  readonly audiences: readonly string[];
  /** Milliseconds since the epoch. If absent, times are not checked. */
  readonly nowMs?: number;
}

/** Why the claims are refused. `field` is the field of the issuer's configuration that they do not match. */
export interface ClaimsFault {
  readonly message: string;
  readonly field?: "audiences";
}

/** How far `nbf` may lie in the future. */
const notBeforeLeewayMs = 60_000;

/** Returns the first fault of the claims. The caller has already checked the issuer. */
export function verifyClaims(claims: Claims, { audiences, nowMs }: VerificationTarget): ClaimsFault | undefined {
  const fault = typeFault(claims) ?? sourceFault(claims);
  if (fault) return { message: fault };
  const tokenAudiences = audiencesOf(claims);
  const hasAudience = audiences.some((audience) => tokenAudiences.includes(audience));
  if (audiences.length === 1 && !hasAudience) return audienceFault(quoteGo(audiences[0] ?? ""), tokenAudiences);
  const timeError = nowMs === undefined ? undefined : timeFault(claims, nowMs);
  if (timeError) return { message: timeError };
  return hasAudience ? undefined : audienceFault(`in ${quoteList([...new Set(audiences)].sort())}`, tokenAudiences);
}

function audienceFault(expected: string, given: readonly string[]): ClaimsFault {
  return { message: `oidc: expected audience ${expected} got ${quoteList(given)}`, field: "audiences" };
}

function quoteList(texts: readonly string[]): string {
  return `[${texts.map(quoteGo).join(" ")}]`;
}

/**
 * Returns the error for the first claim, in the order of the token, whose type differs from the one that the library
 * expects.
 */
function typeFault(claims: Claims): string | undefined {
  for (const name of Object.keys(claims)) {
    const reading = readerByClaim.get(name)?.(claims[name]);
    if (reading && !reading.ok) return `oidc: failed to unmarshal claims: ${reading.error}`;
  }
  return undefined;
}

type ReadClaim = (value: unknown) => Result<unknown>;

const textReader =
  (name: string): ReadClaim =>
  (value) => {
    return value === null || typeof value === "string" ? success(value) : mismatch(value, "string", name);
  };

const readerByClaim: ReadonlyMap<string, ReadClaim> = new Map<string, ReadClaim>([
  ["iss", textReader("idToken.iss")],
  ["sub", textReader("idToken.sub")],
  ["aud", readAudiences],
  ["exp", readTime],
  ["iat", readTime],
  ["nbf", (value) => (value === null ? success(undefined) : readTime(value))],
  ["nonce", textReader("idToken.nonce")],
  ["at_hash", textReader("idToken.at_hash")],
  ["_claim_names", readClaimNames],
  ["_claim_sources", readClaimSources],
]);

function readAudiences(value: unknown): Result<readonly string[]> {
  const single = readText(value);
  if (single.ok) return success([single.value]);
  if (!Array.isArray(value)) return mismatch(value, "[]string");
  const texts = value.map(readText);
  const fault = texts.find((text) => !text.ok);
  return fault ?? success(texts.map((text) => (text.ok ? text.value : "")));
}

function audiencesOf(claims: Claims): readonly string[] {
  const reading = hasClaim(claims, "aud") ? readAudiences(claims["aud"]) : undefined;
  return reading?.ok ? reading.value : [];
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads seconds since the epoch from a number, or from a string with a number. */
function readTime(value: unknown): Result<number> {
  if (typeof value === "number" || typeof value === "bigint") return success(asInt64(Number(value)));
  if (value === null) return failure('strconv.ParseFloat: parsing "": invalid syntax');
  if (typeof value !== "string") return mismatch(value, "json.Number");
  if (jsonNumber.test(value)) return success(asInt64(Number(value)));
  return failure(`json: invalid number literal, trying to unmarshal ${quoteGo(JSON.stringify(value))} into Number`);
}

const int64Limit = 2 ** 63;

/** Truncates to whole seconds. A value outside the range of int64 becomes the smallest int64, as in Go. */
const asInt64 = (seconds: number): number =>
  -int64Limit <= seconds && seconds < int64Limit ? Math.trunc(seconds) : -int64Limit;

/** Checks that each claim in `_claim_names` refers to a source in `_claim_sources`. */
function sourceFault(claims: Claims): string | undefined {
  const sources = asJsonObject(claims["_claim_sources"]);
  for (const source of Object.values(asJsonObject(claims["_claim_names"]))) {
    if (!source) return "oidc: failed to obtain source from claim name";
    if (!Object.hasOwn(sources, String(source))) return "oidc: source does not exist";
  }
  return undefined;
}

function readClaimNames(value: unknown): Result<unknown> {
  if (!isRecordOrNull(value)) return mismatch(value, "map[string]string", "idToken._claim_names");
  const odd = Object.values(value ?? {}).find((source) => source !== null && typeof source !== "string");
  return odd === undefined ? success(value) : mismatch(odd, "string", "idToken._claim_names");
}

function readClaimSources(value: unknown): Result<unknown> {
  if (!isRecordOrNull(value)) return mismatch(value, "map[string]oidc.claimSource", "idToken._claim_sources");
  for (const source of Object.values(value ?? {})) {
    if (!isRecordOrNull(source)) return mismatch(source, "oidc.claimSource", "idToken._claim_sources");
    for (const field of ["endpoint", "access_token"]) {
      const reading = textReader(`claimSource._claim_sources.${field}`)(memberOf(asJsonObject(source), field) ?? null);
      if (!reading.ok) return reading;
    }
  }
  return success(value);
}

function timeFault(claims: Claims, nowMs: number): string | undefined {
  const expiry = hasClaim(claims, "exp") ? readTime(claims["exp"]) : undefined;
  const expirySeconds = expiry?.ok ? expiry.value : zeroTimeSeconds;
  if (expirySeconds * 1000 < nowMs) return `oidc: token is expired (Token Expiry: ${goTime(expirySeconds)})`;
  const notBefore = readTime(memberOf(claims, "nbf") ?? null);
  if (!notBefore.ok || nowMs + notBeforeLeewayMs >= notBefore.value * 1000) return undefined;
  return `oidc: current time ${goTime(nowMs / 1000)} before the nbf (not before) time: ${goTime(notBefore.value)}`;
}

/** Go's zero time (year 1) in seconds since the epoch, which an absent claim leaves. */
const zeroTimeSeconds = -62_135_596_800;

/** Formats a time as Go prints it in UTC, to the second. */
function goTime(seconds: number): string {
  const text = formatTimestamp({ seconds: Math.floor(seconds), nanos: 0, offsetSeconds: 0 });
  return text.replace("T", " ").replace(/Z$/, " +0000 UTC");
}

function isRecordOrNull(value: unknown): value is Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && !Array.isArray(value);
}
