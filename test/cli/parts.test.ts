import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { warnedBinding } from "./documents.ts";
import { nodeModulesLoadedFor, partsLoadedBy, partsLoadedFor, partsNeededBy } from "./loaded-parts.ts";

const definition = (schema: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { spec: ${schema} } }
`;
const size = "size: { type: integer, default: 1 }";
const rule = (text: string) => `x-kubernetes-validations: [{ rule: "${text}" }]`;

test("vetting a binding does not load the expression engine", () => {
  const parts = partsLoadedFor(warnedBinding);
  expect(parts).toContain("kinds-rbac");
  expect(parts).not.toContain("cel");
});

test("vetting a file loads no ES modules, process streams, threads or child processes", () => {
  const loaded = nodeModulesLoadedFor(warnedBinding);
  expect(loaded).toContain("vm");
  const costly = ["child_process", "crypto", "internal/fs/sync_write_stream", "net", "tty", "worker_threads"];
  const ofModules = ["fs/promises", "internal/modules/esm/translators"];
  expect(loaded.filter((name) => [...costly, ...ofModules].includes(name))).toEqual([]);
});

const serverParts = ["server", "serving", "thread"];

test.each([
  { args: ["explain", "pod"], part: "field-page" },
  { args: ["can-i", "get", "pods", "--as", "somebody", "binding.yaml"], part: "kinds-rbac" },
  { args: ["kinds"], part: "commands" },
])("$args loads no part of the server", ({ args, part }) => {
  const parts = partsLoadedBy(args, { "binding.yaml": warnedBinding });
  expect(parts).toContain(part);
  expect(parts.filter((name) => serverParts.includes(name))).toEqual([]);
});

test("the thread that vets large objects does not load the rest of the server", () => {
  const parts = partsNeededBy("vetting");
  expect(parts).toContain("thread");
  expect(parts.filter((name) => ["server", "serving"].includes(name))).toEqual([]);
});

test.each([
  { name: "without patterns", field: "{ type: string }", patterns: false },
  { name: "with a pattern", field: "{ type: string, pattern: '^a' }", patterns: true },
])("a definition $name loads the engine of patterns: $patterns", ({ field, patterns }) => {
  const parts = partsLoadedFor(definition(`{ type: object, properties: { name: ${field} } }`));
  expect(parts.includes("patterns")).toBe(patterns);
});

describe("parts of the expression engine that a definition loads", () => {
  test.each([
    {
      name: "no CEL without validation rules",
      schema: `{ type: object, properties: { ${size} } }`,
      cel: false,
      evaluation: false,
    },
    {
      name: "no evaluation if rules are only checked",
      schema: `{ type: object, properties: { ${size} }, ${rule("self.size > 0")} }`,
      cel: true,
      evaluation: false,
    },
    {
      name: "evaluation if a default has rules",
      schema: `{ type: object, default: {}, properties: { ${size} }, ${rule("self.size > 0")} }`,
      cel: true,
      evaluation: true,
    },
    {
      name: "evaluation for constant subexpressions",
      schema: `{ type: object, properties: { ${size} }, ${rule("self.size > 2 / 0")} }`,
      cel: true,
      evaluation: true,
    },
  ])("$name", ({ schema, cel, evaluation }) => {
    const parts = partsLoadedFor(definition(schema));
    expect(parts).toContain("kinds-apiextensions");
    expect({ cel: parts.includes("cel"), evaluation: parts.includes("evaluation") }).toEqual({ cel, evaluation });
  });
});

test("each error class is in one file of the program, so that `instanceof` recognizes it", () => {
  const folder = "dist/parts/";
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(folder + name, "utf8"));
  const filesWith = (name: string) =>
    codes.filter((code) => new RegExp(`name ?= ?[\`"']${name}[\`"']`).test(code)).length;
  expect(["UsageError", "StorageError"].map(filesWith)).toEqual([1, 1]);
});
