/**
 * How expressions come by the engine of regular expressions. Bundles for browsers have `engine.browser.ts` in this place
 * (the field `browser` of package.json), which loads it when it is first needed.
 *
 * @module
 */
import { type CompiledRegex, compileRegex as compile } from "./regex.ts";

/** As that of `regex.ts`. A function of its own: bundlers see through an export of another module, and past this one. */
export function compileRegex(pattern: string): CompiledRegex {
  return compile(pattern);
}

/** Makes `compileRegex` ready for use; it always is here. */
export async function loadRegex(): Promise<void> {}
