/**
 * JSON Merge Patch (RFC 7386): a document with the shape of its target, in which null removes a member.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { success } from "../text/result.ts";
import type { JsonObject } from "./json-value.ts";
import { type Patched, patchFailure } from "./patch-fault.ts";

/**
 * Applies a merge patch as the API server does. The result shares parts of both arguments, which do not change. The
 * patch must be an object or a list. Null members of objects inside lists are also removed (RFC 7386 keeps them),
 * unless the list replaces an object.
 */
export function applyMergePatch(target: JsonObject, patch: unknown): Patched<unknown> {
  if (isPlainObject(patch)) return success(merge(target, patch));
  if (Array.isArray(patch)) return success(withoutNulls(patch));
  return patchFailure("malformed", "a merge patch must be a JSON object");
}

function merge(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return isPlainObject(target) ? patch : withoutNulls(patch);
  const merged: JsonObject = {};
  const old = isPlainObject(target) ? target : {};
  for (const name of Object.keys(old)) {
    if (memberOf(patch, name) !== null) setMember(merged, name, old[name]);
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value !== null) setMember(merged, name, merge(memberOf(old, name), value));
  }
  return merged;
}

/** Returns the value without null members at any depth; null items of lists stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isPlainObject(value) ? merge(undefined, value) : value;
}
