/**
 * The regular expression engine in bundles for browsers: loads the engine as a separate file with the first call of
 * `loadRegex`.
 *
 * @module
 */
import type { CompiledRegex } from "./regex.ts";

let compile: ((pattern: string) => CompiledRegex) | undefined;

/** Calls `compileRegex` of `regex.ts`; throws if the engine is not loaded. */
export function compileRegex(pattern: string): CompiledRegex {
  if (compile === undefined) throw new Error("regular expressions are not loaded: await prepare() with the expression");
  return compile(pattern);
}

/** Loads the engine, so that `compileRegex` can be called. */
export async function loadRegex(): Promise<void> {
  const engine = await import("./regex.ts");
  compile = engine.compileRegex;
}
