import { expect, test } from "vitest";
import { Float64 } from "../../../src/json/float64.ts";
import { withFloats } from "../../../src/kinds/apiextensions/float-values.ts";

test("integers at the paths are floats in the copy, and everything else is unchanged", () => {
  const other = { d: [1] };
  const object = { a: [{ b: 1, c: 1 }, 2], other, text: "1", large: 1e21 };
  const floats = withFloats(object, [["a", 0, "b"], ["a", 1], ["text"], ["large"], ["a", 7, "x"], ["none", "x"], []]);
  expect(floats).toEqual({ a: [{ b: new Float64(1), c: 1 }, new Float64(2)], other, text: "1", large: 1e21 });
  expect(floats["other"]).toBe(other);
  expect(object.a).toEqual([{ b: 1, c: 1 }, 2]);
  expect([Number((floats["a"] as unknown[])[1]), JSON.stringify(floats["a"])]).toEqual([2, '[{"b":1,"c":1},2]']);
});

test("without paths the same object is returned", () => {
  const object = { a: 1 };
  expect(withFloats(object, [])).toBe(object);
});
