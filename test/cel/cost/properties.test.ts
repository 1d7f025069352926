import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import type { SizePath } from "../../../src/cel/cost/estimator.ts";
import { CelError } from "../../../src/cel/types/values.ts";
import { environment, estimateOf, measure } from "./measure.ts";

/**
 * Random expressions as texts, grouped by their type. Some select from a value of unknown type, which cel-go charges
 * but does not estimate, and some call functions whose actual cost exceeds cel-go's estimate.
 */
const { bool, string } = fc.letrec<{ bool: string; string: string; int: string; strings: string }>((tie) => {
  const bools = tie("bool");
  const texts = tie("string");
  const ints = tie("int");
  const lists = tie("strings");
  const call = (template: string, ...parts: fc.Arbitrary<string>[]) =>
    fc.tuple(...parts).map((values) => values.reduce((text, value) => text.replace("_", () => `(${value})`), template));
  const options = { depthSize: "small", withCrossShrink: true } as const;
  return {
    bool: fc.oneof(
      options,
      fc.constantFrom("true", "has(d.a)", "s.startsWith('h')"),
      call("_ && _", bools, bools),
      call("_ || _", bools, bools),
      call("_ ? _ : _", bools, bools, bools),
      call("_ == _", texts, texts),
      call("_ != _", lists, lists),
      call("_ < _", ints, ints),
      call("_ in _", texts, lists),
      call("_.contains(_)", texts, texts),
      call("_.matches('[a-z]+')", texts),
      call("_.exists(x, _)", lists, bools),
      call("_.all(x, _ || x == s)", lists, bools),
      call("sets.contains(_, _)", lists, lists),
      call("isIP(_)", texts),
      call("d.a == _", texts),
    ),
    string: fc.oneof(
      options,
      fc.constantFrom("s", "'abc'", "'é👑'", "strings[1]", "map['k']"),
      call("_ + _", texts, texts),
      call("_.replace(_, _)", texts, texts, texts),
      call("_.lowerAscii()", texts),
      call("_ ? _ : _", bools, texts, texts),
      call("string(_)", ints),
      call("_.find('[a-z]+')", texts),
      call("_.join()", lists),
    ),
    int: fc.oneof(
      options,
      fc.constantFrom("i", "1", "list[0]"),
      call("_ + _", ints, ints),
      call("size(_)", texts),
      call("_.size()", lists),
      call("_.indexOf(_)", texts, texts),
    ),
    strings: fc.oneof(
      options,
      fc.constantFrom("strings", "['a', 'b']", "[s]"),
      call("_ + _", lists, lists),
      call("_.map(x, x + _)", lists, texts),
      call("_.filter(x, _)", lists, bools),
      call("_.split(_)", texts, texts),
      call("_.findAll(_)", texts, texts),
      call("_.distinct()", lists),
      call("_.slice(0, 1)", lists),
    ),
  };
});

/** The sizes of the inputs, and of the largest value inside them. */
const sizes = ([name]: SizePath): number | undefined => ({ s: 5, list: 3, strings: 2, map: 1 })[name ?? ""];

test("an evaluation costs at most the estimated maximum, unless the estimate lists parts that it leaves out", () => {
  let evaluated = 0;
  let complete = 0;
  fc.assert(
    fc.property(fc.oneof(bool, string), (text) => {
      const { checked } = compile(environment, text);
      fc.pre(checked !== undefined);
      const { result, cost } = measure(checked);
      fc.pre(!(result instanceof CelError) && Number.isSafeInteger(cost));
      evaluated++;
      const { max, leftOut } = estimateOf(checked);
      if (leftOut.length > 0) return;
      complete++;
      expect(BigInt(cost)).toBeLessThanOrEqual(max);
      expect(BigInt(cost)).toBeLessThanOrEqual(estimateOf(checked, { sizes }).max);
    }),
    { numRuns: 1000 },
  );
  expect(evaluated).toBeGreaterThan(200);
  expect(complete).toBeGreaterThan(100);
});

test.each([
  { text: "d.a == 'b'", leftOut: ["fields below d"] },
  { text: "strings.join() == 'abb'", leftOut: ["join()"] },
])("$text may cost more than estimated, and the estimate lists the omitted part", ({ text, leftOut }) => {
  const { max, leftOut: found } = estimateOf(text, { sizes: () => 0 });
  expect(found).toEqual(leftOut);
  expect(BigInt(measure(text).cost)).toBeGreaterThan(max);
});
