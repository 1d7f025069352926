/**
 * Compiled expressions, kept by environment: several rules ask for the same one, and many objects have the same text.
 *
 * @module
 */
import { compile } from "../../cel/compile.ts";
import type { Environment } from "../../cel/environment.ts";

/** A checked expression, or what is wrong with it; nobody changes it. */
export type Compilation = ReturnType<typeof compile>;

/** Kept at most, for each environment; when there are more, all are forgotten. */
const maxCompilations = 1000;

const compilationsByEnvironment = new WeakMap<Environment, Map<string, Compilation>>();

/** As `compile`, once for each text. */
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
