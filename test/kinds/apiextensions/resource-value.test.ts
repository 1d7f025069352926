import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { fillDefaults } from "../../../src/kinds/apiextensions/resource-value.ts";
import { Correlation } from "../../../src/kinds/apiextensions/unchanged.ts";

test("a null in a default goes like one that a client sends: where the field allows none and has no default", () => {
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

/** As kube-apiserver 1.37.1 fills them in; no validation looks at defaults below `additionalProperties`. */
test("a default has no unknown fields, and no digits beyond 64 bits", () => {
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
])("$name: an update leaves the value as it was: $isSame", ({ old, value, isSame }) => {
  const schema = { type: "object", properties: { n: { type: "integer" } } } as const;
  const correlation = new Correlation({ n: value, more: 1 }, { n: old }, schema);
  expect(correlation.isUnchangedAt(["n"])).toBe(isSame);
});
