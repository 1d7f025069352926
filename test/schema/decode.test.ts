import { describe, expect, test } from "vitest";
import { decode, decodeErrorsOf, decodeStrictly } from "../../src/schema/decode.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { flag, int32, int64, list, raw, stringMap, struct, text } from "../../src/schema/fields.ts";
import { bytes, duration, durationOrNanos, float64, intOrString, quantity, uint32 } from "./further-fields.ts";

const schema = struct({
  name: text(),
  mode: text({ enum: ["On", "Off"] }),
  count: int32(),
  port: intOrString(),
  isOn: flag(),
  words: list(text()),
  labels: stringMap(),
});

describe("decoding of valid and invalid values", () => {
  test.each([
    {
      name: "a valid object",
      value: { name: "a", mode: "On", count: 3, port: "http", isOn: true, words: ["x"] },
      faults: [],
    },
    { name: "integers at their bounds", value: { count: -(2 ** 31), port: 2 ** 31 - 1 }, faults: [] },
    { name: "a value that is not in the enumeration", value: { mode: "Up" }, faults: ["mode"] },
  ])("$name", ({ value, faults }) => {
    const { object, errors } = decodeStrictly(value, schema);
    expect(object).toEqual(value);
    expect(errors.map(({ path }) => path.join("."))).toEqual(faults);
  });

  test.each([
    { name: "a Base64 string", value: "aGk=", expected: "aGk=" },
    { name: "a list of numbers, which Go also accepts", value: [104, 105], expected: "aGk=" },
    { name: "null in a list of numbers", value: [null, 255], expected: "AP8=" },
    { name: "an empty list", value: [], expected: "" },
    { name: "a number that is not a byte", value: [256], expected: undefined },
  ])("bytes: $name", ({ value, expected }) => {
    const { object, errors } = decodeStrictly({ data: value }, struct({ data: bytes() }));
    expect(object).toEqual(expected === undefined ? {} : { data: expected });
    expect(errors.length).toBe(expected === undefined ? 1 : 0);
  });

  test("values of another type are dropped, or are empty in lists and maps, and are reported", () => {
    const value = {
      name: 1,
      count: "3",
      port: 2 ** 31,
      isOn: "true",
      words: ["x", 2, null],
      labels: { a: "b", c: 3, d: null },
    };
    const { object, errors } = decodeStrictly(value, schema);
    expect(object).toEqual({ words: ["x", "", ""], labels: { a: "b", c: "", d: "" } });
    expect(errors.map(({ path }) => path.join("."))).toEqual(["name", "count", "port", "isOn", "words.1", "labels.c"]);
  });

  test.each([2 ** 31, -(2 ** 31) - 1, 2n ** 64n - 1n, 0.5])("the number %s is out of range", (count) => {
    const { object, errors } = decodeStrictly({ count }, schema);
    expect(object).toEqual({});
    expect(errors).toHaveLength(1);
  });
});

test.each([
  { field: int32(), fits: [-(2 ** 31), 2 ** 31 - 1], errors: [-(2 ** 31) - 1, 2 ** 31, 1n, 0.5, "1"] },
  { field: uint32(), fits: [0, 2 ** 32 - 1], errors: [-1, 2 ** 32, 0.5] },
  {
    field: int64(),
    fits: [-(2 ** 53), 2 ** 53 - 1, -(2n ** 63n), 2n ** 63n - 1n],
    errors: [-(2 ** 54), 2 ** 53, -(2n ** 63n) - 1n, 2n ** 63n, 0.5, true],
  },
  { field: float64(), fits: [0.5, -1, 2 ** 60], errors: ["0.5", true] },
  { field: intOrString(), fits: ["", 7], errors: [2 ** 31, 0.5, true] },
])("numbers of $field", ({ field, fits, errors }) => {
  const faults = (value: unknown) => decodeStrictly({ field: value }, struct({ field })).errors.length;
  expect(fits.map((value) => (decode({ field: value }, struct({ field })) as { field: unknown }).field)).toEqual(fits);
  expect([...fits, ...errors].map(faults)).toEqual([...fits.map(() => 0), ...errors.map(() => 1)]);
});

test.each<[field: FieldSchema, zero: unknown]>([
  [stringMap(), {}],
  [struct({ a: text() }), {}],
  [text(), ""],
  [flag(), false],
  ...[int32(), int64(), uint32(), intOrString(), durationOrNanos()].map((field): [FieldSchema, unknown] => [field, 0]),
  [quantity(), "0"],
  [float64(), null],
  [raw(), null],
])("null is dropped in a field of type %j, and is %j in a list or map", (field, zero) => {
  const items = { type: "array", items: field } as const;
  const map = { type: "object", additionalProperties: field } as const;
  const many: FieldSchema = { type: "object", properties: { items, map, field } };
  expect(decode({ items: [null], map: { a: null }, field: null }, many)).toEqual({ items: [zero], map: { a: zero } });
});

test("null in a map of lists is kept, since Go distinguishes a null list from an empty one", () => {
  const many: FieldSchema = { type: "object", additionalProperties: list(text()) };
  expect(decode({ a: null, b: [] }, many)).toEqual({ a: null, b: [] });
});

test("the number of reported errors of each fault is limited, with types and formats as one fault", () => {
  const item = struct({ count: int32(), wait: duration(), mode: text({ enum: ["On"] }) });
  const items = Array.from({ length: 4 }, () => ({ count: "1", wait: "x", mode: "Up", more: 1 }));
  const faults = (value: unknown, max: number) => {
    const found = decodeStrictly(value, list(item), { maxOfFault: max }).errors;
    return ["type", "format", "enum", "unknown-field"].map(
      (fault) => found.filter((each) => each.fault === fault).length,
    );
  };
  expect(faults(items, 3)).toEqual([2, 1, 3, 3]);
  expect(faults(items, 9)).toEqual([4, 4, 4, 4]);
  const checked = decodeErrorsOf(items, list(item), { maxOfFault: 3 });
  expect(checked.map(({ fault, path }) => `${path.join(".")} ${fault}`)).toEqual([
    ...["0.count type", "0.wait format", "0.mode enum", "0 unknown-field"],
    "1.count type",
  ]);
});

test("the key __proto__ does not change the prototype", () => {
  const value: unknown = JSON.parse('{"labels": {"__proto__": "x", "a": "b"}}');
  const { labels } = decode(value, schema) as { labels: Record<string, string> };
  expect(Object.entries(labels)).toEqual([
    ["__proto__", "x"],
    ["a", "b"],
  ]);
});
