/**
 * Loads modules that only some expressions need.
 *
 * @module
 */
import { loadRegex } from "../regex/engine.ts";

/** Matches names of the functions with a pattern argument, the only users of the regular expression engine. */
const patternFunctions = /\b(?:matches|find|findAll)\b/;

/**
 * Loads the regular expression engine if one of the expressions needs it; bundles for browsers load it lazily. Await it
 * before compiling the expressions. It is not needed where all modules are loaded from the start, as in Node.
 *
 * @example
 * import { evaluate, prepare } from "clustervet/cel";
 * const expression = "name.matches('^[a-z]+$')";
 * await prepare(expression);
 * evaluate(expression, { input: { name: "web" } }).ok; // true
 */
export async function prepare(...texts: readonly string[]): Promise<void> {
  if (texts.some((text) => patternFunctions.test(text))) await loadRegex();
}
