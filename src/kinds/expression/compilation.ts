/**
 * Caches compiled expressions by environment: several rules compile the same expression, and many objects contain the
 * same text.
 *
 * @module
 */
import { compile } from "../../cel/compile.ts";
import type { Environment } from "../../cel/environment.ts";

/** A checked expression or its issues. Callers must not modify it. */
export type Compilation = ReturnType<typeof compile>;

/** The maximum number of cached expressions for each environment; the cache is cleared when it is full. */
const maxCompilations = 1000;

const compilationsByEnvironment = new WeakMap<Environment, Map<string, Compilation>>();

/** Compiles a text like `compile`, but only once. */
export function compileOnce(environment: Environment, text: string): Compilation {
  let compilations = compilationsByEnvironment.get(environment);
  if (compilations === undefined) {
    compilations = new Map();
    compilationsByEnvironment.set(environment, compilations);
  }
  const known = compilations.get(text);
  if (known) return known;
  if (compilations.size >= maxCompilations) compilations.clear();
  const compilation = compile(environment, text);
  compilations.set(text, compilation);
  return compilation;
}
