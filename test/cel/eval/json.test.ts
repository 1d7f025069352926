import fc from "fast-check";
import { expect, test } from "vitest";
import { formatValue } from "../../../src/cel/eval/format-value.ts";
import { fromJson, toJson } from "../../../src/cel/eval/json.ts";
import type { ObjectDeclaration } from "../../../src/cel/types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
  uintType,
} from "../../../src/cel/types/types.ts";
import { CelMap, CelObject, Duration, Timestamp, Uint, type Value } from "../../../src/cel/types/values.ts";

test.each<[unknown, CelType, Value]>([
  [5, intType, 5n],
  [5, uintType, new Uint(5n)],
  [5, doubleType, 5],
  [5.5, intType, 5.5],
  [9007199254740993n, intType, 9007199254740993n],
  [1n << 70n, intType, 2 ** 70],
  ["1h", durationType, new Duration(3_600_000_000_000n)],
  ["2020-01-01T00:00:00Z", timestampType, new Timestamp(1_577_836_800, 0)],
  ["yesterday", timestampType, "yesterday"],
  ["YWI=", bytesType, new Uint8Array([97, 98])],
  ["?", bytesType, "?"],
  [[1, 2], listType(intType), [1n, 2n]],
  ["a\ud800", stringType, "a\ufffd"],
  [true, boolType, true],
  [null, stringType, null],
  [new Date(0), dynType, "1970-01-01T00:00:00.000Z"],
  [new Date(0), timestampType, new Timestamp(0, 0)],
  [[new Date(0)], listType(stringType), ["1970-01-01T00:00:00.000Z"]],
])("%s declared as %o", (json, type, expected) => {
  expect(fromJson(json, type)).toEqual(expected);
});

test("numbers are doubles unless whole numbers are to be ints", () => {
  expect(fromJson([1, 1.5])).toEqual([1, 1.5]);
  expect(fromJson([1, 1.5], undefined, { wholeNumbers: "int" })).toEqual([1n, 1.5]);
});

test("an object becomes a map without the properties of its prototype", () => {
  const map = fromJson(JSON.parse('{"a": {"b": [{"c": 1}]}, "__proto__": 2}'));
  if (!(map instanceof CelMap)) throw new Error("no map");
  expect(map.size).toBe(2);
  expect([...map.keys()]).toEqual(["a", "__proto__"]);
  expect(map.get("__proto__")).toBe(2);
  expect(map.get("toString")).toBeUndefined();
  expect(map.get(1n)).toBeUndefined();
  expect(map.get("a")).toBe(map.get("a"));
});

test("an undefined member is absent, as in JSON", () => {
  const map = fromJson({ a: undefined, b: 1, c: { toJSON: 2 } });
  if (!(map instanceof CelMap)) throw new Error("no map");
  expect(map.size).toBe(2);
  expect(map.get("a")).toBeUndefined();
  expect(toJson(map)).toEqual({ b: 1, c: { toJSON: 2 } });
});

const personType: ObjectDeclaration = {
  name: "test.Person",
  fields: { age: intType, tags: mapType(stringType, intType), parent: objectType("test.Person") },
};

test("an object of a declared type has only the declared fields", () => {
  const objects = new Map([[personType.name, personType]]);
  const json = { age: 7, tags: { a: 1 }, parent: { age: 40 }, extra: true };
  const value = fromJson(json, objectType("test.Person"), { objects });
  if (!(value instanceof CelObject)) throw new Error("no object");
  expect(value.objectType).toBe("test.Person");
  expect(value.getField("age")).toBe(7n);
  expect(value.getField("extra")).toBeUndefined();
  expect([...value.fieldNames()]).toEqual(["age", "tags", "parent"]);
  expect(toJson(value)).toEqual({ age: 7, tags: { a: 1 }, parent: { age: 40 } });
});

test("converting JSON to values and back gives the same JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (json) => {
      const plain = JSON.parse(JSON.stringify(json));
      expect(JSON.stringify(toJson(fromJson(plain)))).toBe(JSON.stringify(plain));
    }),
  );
});

test.each<[Value, unknown, string]>([
  [9007199254740993n, "9007199254740993", "9007199254740993"],
  [new Uint(3n), 3, "3"],
  [Number.NaN, "NaN", "NaN"],
  [new Uint8Array([97]), "YQ==", "a"],
  [new Duration(1_500_000_000n), "1.5s", "1.5s"],
  [new Timestamp(0, 0, 3600), "1970-01-01T01:00:00+01:00", "1970-01-01T01:00:00+01:00"],
])("%o has its JSON form and its text form", (value, json, text) => {
  expect(toJson(value)).toEqual(json);
  expect(formatValue(value)).toBe(text);
});
