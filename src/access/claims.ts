/**
 * Reads the claims of a token as the types they must have, with the results and errors of Go's JSON decoder.
 *
 * @module
 */
import { jsonType } from "../json/go-value.ts";
import { memberOf } from "../json/member.ts";
import { type Failure, failure, type Result, success } from "../text/result.ts";

/** The payload of a token. */
export type Claims = Readonly<Record<string, unknown>>;

export function hasClaim(claims: Claims, name: string): boolean {
  return Object.hasOwn(claims, name);
}

/** Reads a claim that must be a string; null becomes the empty string. */
export function textClaim(claims: Claims, name: string): Result<string> {
  if (!hasClaim(claims, name)) return failure("claim not present");
  return readText(memberOf(claims, name));
}

export function readText(value: unknown): Result<string> {
  if (value === null) return success("");
  return typeof value === "string" ? success(value) : mismatch(value, "string");
}

/** Reads a claim that must be a boolean; null becomes false. */
export function booleanClaim(claims: Claims, name: string): Result<boolean> {
  const value = memberOf(claims, name);
  if (value === null) return success(false);
  return typeof value === "boolean" ? success(value) : mismatch(value, "bool");
}

/** Reads a claim that is a list of strings or a single string; null becomes an empty list. */
export function textsClaim(claims: Claims, name: string): Result<readonly string[]> {
  const value = memberOf(claims, name);
  if (value === null) return success([]);
  if (Array.isArray(value) && value.every(isTextOrNull)) return success(value.map((item) => item ?? ""));
  return typeof value === "string" ? success([value]) : mismatch(value, "string");
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/** Returns Go's error for JSON of the wrong type; `field` is set if the target is a field of a struct. */
export function mismatch(value: unknown, type: string, field?: string): Failure {
  const target = field === undefined ? "value" : `struct field ${field}`;
  return failure(`json: cannot unmarshal ${jsonType(value)} into Go ${target} of type ${type}`);
}
