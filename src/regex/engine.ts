/**
 * How expressions come by the engine of regular expressions. Bundles for browsers have `engine.browser.ts` in this place
 * (the field `browser` of package.json), which loads it when it is first needed.
 *
 * @module
 */
export { compileRegex } from "./regex.ts";

/** Makes `compileRegex` ready for use; it always is here. */
export async function loadRegex(): Promise<void> {}
