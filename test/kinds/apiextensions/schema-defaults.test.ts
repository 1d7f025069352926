import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { formatDotted } from "../../../src/diagnostic/path.ts";
import { settle } from "../../../src/engine/options.ts";
import { defaultFindings } from "../../../src/kinds/apiextensions/schema-defaults.ts";

const small: JSONSchemaProps = { type: "integer", "x-kubernetes-validations": [{ rule: "self < 5" }] };

test.each([
  {
    name: "the key of a map",
    schema: { type: "object", additionalProperties: small, default: { a: 7 } },
    field: ["properties", "p", "default[a]"],
  },
  {
    name: "a key below a field and an item",
    schema: {
      type: "object",
      properties: { l: { type: "array", items: { type: "object", additionalProperties: small } } },
      default: { l: [{ a: 1 }, { b: 7 }] },
    },
    field: ["properties", "p", "default", "l[1][b]"],
  },
  { name: "a field", schema: { type: "object", properties: { a: small }, default: { a: 7 } }, field: undefined },
])("a rule on a default names $name as the API server does", ({ schema, field }) => {
  const root: JSONSchemaProps = { type: "object", properties: { p: schema as JSONSchemaProps } };
  expect(defaultFindings(root, settle({}).contextFor("v1"), false).map((finding) => finding.field)).toEqual([field]);
});

test("a fault in a default that is a list is named with the index as a field, as the API server does", () => {
  const items: JSONSchemaProps = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } };
  const list = { type: "array", items, default: [{}, { a: ["x", 1] }] } as JSONSchemaProps;
  const root: JSONSchemaProps = { type: "object", properties: { p: list } };
  const findings = defaultFindings(root, settle({}).contextFor("v1"), false);
  expect(findings.map(({ field }) => formatDotted(field ?? []))).toEqual(["properties.p.default.[1].a[1]"]);
});
