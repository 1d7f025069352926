import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { resourceApplyType } from "../../../src/kinds/apiextensions/resource-apply-type.ts";
import { applyConfiguration } from "../../../src/patch/apply/field-manager.ts";
import type { ManagedFieldsEntry } from "../../../src/patch/apply/owners.ts";
import { typingFaults } from "../../../src/patch/apply/typing.ts";

const typeOf = (spec: JSONSchemaProps) => resourceApplyType({ type: "object", properties: { spec } });
const preservesUnknown: JSONSchemaProps = { "x-kubernetes-preserve-unknown-fields": true };
const list = (items: JSONSchemaProps, ...keys: string[]): JSONSchemaProps => ({
  type: "array",
  items,
  "x-kubernetes-list-type": keys.length > 0 ? "map" : "set",
  ...(keys.length > 0 ? { "x-kubernetes-list-map-keys": keys } : {}),
});

test.each<[string, JSONSchemaProps, unknown, readonly string[]]>([
  [
    "a declared object within one that preserves unknown fields preserves them too",
    {
      type: "object",
      ...preservesUnknown,
      properties: { p: { type: "object", properties: { x: { type: "string" } } } },
    },
    { p: { zz: 1 } },
    [],
  ],
  [
    "a sibling of such an object does not preserve them",
    { type: "object", properties: { p: { type: "object", ...preservesUnknown }, x: { type: "string" } } },
    { p: { zz: 1 }, zz: 1 },
    [".spec.zz: field not declared in schema"],
  ],
  [
    "the key of an item has only the default of the schema",
    list({ type: "object", properties: { k: { type: "string" } }, required: ["k"] }, "k"),
    [{}],
    [
      '.spec: element 0: associative list with keys has an element that omits all key fields ["k"] (and doesn\'t have default values for any key fields)',
    ],
  ],
  [
    "items with the same key are duplicates",
    list({ type: "object", properties: { k: { type: "string", default: "a" } } }, "k"),
    [{}, { k: "a" }],
    ['.spec: duplicate entries for key [k="a"]'],
  ],
  ["an int-or-string is untyped", { "x-kubernetes-int-or-string": true }, { a: [{}] }, []],
  ["a string with a format may be a number", { type: "string", format: "date-time" }, 5, []],
  [
    "a string of bytes may not be a number",
    { type: "string", format: "byte" },
    5,
    [".spec: expected string, got &value.valueUnstructured{Value:5}"],
  ],
  [
    "values of a map have their schema, also where unknown fields are kept",
    { type: "object", ...preservesUnknown, additionalProperties: { type: "object" } },
    { k: "x" },
    [".spec.k: expected map, got &{x}"],
  ],
  [
    "an embedded resource has a type and metadata",
    { type: "object", ...preservesUnknown, "x-kubernetes-embedded-resource": true },
    { apiVersion: 1, kind: null, metadata: { labels: [] } },
    [
      ".spec.apiVersion: expected string, got &value.valueUnstructured{Value:1}",
      ".spec.metadata.labels: expected map, got &{[]}",
    ],
  ],
])("%s", (_name, spec, value, faults) => {
  expect(typingFaults(typeOf(spec), { spec: value }, false)).toEqual(faults);
});

test("an empty list item is removed with its last owned field, even if no manager owns its key", () => {
  const key: JSONSchemaProps = { type: "string", default: "y" };
  const c: JSONSchemaProps = { type: "object", additionalProperties: { type: "string" } };
  const type = typeOf({
    type: "object",
    properties: { list: list({ type: "object", properties: { c, k: key } }, "k"), other: { type: "string" } },
  });
  const typedObject = (spec: object) => ({ value: { spec }, apiVersion: "x/v1", type });
  const entry = (manager: string, fields: object): ManagedFieldsEntry =>
    ({
      manager,
      operation: "Apply",
      apiVersion: "x/v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:list": fields } },
    }) as ManagedFieldsEntry;
  const item = { ".": {}, "f:c": {}, "f:k": {} };
  const entries = [
    entry("a", { 'k:{"k":"y"}': { ".": {}, "f:c": {} }, 'k:{"k":"z"}': item }),
    entry("b", { 'k:{"k":"z"}': item }),
  ];
  const live = {
    object: typedObject({
      list: [
        { c: {}, k: "y" },
        { c: {}, k: "z" },
      ],
      other: "o",
    }),
    entries,
  };
  const result = applyConfiguration(live, typedObject({}), {
    manager: "a",
    subresource: "",
    now: "2026-01-01T00:00:00Z",
    convert: (object) => object,
    empty: typedObject({}),
    isForced: true,
  });
  expect(result.ok && result.value.object.value).toEqual({ spec: { list: [{ c: {}, k: "z" }], other: "o" } });
});
