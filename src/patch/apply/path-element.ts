/**
 * The steps of a path to a field, as `fieldsV1` writes them: `f:` and the name of a field, `k:` and the keys of an item,
 * `v:` and an item that is a scalar, `i:` and an index.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { goJson } from "./go-json.ts";

export type PathElement = string;
export type FieldPath = readonly PathElement[];

export const fieldElement = (name: string): PathElement => `f:${name}`;
export const valueElement = (value: unknown): PathElement => `v:${goJson(value)}`;
export const keyElement = (keys: Readonly<Record<string, unknown>>): PathElement => `k:${goJson(keys)}`;

/** The name of the field; undefined for what is no field. */
export const fieldNameOf = (element: PathElement): string | undefined =>
  element.startsWith("f:") ? element.slice(2) : undefined;

/** The one way to write a step that a client wrote; undefined for a kind of step that nobody knows yet. */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new SyntaxError("key must be 2 characters long:");
  if (text[1] !== ":") throw new SyntaxError(`missing colon: ${text}`);
  if (isPlain(text)) return text;
  switch (text[0]) {
    case "f":
      return text;
    case "v":
      return valueElement(JSON.parse(text.slice(2)));
    case "k":
      return keyElement(readKeys(text.slice(2)));
    case "i":
      if (!/^[+-]?\d+$/.test(text.slice(2))) throw new SyntaxError(`invalid index: ${text.slice(2)}`);
      return `i:${BigInt(text.slice(2))}`;
    default:
      return undefined;
  }
}

function readKeys(text: string): Record<string, unknown> {
  const keys: unknown = JSON.parse(text);
  if (!isPlainObject(keys)) throw new SyntaxError(`keys must be an object: ${text}`);
  return keys;
}

/** `.name`, `[key="a"]`, `[="a"]` or `[0]`. */
export function elementText(element: PathElement): string {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k":
      return `[${Object.entries(readKeys(content)).map(keyText).join(",")}]`;
    case "v":
      return `[=${valueText(JSON.parse(content))}]`;
    default:
      return `[${content}]`;
  }
}

const keyText = ([name, value]: readonly [string, unknown]): string => `${name}=${valueText(value)}`;

function valueText(value: unknown): string {
  if (typeof value === "string") return quoteGo(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(",")}]`;
  return isPlainObject(value) ? Object.entries(value).map(keyText).join("") : String(value);
}

const kindsInOrder = "fkvi";

/** Texts of these are in the order of their values, and written in one way only. */
const plainKey = /^k:\{"\w+":"[\w./-]*"\}$/;
const plainValue = /^v:"[\w./-]*"$/;

const isPlain = (element: PathElement): boolean => plainKey.test(element) || plainValue.test(element);

/** Below, at or above 0 as `a` comes before, with or after `b` in a set. */
type CompareElements = (a: PathElement, b: PathElement) => number;

/** For the elements of one set, on all levels: what an element is of is read once, however often it is compared. */
export function elementOrder(): CompareElements {
  const values = new Map<PathElement, unknown>();
  const contentOf = (element: PathElement): unknown => {
    let value = values.get(element);
    if (value === undefined) {
      value = JSON.parse(element.slice(2));
      values.set(element, value);
    }
    return value;
  };
  return (a, b) => {
    const kind = a.charAt(0);
    if (kind !== b.charAt(0)) return kindsInOrder.indexOf(kind) - kindsInOrder.indexOf(b.charAt(0));
    if (a === b) return 0;
    if (kind === "f" || (isPlain(a) && isPlain(b))) return compareUtf8(a, b);
    return compareValues(contentOf(a), contentOf(b));
  };
}

const typesInOrder = ["number", "string", "boolean", "list", "map", "null"];

function compareValues(a: unknown, b: unknown): number {
  const type = orderedTypeOf(a);
  if (type !== orderedTypeOf(b)) return typesInOrder.indexOf(type) - typesInOrder.indexOf(orderedTypeOf(b));
  if (typeof a === "string" && typeof b === "string") return compareUtf8(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return isPlainObject(a) && isPlainObject(b) ? compareMaps(a, b) : Number(a) - Number(b);
}

function orderedTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return Array.isArray(value) ? "list" : "map";
}

function compareMaps(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number {
  const [members, others] = [Object.entries(a), Object.entries(b)];
  for (const [index, [name, value]] of members.entries()) {
    const other = others[index];
    const order = other === undefined ? 1 : compareUtf8(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return members.length - others.length;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareValues(a[index], b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
