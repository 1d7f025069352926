import fc from "fast-check";
import { expect, test } from "vitest";
import { asJson } from "../../src/json/as-json.ts";

class Reading {
  readonly at = new Date(0);
  readonly unit: string | undefined = undefined;
}

test.each<[unknown, unknown]>([
  [new Date(0), "1970-01-01T00:00:00.000Z"],
  [new Date(Number.NaN), null],
  [
    [undefined, () => 1, Symbol("a"), 1],
    [null, null, null, 1],
  ],
  [new Array(2), [null, null]],
  [new Reading(), { at: "1970-01-01T00:00:00.000Z", unit: undefined }],
  [{ a: { toJSON: () => ({ b: [new Date(0)] }) } }, { a: { b: ["1970-01-01T00:00:00.000Z"] } }],
  [15n, 15],
  [2n ** 60n, 2n ** 60n],
])("%o is read as %o", (value, expected) => {
  expect(asJson(value)).toEqual(expected);
});

test("a value that is JSON is not copied", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(asJson(json)).toBe(json);
    }),
  );
});

test("any value gives the JSON that JSON.stringify writes, and stays as it is", () => {
  const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true });
  fc.assert(
    fc.property(anything, (value) => {
      const before = structuredClone(value);
      expect(JSON.stringify(asJson(value))).toBe(JSON.stringify(value));
      expect(value).toEqual(before);
    }),
  );
});

test("only the parts around a date are copied; `__proto__` is a name like others", () => {
  const value = { kept: { a: 1 }, ...JSON.parse('{"__proto__": {"b": 1}}'), at: new Date(0) };
  const read = asJson(value) as typeof value;
  expect(read.kept).toBe(value.kept);
  expect(Object.keys(read)).toEqual(Object.keys(value));
});

test("a value that holds itself, or the same part many times, ends", () => {
  const value: Record<string, unknown> = { at: new Date(0) };
  value["self"] = value;
  value["list"] = [value, value];
  expect(asJson(value)).toMatchObject({ at: "1970-01-01T00:00:00.000Z" });
  const twice = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner, b: inner }), {});
  expect(asJson(twice)).toBe(twice);
  const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => ({ a: inner }), {});
  expect(asJson(deep)).toBe(deep);
});
