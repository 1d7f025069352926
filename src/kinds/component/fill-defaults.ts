/**
 * Fills in defaults as most component configurations do: they replace absent values and zero values.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { memberOf, setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { parseDuration } from "../../text/duration.ts";

/** The type with all fields optional, at any depth. */
export type Defaults<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Defaults<T[K]> }
    : T;

/**
 * Fills in `defaults`, at any depth. Replaces a boolean only if it is absent: otherwise false could never be chosen
 * where true is the default.
 */
export function fillDefaults<T extends object>(object: T, defaults: Defaults<T>): void {
  const target = object as Record<string, unknown>;
  for (const [name, value] of Object.entries(defaults)) {
    const found = memberOf(target, name) ?? (isPlainObject(value) ? {} : undefined);
    if (isPlainObject(value)) {
      setMember(target, name, found);
      if (isPlainObject(found)) fillDefaults(found, value);
    } else if (isZero(found, value)) {
      setMember(target, name, cloneJson(value));
    }
  }
}

function isZero(found: unknown, value: unknown): boolean {
  if (found === undefined || found === 0 || found === "") return true;
  if (Array.isArray(found)) return found.length === 0;
  if (typeof found !== "string" || typeof value !== "string" || !parseDuration(value).ok) return false;
  const parsed = parseDuration(found);
  return parsed.ok && parsed.value === 0n;
}
