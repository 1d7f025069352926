/**
 * JSON Merge Patch (RFC 7386): a document in the shape of its target, where null removes.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { success } from "../text/result.ts";
import type { JsonObject } from "./json-value.ts";
import { type Patched, patchFailure } from "./patch-fault.ts";

/**
 * The patched document, as the API server patches an object; shares with both arguments, which stay as they are. Only an
 * object or a list is a patch to it, and it drops members that are null in the objects of a list too (RFC 7386 keeps
 * them), unless the list takes the place of an object.
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

/** The value without members that are null, at any depth; items of lists stay. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isPlainObject(value) ? merge(undefined, value) : value;
}
