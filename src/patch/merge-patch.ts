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

/** The patched document; shares with both arguments, which stay as they are. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return merge(target, patch, (value) => value);
}

/**
 * As the API server applies a merge patch to an object. Only an object or a list is a patch to it, and it drops members
 * that are null in the objects of a list too, unless the list takes the place of an object.
 */
export function applyMergePatch(target: JsonObject, patch: unknown): Patched<unknown> {
  if (isPlainObject(patch)) return success(merge(target, patch, withoutNulls));
  if (Array.isArray(patch)) return success(withoutNulls(patch));
  return patchFailure("malformed", "a merge patch must be a JSON object");
}

/** @param fresh - what becomes of a list or scalar where no object was */
function merge(target: unknown, patch: unknown, fresh: (value: unknown) => unknown): unknown {
  if (!isPlainObject(patch)) return isPlainObject(target) ? patch : fresh(patch);
  const merged: JsonObject = {};
  const old = isPlainObject(target) ? target : {};
  for (const name of Object.keys(old)) {
    if (memberOf(patch, name) !== null) setMember(merged, name, old[name]);
  }
  for (const [name, value] of Object.entries(patch)) {
    if (value !== null) setMember(merged, name, merge(memberOf(old, name), value, fresh));
  }
  return merged;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  return isPlainObject(value) ? merge(undefined, value, withoutNulls) : value;
}
