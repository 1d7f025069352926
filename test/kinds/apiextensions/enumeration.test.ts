import fc from "fast-check";
import { expect, test } from "vitest";
import { Enumeration, maxNamedValues } from "../../../src/kinds/apiextensions/enumeration.ts";
import { isInteger } from "../../../src/kinds/apiextensions/open-api-number.ts";
import { maxComparedValues, sameValue, valueFaults } from "../../../src/kinds/apiextensions/open-api-value.ts";

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 1.5, -1.5, 2 ** 53, 2 ** 63, 1e300, 2n ** 53n + 1n, 2n ** 63n, 1n),
  fc.integer({ min: -2, max: 2 }),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    number,
    fc.constantFrom("", "1", "a", "[]", "__proto__"),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("json"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("json"), { maxKeys: 2 }),
  ),
}));

/** Compares a value with one value of the list, as kube-apiserver does. */
function isListed(value: unknown, accepted: unknown): boolean {
  if (accepted === null || value === null) return false;
  if (typeof value === "number" && isInteger(accepted)) return Math.trunc(value) === Number(accepted);
  const areNumbers = typeof accepted === "number" || typeof accepted === "bigint";
  return sameValue(accepted, value) || (areNumbers && isInteger(value) && Number(value) === Number(accepted));
}

/** The results are those of kube-apiserver 1.37.1. */
test("an integer equals a floating point value if it converts to the same float", () => {
  expect(new Enumeration([2 ** 63, "foo"]).accepts(2n ** 63n - 1n)).toBe(true);
  expect(new Enumeration([2 ** 63, "foo"]).accepts(2n ** 62n)).toBe(false);
});

test("a value is accepted if it equals a value of the list", () => {
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 4 }), json, (values, value) => {
      const listed = new Enumeration(values as never);
      expect(listed.accepts(value)).toBe(values.some((each) => isListed(value, each)));
    }),
    { numRuns: 2_000 },
  );
});

const numbered = (count: number) => Array.from({ length: count }, (_none, index) => `value${index}`);
const context = { reaches: () => true };

test(`a message names ${maxNamedValues} values, and says how many others there are`, () => {
  const [fault] = valueFaults("x", { type: "string", enum: numbered(maxNamedValues + 2) }, context);
  expect(fault?.message).toMatch(/^must be one of "value0", .*, "value99", or 2 others; got "x"$/);
  expect(fault?.serverText).toContain('"value101"');
  const [other] = valueFaults("x", { type: "string", enum: numbered(maxNamedValues) }, context);
  expect(other?.message).not.toContain("others");
});

test("misspelled values have a suggestion until the limit of compared values is reached", () => {
  const values = numbered(1_000);
  const faults = valueFaults(
    Array.from({ length: maxComparedValues / values.length + 1 }, () => "Value1"),
    { type: "array", items: { type: "string", enum: values } },
    context,
  );
  expect(faults.map(({ help }) => help)).toEqual([...faults.slice(1).map(() => 'did you mean "value1"?'), undefined]);
});
