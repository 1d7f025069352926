/**
 * JSON text that a program wrote, to its value: without positions, whole numbers of 64 bits exact.
 *
 * @module
 */
import { scanBounded } from "../json/parse-bounded.ts";
import { readJson } from "../source/json.ts";

/** Whole numbers that are longer may be more than JavaScript keeps. */
const maxExactDigits = 15;
/** Bytes that may be half a character. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * @param maxDepth - deepest nesting that is read
 * @throws {SyntaxError} for text that is no JSON, or is nested deeper
 */
export function parseJson(text: string, maxDepth: number): unknown {
  const { digits } = scanBounded(text, maxDepth);
  if (digits <= maxExactDigits && !(text.includes("\\u") && surrogateEscape.test(text))) return JSON.parse(text);
  const { documents, issues } = readJson(text, { maxDepth, maxAliasNodes: 0 });
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal) throw new SyntaxError(fatal.message);
  return documents[0]?.value;
}
