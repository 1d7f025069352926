/**
 * Reads sets of fields that clients wrote.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { type FieldSet, noFields } from "./field-set.ts";
import { readElement } from "./path-element.ts";

/**
 * The set with each path element in its one form; elements of a kind that nobody knows are dropped.
 *
 * @throws {SyntaxError} for what is no set
 */
export function readFields(value: unknown): FieldSet {
  if (!isPlainObject(value)) throw new SyntaxError("a set of fields must be an object");
  const { ".": _self, ...inside } = readNode(value);
  return inside;
}

function readNode(value: Readonly<Record<string, unknown>>): FieldSet {
  const node: Record<string, FieldSet> = {};
  for (const [text, inner] of Object.entries(value)) {
    const element = text === "." ? text : readElement(text);
    if (element === undefined) continue;
    setMember(node, element, element === "." || !isPlainObject(inner) ? noFields : readNode(inner));
  }
  return node;
}
