/**
 * Whole numbers beyond 64 bits, which Go reads as floating point numbers where no type says otherwise.
 *
 * @module
 */
import { isInt64 } from "../text/int64.ts";
import { setMember } from "./member.ts";
import { isPlainObject } from "./plain-object.ts";

export const isBeyondInt64 = (value: unknown): value is bigint => typeof value === "bigint" && !isInt64(value);

/** The value as Go holds it: such numbers lose digits; shares what has none of them. */
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
