import { describe, expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { formatType } from "../../src/cel/types/format-type.ts";
import { type CrdRuleOptions, crdEnvironment } from "../../src/cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../src/cel-kubernetes/schema-types.ts";

const schema: StructuralSchema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        replicas: { type: "integer" },
        ratio: { type: "number" },
        port: { "x-kubernetes-int-or-string": true },
        since: { type: "string", format: "date-time" },
        day: { type: "string", format: "date" },
        wait: { type: "string", format: "duration" },
        data: { type: "string", format: "byte" },
        name: { type: "string", maxLength: 10 },
        labels: { type: "object", additionalProperties: { type: "string" } },
        items: { type: "array", items: { type: "object", properties: { "a.b-c/d__e": { type: "boolean" } } } },
        namespace: { type: "string" },
        true: { type: "string" },
        "9lives": { type: "string" },
        anything: { "x-kubernetes-preserve-unknown-fields": true },
        anythings: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        template: { type: "object", "x-kubernetes-embedded-resource": true },
      },
    },
  },
};

function typeOf(text: string, options: CrdRuleOptions = {}, target = "1.37"): string {
  const environment = crdEnvironment(target, schema, options);
  if (environment === undefined) return "no environment";
  const { outputType, issues } = compile(environment, text);
  return outputType ? formatType(outputType) : `fault: ${issues[0]?.message}`;
}

describe("types of fields with a schema", () => {
  test.each([
    ["self.spec.replicas", "int"],
    ["self.spec.ratio", "double"],
    ["self.spec.port", "dyn"],
    ["self.spec.since == self.spec.day", "bool"],
    ["self.spec.since - self.spec.since < self.spec.wait", "bool"],
    ["self.spec.data", "bytes"],
    ["self.spec.labels", "map(string, string)"],
    ["self.spec.items[0].a__dot__b__dash__c__slash__d__underscores__e", "bool"],
    ["self.spec.__namespace__", "string"],
    ["self.spec.__true__", "string"],
    ["self.metadata.name + self.kind + self.apiVersion + self.metadata.generateName", "string"],
    ["self.spec.template.metadata.name", "string"],
    ["oldSelf.spec.replicas", "int"],
  ])("%s: %s", (text, type) => {
    expect(typeOf(text)).toBe(type);
  });
});

describe("fields that expressions cannot see", () => {
  test.each([
    "self.spec.anything",
    "self.spec.anythings",
    "self.spec.open.field",
    "self.spec.template.spec",
    "self.metadata.labels",
    "self.status",
    "self.spec == self.spec.template",
    "self.spec.__9lives__",
  ])("%s", (text) => {
    expect(typeOf(text)).toMatch(/^fault/);
  });

  test("a value without a known type", () => {
    const isVisible = (part: StructuralSchema) => crdEnvironment("1.37", part, { isResource: false }) !== undefined;
    expect(isVisible({ "x-kubernetes-preserve-unknown-fields": true })).toBe(false);
    expect(isVisible({ type: "array" })).toBe(false);
    expect(isVisible({ type: "object", additionalProperties: { type: "array" } })).toBe(false);
    expect(isVisible({ type: "object", additionalProperties: true })).toBe(true);
    expect(isVisible({ "x-kubernetes-int-or-string": true })).toBe(true);
  });
});

test("a rule inside the schema sees the value there as self, without kind and metadata", () => {
  const environment = crdEnvironment("1.37", schema.properties?.["spec"] ?? {}, { isResource: false });
  const compiles = (text: string) => environment && compile(environment, text).checked !== undefined;
  expect(compiles("self.replicas > 0")).toBe(true);
  expect(compiles("self.metadata.name != ''")).toBe(false);
});

test("oldSelf may be an optional value", () => {
  expect(typeOf("oldSelf.orValue(self).spec.replicas", { optionalOldSelf: true })).toBe("int");
  expect(typeOf("oldSelf.orValue(self).spec.replicas")).toMatch(/^fault/);
});

test.each<[string, CrdRuleOptions, boolean]>([
  ["1.30", { reach: "known" }, false],
  ["1.31", { reach: "known" }, true],
  ["1.31", {}, false],
  ["1.32", {}, true],
])("reserved words as field names in %s with %o: %s", (target, options, expected) => {
  expect(typeOf("self.spec.namespace", options, target) === "string").toBe(expected);
  expect(typeOf("self.spec.__namespace__", options, target)).toBe("string");
});
