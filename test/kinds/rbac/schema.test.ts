import { expect, test } from "vitest";
import { builtInKinds } from "../../../src/kinds/index.ts";
import { roleBinding } from "../../../src/kinds/rbac/role-binding.ts";
import type { FieldSchema } from "../../../src/schema/decode-schema.ts";
import { schemaFindings } from "../../../src/schema/translate.ts";

const schema = roleBinding.versions[0]?.schema ?? {};
const faults = (object: unknown) => schemaFindings(object, schema).map(({ rule, path }) => [rule, path.join(".")]);

test.each([
  { name: "an empty object", object: {}, expected: [] },
  { name: "null fields", object: { metadata: null, subjects: null, roleRef: null }, expected: [] },
  {
    name: "an unknown field",
    object: { subjects: [{ kind: "User", names: ["jane"] }] },
    expected: [["schema/unknown-field", "subjects.0.names"]],
  },
  { name: "an invalid list", object: { subjects: {} }, expected: [["schema/type", "subjects"]] },
  {
    name: "a label that is a number",
    object: { metadata: { labels: { app: 1 } } },
    expected: [["schema/type", "metadata.labels.app"]],
  },
  { name: "no creation time", object: { metadata: { creationTimestamp: null } }, expected: [] },
  {
    name: "an invalid creation time",
    object: { metadata: { creationTimestamp: "yesterday" } },
    expected: [["schema/format", "metadata.creationTimestamp"]],
  },
])("$name", ({ object, expected }) => {
  expect(faults(object)).toEqual(expected);
});

test.each(builtInKinds.map((kind) => ({ kind })))("protobuf numbers of $kind.kind are unique", ({ kind }) => {
  for (const { schema: root } of kind.versions) {
    for (const fields of structsOf(root)) {
      const numbered = fields.filter((field) => field["x-proto"] !== undefined && !field["x-until"]);
      const numbers = numbered.map((field) => `${field["x-proto-inline"] ?? ""} ${field["x-proto"]}`);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  }
});

/** Returns the fields of each struct in a schema; a named type is visited only once. */
function structsOf(at: FieldSchema, seen = new Set<string>()): FieldSchema[][] {
  const type = at["x-type"];
  if (type !== undefined && seen.has(type)) return [];
  if (type !== undefined) seen.add(type);
  const fields = Object.values(at.properties ?? {});
  const inner = [...fields, ...(at.items ? [at.items] : [])].flatMap((field) => structsOf(field, seen));
  return fields.length > 0 ? [fields, ...inner] : inner;
}
