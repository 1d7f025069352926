import { describe, expect, test } from "vitest";
import { decode, decodeStrictly } from "../../src/schema/decode.ts";
import { flag, int32, intOrString, list, stringMap, struct, text } from "../../src/schema/fields.ts";

const schema = struct({
  name: text(),
  mode: text({ enum: ["On", "Off"] }),
  count: int32(),
  port: intOrString(),
  isOn: flag(),
  words: list(text()),
  labels: stringMap(),
});

describe("what fits is taken as it is, the rest is left out and told", () => {
  test.each([
    { name: "sound", value: { name: "a", mode: "On", count: 3, port: "http", isOn: true, words: ["x"] }, faults: [] },
    { name: "numbers", value: { count: -(2 ** 31), port: 2 ** 31 - 1 }, faults: [] },
    { name: "an unlisted word", value: { mode: "Up" }, faults: ["mode"] },
  ])("$name", ({ value, faults }) => {
    const { object, misfits } = decodeStrictly(value, schema);
    expect(object).toEqual(value);
    expect(misfits.map(({ path }) => path.join("."))).toEqual(faults);
  });

  test("values of another type", () => {
    const value = {
      name: 1,
      count: "3",
      port: 2 ** 31,
      isOn: "true",
      words: ["x", 2, null],
      labels: { a: "b", c: 3, d: null },
    };
    const { object, misfits } = decodeStrictly(value, schema);
    expect(object).toEqual({ words: ["x", "", ""], labels: { a: "b", c: "", d: "" } });
    expect(misfits.map(({ path }) => path.join("."))).toEqual(["name", "count", "port", "isOn", "words.1", "labels.c"]);
  });

  test.each([2 ** 31, -(2 ** 31) - 1, 2n ** 64n - 1n, 0.5])("a number beyond its bits: %s", (count) => {
    const { object, misfits } = decodeStrictly({ count }, schema);
    expect(object).toEqual({});
    expect(misfits).toHaveLength(1);
  });
});

test("no key reaches the prototype", () => {
  const value: unknown = JSON.parse('{"labels": {"__proto__": "x", "a": "b"}}');
  const { labels } = decode(value, schema) as { labels: Record<string, string> };
  expect(Object.entries(labels)).toEqual([
    ["__proto__", "x"],
    ["a", "b"],
  ]);
});
