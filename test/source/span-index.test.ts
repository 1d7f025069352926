import fc from "fast-check";
import { expect, test } from "vitest";
import { SpanIndex } from "../../src/source/span-index.ts";

const span = fc
  .tuple(fc.nat({ max: 50 }), fc.nat({ max: 20 }))
  .map(([start, length]) => ({ start, end: start + length }));

test("the index finds the same spans at an offset as a check of every span", () => {
  fc.assert(
    fc.property(fc.array(span), fc.nat({ max: 80 }), (spans, offset) => {
      const holding = spans.filter(({ start, end }) => start <= offset && offset <= end);
      expect(new SpanIndex(spans).at(offset)).toEqual(holding.sort((a, b) => a.start - b.start));
    }),
  );
});
