/** However many faults there are, each is told; a call takes some 100,000 arguments at most, so lists are not handed on as such. */
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const many = 150_000;
const vetter = createVetter();

const countOf = (object: unknown): number => vetter.vetText(JSON.stringify(object), "many.json").length;

const resource = (spec: unknown) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "many.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Many", plural: "many" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: spec } }],
  },
});

test("a list within a list", () => {
  const items = Array.from({ length: many }, (_none, index) => ({
    apiVersion: "example.com/v1",
    kind: `Kind${index}`,
  }));
  const list = { apiVersion: "v1", kind: "List", items };
  expect(countOf({ ...list, items: [list] })).toBe(many);
});

test("values of a selector", () => {
  const values = Array.from({ length: many }, () => "-");
  const selector = { matchExpressions: [{ key: "a", operator: "In", values }] };
  const spec = { podSelector: selector };
  const metadata = { name: "many", namespace: "shop" };
  expect(countOf({ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata, spec })).toBeGreaterThanOrEqual(
    many,
  );
});

test("properties of a definition", () => {
  const properties = Object.fromEntries(Array.from({ length: many }, (_none, index) => [`p${index}`, {}]));
  const inner = { type: "object", properties };
  expect(countOf(resource({ type: "object", properties: { inner } }))).toBeGreaterThanOrEqual(many);
});

test("items of a custom resource", () => {
  const items = { type: "array", items: { type: "integer" } };
  const definition = resource({ type: "object", properties: { spec: { type: "object", properties: { items } } } });
  const spec = { items: Array.from({ length: many }, () => "a") };
  const object = { apiVersion: "example.com/v1", kind: "Many", metadata: { name: "many", namespace: "shop" }, spec };
  const { diagnostics } = vetter.vetFiles([
    { name: "definition.json", content: JSON.stringify(definition) },
    { name: "object.json", content: JSON.stringify(object) },
  ]);
  expect(diagnostics.length).toBeGreaterThanOrEqual(many);
});

test("empty lines before a block scalar that is at fault", () => {
  const text = `a: b: c\nd: |${"\n".repeat(many)}  e\n`;
  expect(vetter.vetText(text, "lines.yaml").length).toBeGreaterThan(0);
});

test("entries of a bundle", () => {
  const block = "    -----BEGIN A-----\n    -----END A-----\n";
  const entries = 20_000;
  const text = `apiVersion: certificates.k8s.io/v1
kind: ClusterTrustBundle
metadata: { name: many }
spec:
  trustBundle: |
${block.repeat(entries)}`;
  const found = vetter.vetText(text).filter(({ severity }) => severity === "error");
  expect(found).toHaveLength(entries);
  expect(found.at(-1)?.range?.start.line).toBe(5 + 2 * entries - 1);
});
