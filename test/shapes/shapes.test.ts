/**
 * Looks for code whose cost grows faster than its input: repeats a sample of the tokens of each grammar, and of the
 * fields of kinds, and counts steps. `npm run shapes` measures the processor time of all of them on larger inputs.
 */
import { afterAll, describe, expect, test } from "vitest";
import { builtInKinds } from "../../src/kinds/index.ts";
import { fieldShape, fieldsOf, valueNames } from "./fields.ts";
import { foundShapes } from "./found.ts";
import { grammars, tokenShape } from "./grammars.ts";
import { growthOfSteps, type Shape } from "./growth.ts";
import { projects } from "./projects.ts";
import { StepCounter } from "./steps.ts";

/** More than the longest line that a code frame shows in full, and than the number of findings listed per document. */
const repetitions = 1_200;
/** The number of repeated parts of a project. */
const parts = 250;
/** Samples one in so many tokens, each in one of the frames, and one in so many fields, each with one of the values. */
const tokenStride = 23;
const fieldStride = 397;

const counter = new StepCounter();
afterAll(() => counter.stop());

const faults = (shapes: readonly Shape[], n = repetitions) =>
  shapes.flatMap((shape) => growthOfSteps(shape, (works) => counter.stepsOf(works), n) ?? []);

describe("tokens", () => {
  test.each(grammars)(
    "of $name",
    (grammar) => {
      const shapes = grammar.frames.flatMap((frame, frameIndex) =>
        grammar.tokens
          .filter((_token, index) => (index + frameIndex) % tokenStride === 0)
          .map((token) => tokenShape(grammar, frame, token)),
      );
      expect(faults(shapes)).toEqual([]);
    },
    120_000,
  );
});

test("fields of kinds", () => {
  const fields = fieldsOf(builtInKinds);
  const shapes = fields.flatMap((field, index) =>
    index % fieldStride === 0 ? [fieldShape(field, valueNames[index % valueNames.length] ?? "")] : [],
  );
  expect(faults(shapes)).toEqual([]);
}, 120_000);

test.each(foundShapes)("$name", (shape) => {
  expect(faults([shape])).toEqual([]);
});

test.each(projects)("$name", (shape) => {
  expect(faults([shape], parts)).toEqual([]);
});
