import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { resourceApplyType } from "../../../src/kinds/apiextensions/resource-apply-type.ts";
import { applyConfiguration } from "../../../src/patch/apply/field-manager.ts";
import type { ManagedFieldsEntry } from "../../../src/patch/apply/owners.ts";
import { typingFaults } from "../../../src/patch/apply/typing.ts";

const typeOf = (spec: JSONSchemaProps) => resourceApplyType({ type: "object", properties: { spec } });
const keeps: JSONSchemaProps = { "x-kubernetes-preserve-unknown-fields": true };
const list = (items: JSONSchemaProps, ...keys: string[]): JSONSchemaProps => ({
  type: "array",
  items,
  "x-kubernetes-list-type": keys.length > 0 ? "map" : "set",
  ...(keys.length > 0 ? { "x-kubernetes-list-map-keys": keys } : {}),
});

test.each<[string, JSONSchemaProps, unknown, readonly string[]]>([
  [
    "a declared object below one that keeps unknown fields keeps them too",
    { type: "object", ...keeps, properties: { p: { type: "object", properties: { x: { type: "string" } } } } },
    { p: { zz: 1 } },
    [],
  ],
  [
    "but not one beside it",
    { type: "object", properties: { p: { type: "object", ...keeps }, x: { type: "string" } } },
    { p: { zz: 1 }, zz: 1 },
    [".spec.zz: field not declared in schema"],
  ],
  [
    "the key of an item has no default that the schema does not say",
    list({ type: "object", properties: { k: { type: "string" } }, required: ["k"] }, "k"),
    [{}],
    [
      '.spec: element 0: associative list with keys has an element that omits all key fields ["k"] (and doesn\'t have default values for any key fields)',
    ],
  ],
  [
    "nor is it more than one item of its key",
    list({ type: "object", properties: { k: { type: "string", default: "a" } } }, "k"),
    [{}, { k: "a" }],
    ['.spec: duplicate entries for key [k="a"]'],
  ],
  ["a number or a text is anything", { "x-kubernetes-int-or-string": true }, { a: [{}] }, []],
  ["a text with a format may be a number", { type: "string", format: "date-time" }, 5, []],
  [
    "one of bytes may not",
    { type: "string", format: "byte" },
    5,
    [".spec: expected string, got &value.valueUnstructured{Value:5}"],
  ],
  [
    "values of a map have their schema, also where unknown fields are kept",
    { type: "object", ...keeps, additionalProperties: { type: "object" } },
    { k: "x" },
    [".spec.k: expected map, got &{x}"],
  ],
  [
    "a resource in a resource has a type and metadata",
    { type: "object", ...keeps, "x-kubernetes-embedded-resource": true },
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
  const typed = (spec: object) => ({ value: { spec }, apiVersion: "x/v1", type });
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
    object: typed({
      list: [
        { c: {}, k: "y" },
        { c: {}, k: "z" },
      ],
      other: "o",
    }),
    entries,
  };
  const result = applyConfiguration(live, typed({}), {
    manager: "a",
    subresource: "",
    now: "2026-01-01T00:00:00Z",
    convert: (object) => object,
    empty: typed({}),
    isForced: true,
  });
  expect(result.ok && result.value.object.value).toEqual({ spec: { list: [{ c: {}, k: "z" }], other: "o" } });
});
