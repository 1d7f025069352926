/** Tests a definition that preserves unknown fields and has null or strings in place of schemas. */
import { expect, test } from "vitest";
import { createVetter } from "../../../src/index.ts";

test.each([
  null,
  "text",
  { properties: null },
  { properties: { a: null, b: "text" } },
  { items: null },
  { items: [null] },
  { additionalProperties: null },
  { properties: { a: { type: "string", default: "x" } } },
])("the schema %j is validated without an internal error", (openAPIV3Schema) => {
  const findings = createVetter().vetObject({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      preserveUnknownFields: true,
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }, null],
    },
  });
  const rules = findings.map(({ rule }) => rule);
  expect(rules).not.toContain("internal/fault");
  expect(rules).toContain("crd/preserve-unknown-fields");
});
