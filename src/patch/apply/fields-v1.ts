/**
 * Reads sets of fields that clients wrote.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { type FieldSet, isEmpty, noFields, upTo } from "./field-set.ts";
import { readElement } from "./path-element.ts";

/**
 * The set with each path element in its one form; elements of a kind that nobody knows are dropped.
 *
 * @throws {SyntaxError} for what is no set
 */
export function readFields(value: unknown): FieldSet {
  if (!isPlainObject(value)) throw new SyntaxError("a set of fields must be an object");
  const read = readNode(value);
  if (!Object.hasOwn(read, ".")) return read;
  const { ".": _self, ...inside } = read;
  return inside;
}

/** The same node where it is in its one form, which most are: a copy is begun at the first difference. */
function readNode(value: Readonly<Record<string, unknown>>): FieldSet {
  let node: Record<string, FieldSet> | undefined;
  for (const text in value) {
    const inner = value[text];
    const element = text === "." ? text : readElement(text);
    const inside = text !== "." && isPlainObject(inner) ? readNode(inner) : noFields;
    const isSame = element === text && (inside === inner || (isPlainObject(inner) && isEmpty(inner as FieldSet)));
    if (!isSame) node ??= upTo(text, value as FieldSet);
    if (node && element !== undefined) setMember(node, element, inside);
  }
  return node ?? (value as FieldSet);
}
