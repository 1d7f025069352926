/**
 * Evaluates expressions with the libraries of a release, for tables of expressions and results.
 *
 * @module
 */

import { compile } from "../../../src/cel/compile.ts";
import { createEnvironment, type Environment } from "../../../src/cel/environment.ts";
import { plan } from "../../../src/cel/eval/plan.ts";
import type { Library } from "../../../src/cel/types/declarations.ts";
import { dynType } from "../../../src/cel/types/types.ts";
import { CelError, CelMap, Optional, Uint, type Value } from "../../../src/cel/types/values.ts";
import { librariesOf } from "../../../src/cel-kubernetes/base-environment.ts";

/** The newest release; the tables are written for it. */
export const release = "1.37";

const releaseEnvironment = environmentOf(librariesOf(release));

export function environmentOf(libraries: readonly Library[]): Environment {
  return createEnvironment({ libraries, variables: [{ name: "self", type: dynType }] });
}

/**
 * Returns the result as plain JavaScript: `error: ...` for an error, objects for maps, `none` for an empty optional.
 */
export function evaluateText(text: string, options: { environment?: Environment; self?: Value } = {}): unknown {
  const { environment = releaseEnvironment, self = null } = options;
  const { checked, issues } = compile(environment, text);
  if (checked === undefined) throw new Error(`${text}: ${issues[0]?.message}`);
  return plainValue(plan(checked, environment).evaluate(new Map([["self", self]])));
}

function plainValue(value: Value | CelError): unknown {
  if (value instanceof CelError) return `error: ${value.message}`;
  if (value instanceof Uint) return value.value;
  if (value instanceof Optional) return value.value === undefined ? "none" : plainValue(value.value);
  if (value instanceof CelMap) {
    return Object.fromEntries([...value.keys()].map((key) => [String(key), plainValue(value.get(key) ?? null)]));
  }
  return Array.isArray(value) ? value.map(plainValue) : value;
}
