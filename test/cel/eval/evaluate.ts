/**
 * Evaluates expressions in an environment with the standard, optional and two-variable libraries.
 *
 * @module
 */
import { check } from "../../../src/cel/check/checker.ts";
import { createEnvironment, type Environment } from "../../../src/cel/environment.ts";
import type { FrameOptions } from "../../../src/cel/eval/frame.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { type PlanOptions, plan } from "../../../src/cel/eval/plan.ts";
import { optionalLibrary } from "../../../src/cel/library/optional.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { twoVariableLibrary } from "../../../src/cel/library/two-variable.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import { dynType } from "../../../src/cel/types/types.ts";
import type { CelError, Value } from "../../../src/cel/types/values.ts";

export interface EvaluateOptions {
  /** JSON values by variable name; every variable is declared as `dyn`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Default true. */
  readonly isChecked?: boolean;
  readonly plan?: PlanOptions;
  readonly frame?: FrameOptions;
}

export function evaluate(text: string, options: EvaluateOptions = {}): Value | CelError {
  const { variables = {}, isChecked = true } = options;
  const environment = environmentOf(Object.keys(variables));
  const parsed = parse(text, { macros: ["standard", "optional", "two-variable", "bindings"] });
  if (parsed.result === undefined) throw new Error(`${text}: ${parsed.issues[0]?.message}`);
  const checked = isChecked ? check(parsed.result, environment) : undefined;
  if (checked !== undefined && checked.result === undefined) throw new Error(`${text}: ${checked.issues[0]?.message}`);
  const values = Object.entries(variables).map(([name, json]) => [name, fromJson(json)] as const);
  return plan(checked?.result ?? parsed.result, environment, options.plan).evaluate(new Map(values), options.frame);
}

function environmentOf(variables: readonly string[]): Environment {
  return createEnvironment({
    libraries: [standardLibrary, optionalLibrary, twoVariableLibrary],
    variables: variables.map((name) => ({ name, type: dynType })),
  });
}
