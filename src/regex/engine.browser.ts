/**
 * The engine of regular expressions in a bundle for browsers: a file of its own, loaded when `loadRegex` is first called.
 *
 * @module
 */
import type { CompiledRegex } from "./regex.ts";

let compile: ((pattern: string) => CompiledRegex) | undefined;

/** As that of `regex.ts`, once it is loaded. */
export function compileRegex(pattern: string): CompiledRegex {
  if (compile === undefined) throw new Error("regular expressions are not loaded: await prepare() with the expression");
  return compile(pattern);
}

/** Makes `compileRegex` ready for use. */
export async function loadRegex(): Promise<void> {
  const engine = await import("./regex.ts");
  compile = engine.compileRegex;
}
