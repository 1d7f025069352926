/**
 * What grows faster than its input: each token of each grammar, and each field of each kind, repeated. Steps are counted
 * here; `npm run shapes` measures all of them as processor time, on larger inputs.
 */
import { afterAll, describe, expect, test } from "vitest";
import { builtInKinds } from "../../src/kinds/index.ts";
import { fieldShape, fieldsOf, valueNames } from "./fields.ts";
import { found } from "./found.ts";
import { grammars } from "./grammars.ts";
import { growthOfSteps, growthOfTime, repeat, type Shape } from "./growth.ts";
import { StepCounter } from "./steps.ts";

const isLong = process.env["SHAPES"] === "long";
/** Beyond the longest line that a frame shows whole, and the findings that are listed of a document. */
const repetitions = 1_200;
/** In the short run every so many tokens are repeated, in one of the frames, and so many fields, with one of the values. */
const tokenStride = isLong ? 1 : 23;
const fieldStride = 397;
const longMs = 3_600_000;

const counter = isLong ? undefined : new StepCounter();
afterAll(() => counter?.stop());

const growth = (shape: Shape) =>
  counter ? growthOfSteps(shape, (work) => counter.stepsOf(work), repetitions) : growthOfTime(shape);

const faults = (shapes: readonly Shape[]) => shapes.flatMap((shape) => growth(shape) ?? []);

describe("tokens", () => {
  test.each(grammars)(
    "of $name",
    ({ name, frames, tokens, read }) => {
      const shapes = frames.flatMap(([before, after], frame) =>
        tokens
          .filter((_token, index) => (index + frame) % tokenStride === 0)
          .map((token): Shape => {
            const text = (n: number) => before + repeat(token, n) + after;
            return { name: `${name}: ${JSON.stringify([before, token, after])}`, text, read };
          }),
      );
      expect(faults(shapes)).toEqual([]);
    },
    isLong ? longMs : 120_000,
  );
});

test(
  "fields of kinds",
  () => {
    const fields = fieldsOf(builtInKinds);
    const shapes = fields.flatMap((field, index) => {
      const values = isLong ? valueNames : index % fieldStride === 0 ? valueNames.slice(index % valueNames.length) : [];
      return (isLong ? values : values.slice(0, 1)).map((value) => fieldShape(field, value));
    });
    expect(faults(shapes)).toEqual([]);
  },
  isLong ? longMs : 120_000,
);

test.each(found)("$name", (shape) => {
  expect(faults([shape])).toEqual([]);
});
