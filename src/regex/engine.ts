/**
 * The regular expression engine for expressions. Bundles for browsers replace this module with `engine.browser.ts`,
 * which loads the engine on demand (field `browser` of package.json).
 *
 * @module
 */
import { type CompiledRegex, compileRegex as compile } from "./regex.ts";

/**
 * Calls `compileRegex` of `regex.ts`. A wrapper, since bundlers would resolve a re-export to the other module, so that
 * this one could not be replaced.
 */
export function compileRegex(pattern: string): CompiledRegex {
  return compile(pattern);
}

/** Does nothing: in this module `compileRegex` is always ready. */
export async function loadRegex(): Promise<void> {}
