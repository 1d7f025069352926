import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { coerceEmbedded, resourceSchema } from "../../../src/kinds/apiextensions/resource-metadata.ts";

/** Returns a definition whose schema has an embedded resource with the given default. */
const definition = (value: unknown) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              template: {
                type: "object",
                "x-kubernetes-embedded-resource": true,
                "x-kubernetes-preserve-unknown-fields": true,
                default: value,
              },
            },
          },
        },
      },
    ],
  },
});

const embeddedPod = { apiVersion: "v1", kind: "Pod" };

test.each([
  { name: "invalid apiVersion and kind", value: embeddedPod, found: [] },
  { name: "a missing kind", value: { apiVersion: "v1" }, found: ["kind"] },
  {
    name: "an invalid label",
    value: { ...embeddedPod, metadata: { labels: { "a b": "c" } } },
    found: ["metadata.labels.a b"],
  },
  { name: "a value of a wrong type", value: { ...embeddedPod, metadata: { labels: 1 } }, found: ["metadata.labels"] },
])("an embedded resource: $name", ({ value, found }) => {
  const paths = createVetter()
    .vetObject(definition(value))
    .map(({ path }) => path.slice(path.indexOf("default") + 1).join("."));
  expect(paths).toEqual(found);
});

test("the schema of resources accepts fields with any name", () => {
  expect(resourceSchema.additionalProperties).toBeTypeOf("object");
});

test("metadata of an embedded resource is as Go encodes it: owner references have all fields, empty fields are removed", () => {
  const value = { ...embeddedPod, metadata: { name: "", labels: {}, ownerReferences: [{ name: "web" }] } };
  expect(coerceEmbedded(value, { type: "object", "x-kubernetes-embedded-resource": true })).toEqual([]);
  const owner = { apiVersion: "", kind: "", name: "web", uid: "" };
  expect(value).toEqual({ ...embeddedPod, metadata: { ownerReferences: [owner] } });
});
