/**
 * Reads `fieldsV1` sets that clients wrote.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { type FieldSet, isEmpty, nodesBefore, noFields } from "./field-set.ts";
import { readElement } from "./path-element.ts";

/**
 * Returns the set with each path element in canonical form. Path elements of unknown kinds are dropped.
 *
 * @throws {SyntaxError} if the value is not a set
 */
export function readFields(value: unknown): FieldSet {
  if (!isPlainObject(value)) throw new SyntaxError("a set of fields must be an object");
  const read = readNode(value);
  if (!Object.hasOwn(read, ".")) return read;
  const { ".": _self, ...inside } = read;
  return inside;
}

/** Returns the same node if it is already canonical, as most are. A copy begins at the first difference. */
function readNode(value: Readonly<Record<string, unknown>>): FieldSet {
  let node: Record<string, FieldSet> | undefined;
  for (const text in value) {
    const inner = value[text];
    const element = text === "." ? text : readElement(text);
    const inside = text !== "." && isPlainObject(inner) ? readNode(inner) : noFields;
    const isSame = element === text && (inside === inner || (isPlainObject(inner) && isEmpty(inner as FieldSet)));
    if (!isSame) node ??= nodesBefore(text, value as FieldSet);
    if (node && element !== undefined) setMember(node, element, inside);
  }
  return node ?? (value as FieldSet);
}
