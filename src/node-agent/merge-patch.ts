/**
 * How a drop-in changes what is there: objects are merged member by member, null removes a member, all else replaces.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { isPlainObject } from "../schema/decode.ts";

export type JsonObject = Record<string, unknown>;

/** What a patch did to a member; its former content below `path` is gone. */
export type MemberChange = (path: FieldPath, change: "set" | "removed") => void;

/** Applies an RFC 7386 merge patch to `target` itself; the patch is copied. */
export function applyMergePatch(target: JsonObject, patch: JsonObject, onChange: MemberChange): void {
  mergeAt(target, patch, [], onChange);
}

function mergeAt(target: JsonObject, patch: JsonObject, path: FieldPath, onChange: MemberChange): void {
  for (const [name, value] of Object.entries(patch)) {
    const at = [...path, name];
    const current = Object.hasOwn(target, name) ? target[name] : undefined;
    if (value === null) {
      delete target[name];
      onChange(at, "removed");
    } else if (isPlainObject(value) && isPlainObject(current)) {
      mergeAt(current, value, at, onChange);
    } else {
      setMember(target, name, withoutNulls(value));
      onChange(at, "set");
    }
  }
}

/** Null has nothing to remove where there was nothing; in the objects of a list neither. An item may be null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isPlainObject(value)) return structuredClone(value);
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== null) setMember(kept, name, withoutNulls(member));
  }
  return kept;
}

function setMember(object: JsonObject, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
