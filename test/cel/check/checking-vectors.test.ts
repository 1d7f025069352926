import { tests } from "@bufbuild/cel-spec/testdata/checking.js";
import { describe, expect, test } from "vitest";
import type { MacroSetName } from "../../../src/cel/syntax/macros.ts";
import { declareFunction, type Library, member, overload } from "../../../src/cel/types/declarations.ts";
import { formatType } from "../../../src/cel/types/format-type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  intType,
  nullType,
  stringType,
  uintType,
} from "../../../src/cel/types/types.ts";
import { maskLiterals, printChecked } from "./print-checked.ts";
import { testMessages } from "./protobuf-objects.ts";
import { checkVector, type Vector, vectorEnvironment } from "./vector.ts";

/** Vectors whose result differs from cel-go's, with the reason. The test fails if one of them matches after all. */
const gaps: Readonly<Record<string, string>> = {
  "lists.filter(x, x > 1.5)": "once in a macro, cel-go forgets that int and double may not be ordered here",
  "type(testAllTypes.nestedgroup.nested_id) == int": "cel-spec's message has no such field in its group",
  "{?'key': {'a': 'b'}.?value}": "both places with optional syntax are reported, not only the first",
  "{?'key': {'a': 'b'}.?value}.key": "both places with optional syntax are reported, not only the first",
  "TestAllTypes{?single_int32: {}.?i}": "both places with optional syntax are reported, not only the first",
};

describe("cel-go's checker tests, as packaged by cel-spec", () => {
  for (const vector of (tests.tests ?? []) as readonly Vector[]) {
    const { expr, container = "" } = vector.original;
    test(`${expr} in '${container}'`, () => {
      const checkOutcome = () => expectVector(vector);
      if (expr in gaps) expect(checkOutcome).toThrow();
      else checkOutcome();
    });
  }
});

/** The declarations that cel-go's tests call `default`; the vectors omit them. */
const defaultLibrary: Library = {
  name: "default",
  functions: [
    declareFunction("fg_s", overload("fg_s_0", [], stringType)),
    declareFunction("fi_s_s", member("fi_s_s_0", [stringType], stringType)),
  ],
};
const declaredTypes = {
  ...testMessages((name) => name.replace(/^cel\.expr\.conformance\.(proto[23])\./, "google.expr.$1.test.")),
  libraries: [defaultLibrary],
  variables: [
    { name: "is", type: stringType },
    { name: "ii", type: intType },
    { name: "iu", type: uintType },
    { name: "iz", type: boolType },
    { name: "ib", type: bytesType },
    { name: "id", type: doubleType },
    { name: "ix", type: nullType },
  ],
};

function expectVector({ original, checkedAst = "", type, error = "" }: Vector): void {
  const env = vectorEnvironment(original, declaredTypes);
  // Some vectors were recorded with a parser that does not support the optional syntax.
  const macros: readonly MacroSetName[] = error.includes("unsupported syntax") ? ["standard"] : env.macros;
  const { result, issues } = checkVector(original.expr, { ...env, macros });
  expect(issues.map(({ start }) => placeText(original.expr, start))).toEqual(errorPlaces(error));
  if (result === undefined) return;
  expect(formatType(result.outputType)).toBe(type);
  expect(printChecked(result)).toBe(maskLiterals(checkedAst));
}

function errorPlaces(error: string): string[] {
  return [...error.matchAll(/^ERROR: [^:]*:(\d+:\d+): /gm)].map(([, found = ""]) => found);
}

function placeText(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${[...(lines.at(-1) ?? "")].length + 1}`;
}
