/**
 * Runs a conformance case as an embedder would: parse, check, plan, evaluate.
 *
 * @module
 */
import { check } from "../../../src/cel/check/checker.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { equalValues } from "../../../src/cel/eval/equality.ts";
import { formatValue } from "../../../src/cel/eval/format-value.ts";
import { plan } from "../../../src/cel/eval/plan.ts";
import { typeOf } from "../../../src/cel/eval/value-type.ts";
import { bindingsLibrary } from "../../../src/cel/library/bindings.ts";
import { blockLibrary } from "../../../src/cel/library/block.ts";
import { encodersLibrary } from "../../../src/cel/library/encoders.ts";
import { mathLibrary } from "../../../src/cel/library/math.ts";
import { optionalLibrary } from "../../../src/cel/library/optional.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { stringsLibraryLatest } from "../../../src/cel/library/strings.ts";
import { twoVariableLibrary } from "../../../src/cel/library/two-variable.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import type { Library } from "../../../src/cel/types/declarations.ts";
import { formatType } from "../../../src/cel/types/format-type.ts";
import { CelError, type Value } from "../../../src/cel/types/values.ts";
import { readType, readValue, type SpecCase } from "./case.ts";

const libraries = [
  standardLibrary,
  optionalLibrary,
  twoVariableLibrary,
  stringsLibraryLatest,
  mathLibrary,
  encodersLibrary,
  bindingsLibrary,
  blockLibrary,
];

/** Returns the difference from the expected result; undefined if the case passes. */
export function runCase(test: SpecCase): string | undefined {
  const environment = createEnvironment({
    libraries: [...libraries, declaredFunctions(test)],
    variables: test.typeEnv.flatMap(({ name, ident }) => (ident ? [{ name, type: readType(ident.type) }] : [])),
    container: test.container,
  });
  const parsed = parse(test.expr, environment);
  if (parsed.result === undefined) return `parse: ${parsed.issues[0]?.message}`;
  const checked = test.disableCheck ? undefined : check(parsed.result, environment);
  if (checked !== undefined && checked.result === undefined) return `check: ${checked.issues[0]?.message}`;
  if (test.deducedType !== undefined && checked?.result !== undefined) {
    const [type, expected] = [formatType(checked.result.outputType), formatType(readType(test.deducedType))];
    if (type !== expected) return `type: ${type}, expected ${expected}`;
  }
  if (test.checkOnly) return undefined;
  const variables = new Map<string, Value>();
  for (const [name, { value }] of Object.entries(test.bindings)) {
    const read = value && readValue(value);
    if (read === undefined) return `binding: ${name} is a message`;
    variables.set(name, read);
  }
  const result = plan(checked?.result ?? parsed.result, environment).evaluate(variables);
  return compare(test, result);
}

function compare(test: SpecCase, result: Value | CelError): string | undefined {
  if (test.evalError !== undefined) {
    return result instanceof CelError ? undefined : `expected an error, got ${formatValue(result)}`;
  }
  if (result instanceof CelError) return `error: ${result.message}`;
  const expected = test.value === undefined ? true : readValue(test.value);
  if (expected === undefined) return "expected a message";
  return isSameValue(result, expected) ? undefined : `got ${formatValue(result)}, expected ${formatValue(expected)}`;
}

function isSameValue(result: Value, expected: Value): boolean {
  if (formatType(typeOf(result)) !== formatType(typeOf(expected))) return false;
  return Number.isNaN(expected) ? Number.isNaN(result) : equalValues(result, expected);
}

function declaredFunctions(test: SpecCase): Library {
  return {
    name: "case",
    functions: test.typeEnv.flatMap((declaration) =>
      declaration.function === undefined
        ? []
        : [
            {
              name: declaration.name,
              overloads: declaration.function.overloads.map(
                ({ overloadId, params, resultType, isInstanceFunction }) => ({
                  id: overloadId,
                  params: (params ?? []).map(readType),
                  result: readType(resultType),
                  member: isInstanceFunction ?? false,
                }),
              ),
            },
          ],
    ),
  };
}
