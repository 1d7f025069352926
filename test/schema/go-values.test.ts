import { expect, test } from "vitest";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { field, flag, int32, list, raw, stringMap, struct, text } from "../../src/schema/fields.ts";
import { sentValue, storedValue, trackedValue, withoutZeros } from "../../src/schema/go-values.ts";
import { bytes, duration, intOrString, mapOf, microTime, quantity, time } from "./further-fields.ts";

const pointer = { "x-pointer": true } as const;
const alwaysWritten = { "x-always": true } as const;
const innerStruct = struct({ name: text(), deeper: struct({ a: text() }) });

const cases: readonly {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly stored: unknown;
  /** The value as it is sent, if it differs from the stored one. */
  readonly sent?: unknown;
  readonly compared: unknown;
}[] = [
  {
    name: "zero values of fields that are no pointers",
    schema: struct({ a: text(), b: flag(), c: int32(), d: list(text()), e: stringMap(), f: raw() }),
    value: { a: "", b: false, c: 0, d: [], e: {}, f: {} },
    stored: { f: {} },
    compared: { f: {} },
  },
  {
    name: "zero values behind pointers",
    schema: struct({ a: text(pointer), b: flag(pointer), c: int32(pointer), d: field(innerStruct, pointer) }),
    value: { a: "", b: false, c: 0, d: {} },
    stored: { a: "", b: false, c: 0, d: { deeper: {} } },
    compared: { a: "", b: false, c: 0, d: {} },
  },
  {
    name: "nothing, where all is always written",
    schema: struct({
      a: text(alwaysWritten),
      b: flag(alwaysWritten),
      c: int32(alwaysWritten),
      d: list(text(), alwaysWritten),
      e: field(stringMap(), alwaysWritten),
      f: int32({ ...alwaysWritten, ...pointer }),
      g: raw(alwaysWritten),
      h: bytes(alwaysWritten),
    }),
    value: {},
    stored: { a: "", b: false, c: 0, d: null, e: null, f: null, g: null, h: null },
    compared: {},
  },
  {
    name: "empty lists and maps that are always written",
    schema: struct({ d: list(text(), alwaysWritten), e: field(stringMap(), alwaysWritten), f: mapOf(list(text())) }),
    value: { d: [], e: {}, f: { x: [] } },
    stored: { d: null, e: null, f: { x: null } },
    sent: { d: [], e: {}, f: { x: [] } },
    compared: { f: { x: null } },
  },
  {
    name: "structs, which are there without a word",
    schema: struct({
      a: innerStruct,
      b: quantity(),
      c: intOrString(),
      d: time(),
      e: time({ "x-omits-zero": true }),
      f: duration(),
      g: microTime(),
    }),
    value: {},
    stored: { a: { deeper: {} }, b: "0", c: 0, d: null, f: "0s", g: null },
    compared: {},
  },
  {
    name: "a struct of zero values",
    schema: struct({ a: innerStruct, b: quantity(), c: intOrString(), d: duration() }),
    value: { a: { name: "", deeper: { a: "" } }, b: "0", c: 0, d: "0s" },
    stored: { a: { deeper: {} }, b: "0", c: 0, d: "0s" },
    compared: {},
  },
  {
    name: "items of lists and values of maps, whatever they are",
    schema: struct({ a: list(innerStruct), b: list(text()), c: mapOf(text()), d: mapOf(innerStruct) }),
    value: { a: [{ name: "" }], b: [""], c: { x: "", __proto__: "y" }, d: { x: {} } },
    stored: { a: [{ deeper: {} }], b: [""], c: { x: "", __proto__: "y" }, d: { x: { deeper: {} } } },
    compared: { a: [{}], b: [""], c: { x: "", __proto__: "y" }, d: { x: {} } },
  },
  {
    name: "texts that Go reads into types of their own",
    schema: struct({ a: time(), b: microTime(), c: duration(), d: bytes(), e: time(), f: intOrString() }),
    value: {
      a: "2026-01-31T12:00:00.5+02:00",
      b: "2026-01-31T12:00:00.123456Z",
      c: "90s",
      d: "YW\nJj/w==",
      e: "0001-01-01T00:00:00Z",
      f: "",
    },
    stored: {
      a: "2026-01-31T10:00:00Z",
      b: "2026-01-31T12:00:00.123456Z",
      c: "1m30s",
      d: "YWJj/w==",
      e: null,
      f: "",
    },
    compared: {
      a: "2026-01-31T10:00:00Z",
      b: "2026-01-31T12:00:00.123456Z",
      c: "1m30s",
      d: "YWJj/w==",
      f: "",
    },
  },
  {
    name: "bytes of length 0 and no bytes",
    schema: struct({ a: bytes(alwaysWritten), b: bytes(alwaysWritten), c: bytes(alwaysWritten), d: bytes() }),
    value: { a: "", b: null, d: "" },
    stored: { a: "", b: null, c: null },
    compared: {},
  },
  {
    name: "fields that the newest release has dropped are not filled in",
    schema: struct({ a: list(text(), { ...alwaysWritten, "x-until": "1.37" }) }),
    value: {},
    stored: {},
    compared: {},
  },
  {
    name: "an object of a kind without a Go type",
    schema: {
      type: "object",
      properties: {
        metadata: struct({ labels: stringMap() }),
        spec: { "x-raw": true, "x-required": true, "x-always": false },
      },
      additionalProperties: { "x-raw": true },
    } as FieldSchema,
    value: { metadata: { labels: {} }, other: { a: [] } },
    stored: { metadata: {}, other: { a: [] } },
    compared: { other: { a: [] } },
  },
];

test.each(cases)("$name", ({ schema, value, stored, sent = stored, compared }) => {
  expect(storedValue(value, schema)).toEqual(stored);
  expect(sentValue(value, schema)).toEqual(sent);
  expect(withoutZeros(value, schema)).toEqual(compared);
});

test.each(cases)("$name: a second application changes nothing", ({ schema, value }) => {
  for (const form of [storedValue, sentValue, withoutZeros]) {
    const once = form(value, schema);
    expect(form(once, schema)).toEqual(once);
  }
});

test("a zero time in a pointer field is stored as null", () => {
  const schema = struct({ a: time(pointer), b: time({ ...pointer, ...alwaysWritten }) });
  const written = storedValue({ a: "0001-01-01T00:00:00Z", b: "0001-01-01T00:00:00Z" }, schema);
  expect(written).toEqual({ a: null, b: null });
  expect(storedValue(written, schema)).toEqual(written);
});

test("for field ownership, items of an atomic list keep their empty lists and maps", () => {
  const item = struct({ name: text(), names: list(text()), labels: stringMap() });
  const schema = struct({
    whole: list(item),
    merged: list(item, { "x-list-type": "map", "x-list-map-keys": ["name"] }),
    names: list(text()),
  });
  const value = { whole: [{ name: "a", names: [], labels: {} }], merged: [{ name: "a", names: [] }], names: [] };
  expect(trackedValue(value, schema)).toEqual({
    whole: [{ name: "a", names: [], labels: {} }],
    merged: [{ name: "a" }],
  });
  expect(sentValue(value, schema)).toEqual({ whole: [{ name: "a" }], merged: [{ name: "a" }] });
});
