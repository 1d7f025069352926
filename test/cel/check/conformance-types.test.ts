import { tests as comprehensions } from "@bufbuild/cel-spec/testdata/comprehension.js";
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { describe, expect, test } from "vitest";
import { maskLiterals, printChecked } from "./print-checked.ts";
import { testMessages } from "./protobuf-objects.ts";
import { checkVector, type Vector, vectorEnvironment } from "./vector.ts";

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly unknown[];
}

/** Suites for libraries that this test does not declare. */
const otherLibraries: ReadonlySet<string> = new Set([
  "math_ext",
  "block_ext",
  "bindings_ext",
  "encoders_ext",
  "proto2_ext",
  "string_ext",
]);

/** Vectors whose result differs from cel-go's, with the reason. The test fails if one of them matches after all. */
const gaps: Readonly<Record<string, string>> = {
  "type(optional.none()) == optional_type": "the type of `optional_type` has its parameter here, cel-go's has none",
};

const messages = testMessages();

/** Only vectors that cel-go checked; for the others it lacked a library or a part of the syntax. */
const suites = [conformance, comprehensions]
  .flatMap((root) => (root as Suite).suites ?? [root as Suite])
  .filter(({ name }) => !otherLibraries.has(name))
  .map((suite) => ({ name: suite.name, vectors: vectorsOf(suite).filter(({ checkedAst }) => checkedAst) }))
  .filter(({ vectors }) => vectors.length > 0);

describe("cel-go's types and overloads in the conformance tests", () => {
  test.each(suites)("$name", ({ vectors }) => {
    for (const { original, checkedAst = "" } of vectors) {
      const { result, issues } = checkVector(original.expr, vectorEnvironment(original, messages));
      const printed = result ? printChecked(result) : issues.map(({ message }) => message).join("; ");
      if (original.expr in gaps) expect(printed, original.expr).not.toBe(maskLiterals(checkedAst));
      else expect(printed, original.expr).toBe(maskLiterals(checkedAst));
    }
  });
});

function vectorsOf({ suites: inner = [], tests = [] }: Suite): Vector[] {
  return [...(tests as Vector[]), ...inner.flatMap(vectorsOf)].filter(({ original }) => !original.disableCheck);
}
