/**
 * Path elements in the form of `fieldsV1`: `f:` and a field name, `k:` and the keys of an item, `v:` and the value of a
 * scalar item, `i:` and an index.
 *
 * @module
 */
import { showGoValue } from "../../json/go-value.ts";
import { parseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { int64Of } from "../../text/int64.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { goJson } from "./go-json.ts";

export type PathElement = string;
export type FieldPath = readonly PathElement[];

export const fieldElement = (name: string): PathElement => `f:${name}`;
export const valueElement = (value: unknown): PathElement => `v:${goJson(value)}`;
export const keyElement = (keys: Readonly<Record<string, unknown>>): PathElement => `k:${goJson(keys)}`;

/** As `keyElement` for a single key. Fast for names, which most lists use as their key. */
export function singleKeyElement(name: string, value: unknown): PathElement {
  const element = typeof value === "string" ? `k:{"${name}":"${value}"}` : "";
  return plainKey.test(element) ? element : keyElement({ [name]: value });
}

/** Returns the field name; undefined if the path element is not a field. */
export const fieldNameOf = (element: PathElement): string | undefined =>
  element.startsWith("f:") ? element.slice(2) : undefined;

/**
 * Returns the canonical form of a path element that a client wrote; undefined if its kind is unknown.
 *
 * @throws {SyntaxError}
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new SyntaxError("key must be 2 characters long:");
  if (text[1] !== ":") throw new SyntaxError(`missing colon: ${text}`);
  if (isPlain(text)) return text;
  switch (text[0]) {
    case "f":
      return text;
    case "v":
      return valueElement(parseBounded(text.slice(2)));
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
  const keys = parseBounded(text);
  if (!isPlainObject(keys)) throw new SyntaxError(`keys must be an object: ${text}`);
  return keys;
}

/** Formats a path element for messages: `.name`, `[key="a"]`, `[="a"]` or `[0]`. */
export function elementText(element: PathElement): string {
  const content = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${content}`;
    case "k":
      return `[${Object.entries(readKeys(content)).map(keyText).join(",")}]`;
    case "v":
      return `[=${valueText(/^-?\d+$/.test(content) ? (int64Of(content) ?? Number(content)) : parseBounded(content))}]`;
    default:
      return `[${content}]`;
  }
}

const keyText = ([name, value]: readonly [string, unknown]): string => `${name}=${valueText(value)}`;

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(",")}]`;
  return isPlainObject(value) ? Object.entries(value).map(keyText).join("") : showGoValue(value);
}

const kindsInOrder = "fkvi";

/** Path elements that match have only one way to be written, and their text sorts in the order of their values. */
const plainKey = /^k:\{"\w+":"[\w./-]*"\}$/;
const plainValue = /^v:"[\w./-]*"$/;

const isPlain = (element: PathElement): boolean => plainKey.test(element) || plainValue.test(element);

/** Negative, 0 or positive as `a` comes before, with or after `b` in a set. */
type CompareElements = (a: PathElement, b: PathElement) => number;

/**
 * Returns a comparison for the elements of one set on all levels. It caches parsed elements, since each is compared
 * several times.
 */
export function elementOrder(): CompareElements {
  const contents = new Map<PathElement, Content>();
  const contentOf = (element: PathElement): Content => {
    let content = contents.get(element);
    if (!content) {
      content = readContent(JSON.parse(element.slice(2)));
      contents.set(element, content);
    }
    return content;
  };
  return (a, b) => {
    const kind = a.charAt(0);
    if (kind !== b.charAt(0)) return kindsInOrder.indexOf(kind) - kindsInOrder.indexOf(b.charAt(0));
    if (a === b) return 0;
    if (kind === "f" || (isPlain(a) && isPlain(b))) return compareUtf8(a, b);
    return compareContents(contentOf(a), contentOf(b));
  };
}

const typesInOrder = ["number", "string", "boolean", "list", "map", "null"];

/** A parsed value, for comparisons. */
interface Content {
  /** Index in `typesInOrder`. */
  readonly type: number;
  readonly value: unknown;
  /** The keys of a map; empty for other values. */
  readonly names: readonly string[];
  /** The values of a map or the items of a list. */
  readonly items: readonly Content[];
}

function readContent(value: unknown): Content {
  const type = typesInOrder.indexOf(orderedTypeOf(value));
  if (Array.isArray(value)) return { type, value, names: [], items: value.map(readContent) };
  if (!isPlainObject(value)) return { type, value, names: [], items: [] };
  return { type, value, names: Object.keys(value), items: Object.values(value).map(readContent) };
}

function orderedTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return Array.isArray(value) ? "list" : "map";
}

function compareContents(a: Content, b: Content): number {
  if (a.type !== b.type) return a.type - b.type;
  if (typeof a.value === "string" && typeof b.value === "string") return compareUtf8(a.value, b.value);
  if (typeof a.value !== "object" || a.value === null) return Number(a.value) - Number(b.value);
  for (const [index, item] of a.items.entries()) {
    const other = b.items[index];
    if (!other) return 1;
    const order = compareUtf8(a.names[index] ?? "", b.names[index] ?? "") || compareContents(item, other);
    if (order !== 0) return order;
  }
  return a.items.length - b.items.length;
}
