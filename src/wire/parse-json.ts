/**
 * Parses JSON text from programs: without positions, and with exact 64-bit integers.
 *
 * @module
 */
import { scanBounded } from "../json/parse-bounded.ts";
import { readJson } from "../source/json.ts";

/** Most digits with which JavaScript represents every integer exactly. */
const maxExactDigits = 15;
/** Matches an escape that may be a lone surrogate. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * @param maxDepth - deepest nesting to accept
 * @throws {SyntaxError} for text that is not JSON, or has deeper nesting
 */
export function parseJson(text: string, maxDepth: number): unknown {
  const { digits } = scanBounded(text, maxDepth);
  if (digits <= maxExactDigits && !(text.includes("\\u") && surrogateEscape.test(text))) return JSON.parse(text);
  const { documents, issues } = readJson(text, { maxDepth, maxAliasNodes: 0 });
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal) throw new SyntaxError(fatal.message);
  return documents[0]?.value;
}
