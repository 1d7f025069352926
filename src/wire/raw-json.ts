/**
 * JSON that stands as bytes inside a message: any value, kept as it is.
 *
 * @module
 */
import { readJson } from "../source/json.ts";

/** Deepest nesting of such a value. */
const maxDepth = 500;

/** Digits from which on a number may be beyond what a JavaScript number holds exactly. */
const longNumber = /\d{16}/;

/** @throws {SyntaxError} for bytes that are no JSON */
export function parseRawJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  if (!longNumber.test(text)) return JSON.parse(text);
  const { documents, issues } = readJson(text, { maxDepth, maxAliasNodes: 0 });
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal) throw new SyntaxError(fatal.message);
  return documents[0]?.value;
}

/** Without spaces; a bigint is a number like any other. */
export function formatRawJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${textOf(item)}`).join(",")}}`;
}
