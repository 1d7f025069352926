import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { formatDotted } from "../../../src/diagnostic/path.ts";
import { settle } from "../../../src/engine/options.ts";
import { defaultFindings } from "../../../src/kinds/apiextensions/schema-defaults.ts";

const smallInteger: JSONSchemaProps = { type: "integer", "x-kubernetes-validations": [{ rule: "self < 5" }] };

test.each([
  {
    name: "the key of a map",
    schema: { type: "object", additionalProperties: smallInteger, default: { a: 7 } },
    field: ["properties", "p", "default[a]"],
  },
  {
    name: "a key below a field and an item",
    schema: {
      type: "object",
      properties: { l: { type: "array", items: { type: "object", additionalProperties: smallInteger } } },
      default: { l: [{ a: 1 }, { b: 7 }] },
    },
    field: ["properties", "p", "default", "l[1][b]"],
  },
  { name: "a field", schema: { type: "object", properties: { a: smallInteger }, default: { a: 7 } }, field: undefined },
])("the field path of a rule's error in a default is that of kube-apiserver: $name", ({ schema, field }) => {
  const root: JSONSchemaProps = { type: "object", properties: { p: schema as JSONSchemaProps } };
  expect(defaultFindings(root, settle({}).contextFor("v1"), false).map((finding) => finding.field)).toEqual([field]);
});

const resource: JSONSchemaProps = { type: "object", "x-kubernetes-embedded-resource": true };
const pod = { apiVersion: "v1", kind: "Pod" };

/** The results are those of kube-apiserver 1.37.1. */
test.each([
  ["a kind of the wrong type", { ...pod, kind: 1 }, ["default[a].kind"]],
  ["without apiVersion and kind", {}, ["default[a].apiVersion", "default[a].kind"]],
  ["metadata of the wrong type", { ...pod, metadata: { labels: [] } }, ["default[a].metadata"]],
  ["an invalid label", { ...pod, metadata: { labels: { "a b": "c" } } }, ["default[a].metadata.labels"]],
  ["an unknown field of metadata", { ...pod, metadata: { unknown: 1 } }, []],
])("an embedded resource in a default map: %s", (_name, value, fields) => {
  const map = { type: "object", additionalProperties: resource, default: { a: value } } as JSONSchemaProps;
  const root: JSONSchemaProps = { type: "object", properties: { p: map } };
  const found = defaultFindings(root, settle({}).contextFor("v1"), true);
  expect(found.map(({ field }) => formatDotted(field ?? []))).toEqual(fields.map((each) => `properties.p.${each}`));
});

test("the field path of an error in a default list has the index as a separate field, as in kube-apiserver", () => {
  const items: JSONSchemaProps = { type: "object", properties: { a: { type: "array", items: { type: "string" } } } };
  const list = { type: "array", items, default: [{}, { a: ["x", 1] }] } as JSONSchemaProps;
  const root: JSONSchemaProps = { type: "object", properties: { p: list } };
  const findings = defaultFindings(root, settle({}).contextFor("v1"), false);
  expect(findings.map(({ field }) => formatDotted(field ?? []))).toEqual(["properties.p.default.[1].a[1]"]);
});
