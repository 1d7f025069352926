/**
 * Applies a drop-in as an RFC 7386 merge patch, and lists the members that it changes.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { JsonObject } from "../patch/json-value.ts";
import { applyMergePatch } from "../patch/merge-patch.ts";

/** The effect of a patch on a member; all earlier content at and below `path` is replaced. */
export interface MemberChange {
  readonly path: FieldPath;
  readonly change: "set" | "removed";
}

export interface PatchedConfiguration {
  readonly value: JsonObject;
  readonly changes: readonly MemberChange[];
}

/** Applies a patch without changing its arguments. */
export function patchConfiguration(target: JsonObject, patch: JsonObject): PatchedConfiguration {
  const patched = applyMergePatch(target, patch);
  if (!patched.ok || !isPlainObject(patched.value)) throw new Error("an object that patches an object gives an object");
  return { value: patched.value, changes: [...changesOf(target, patch, [])] };
}

function* changesOf(target: JsonObject, patch: JsonObject, path: FieldPath): Generator<MemberChange> {
  for (const [name, value] of Object.entries(patch)) {
    const at = [...path, name];
    const current = memberOf(target, name);
    if (value === null) yield { path: at, change: "removed" };
    else if (isPlainObject(value) && isPlainObject(current)) yield* changesOf(current, value, at);
    else yield { path: at, change: "set" };
  }
}
