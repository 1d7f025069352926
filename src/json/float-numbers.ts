/**
 * Integers beyond 64 bits, which Go decodes as floating point numbers unless a type says otherwise.
 *
 * @module
 */
import { isInt64 } from "../text/int64.ts";
import { setMember } from "./member.ts";
import { isPlainObject } from "./plain-object.ts";

export const isBeyondInt64 = (value: unknown): value is bigint => typeof value === "bigint" && !isInt64(value);

/**
 * Converts integers beyond 64 bits to floats, which lose digits as in Go. Returns the same objects if nothing changes.
 */
export function withFloats(value: unknown): unknown {
  if (isBeyondInt64(value)) return Number(value);
  if (Array.isArray(value)) {
    const items = value.map(withFloats);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = withFloats(value[name]);
    if (member === value[name]) continue;
    changed ??= { ...value };
    setMember(changed, name, member);
  }
  return changed ?? value;
}
