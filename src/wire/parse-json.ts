/**
 * JSON text that a program wrote, to its value: without positions, whole numbers of 64 bits exact.
 *
 * @module
 */
import { jsonDepth } from "../lexical/json-depth.ts";
import { readJson } from "../source/json.ts";

/** A number longer than JavaScript keeps, or the escape of what may be half a character: `JSON.parse` reads them otherwise. */
const needsExactReader = /\d{16}|\\u[dD][89a-fA-F]/;

/**
 * @param maxDepth - deepest nesting that is read
 * @throws {SyntaxError} for text that is no JSON, or is nested deeper
 */
export function parseJson(text: string, maxDepth: number): unknown {
  if (!needsExactReader.test(text)) {
    if (jsonDepth(text) > maxDepth) throw new SyntaxError(`nesting must be at most ${maxDepth} deep`);
    return JSON.parse(text);
  }
  const { documents, issues } = readJson(text, { maxDepth, maxAliasNodes: 0 });
  const fatal = issues.find(({ tolerated }) => tolerated === undefined);
  if (fatal) throw new SyntaxError(fatal.message);
  return documents[0]?.value;
}
