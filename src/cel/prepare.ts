/**
 * Loading what only some expressions need.
 *
 * @module
 */
import { loadRegex } from "../regex/engine.ts";

/** Names of the functions that take patterns; nothing else is matched with them. */
const patternFunctions = /\b(?:matches|find|findAll)\b/;

/**
 * Loads what the expressions need and a bundle for browsers leaves for later: the engine of regular expressions, when one
 * of them calls for it. Await it before compiling them; where everything is there from the start, as in Node, there is no
 * need to.
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
