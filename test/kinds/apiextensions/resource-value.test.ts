import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { fillDefaults } from "../../../src/kinds/apiextensions/resource-value.ts";
import { Correlation } from "../../../src/kinds/apiextensions/unchanged.ts";

test("a null in a default is removed or replaced like a null from a client, unless the field is nullable", () => {
  const inner = {
    type: "object",
    properties: {
      gone: { "x-kubernetes-preserve-unknown-fields": true },
      kept: { type: "string", nullable: true },
      replaced: { type: "string", default: "d" },
    },
    default: { gone: null, kept: null, replaced: null },
  } as const satisfies JSONSchemaProps;
  const object = {};
  fillDefaults(object, { type: "object", properties: { inner } });
  expect(object).toEqual({ inner: { kept: null, replaced: "d" } });
});

/** The results are those of kube-apiserver 1.37.1, which does not validate defaults below `additionalProperties`. */
test("a default loses unknown fields, nulls and digits beyond 64 bits", () => {
  const additionalProperties = {
    type: "object",
    properties: {
      whole: { type: "integer", default: { a: null, unknown: [{ c: 1 }] } },
      large: { type: "number", default: 2n ** 63n },
    },
  } as unknown as JSONSchemaProps;
  const object = { a: {} };
  fillDefaults(object, { type: "object", additionalProperties });
  expect(object).toEqual({ a: { whole: {}, large: 2 ** 63 } });
});

test.each([
  { name: "the largest integer and the number after it", old: 2n ** 63n - 1n, value: 2 ** 63, isSame: false },
  { name: "a number beyond 64 bits and itself", old: 2 ** 63, value: 2 ** 63, isSame: true },
  { name: "a small integer and itself", old: 1, value: 1, isSame: true },
])("$name: the value is unchanged in the update: $isSame", ({ old, value, isSame }) => {
  const schema = { type: "object", properties: { n: { type: "integer" } } } as const;
  const correlation = new Correlation({ n: value, more: 1 }, { n: old }, schema);
  expect(correlation.isUnchangedAt(["n"])).toBe(isSame);
});
