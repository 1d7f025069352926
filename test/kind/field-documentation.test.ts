import { describe, expect, test } from "vitest";
import { settle } from "../../src/engine/options.ts";
import { documentField, type FieldDocumentation } from "../../src/kind/field-documentation.ts";
import type { Kind } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { flag, int32, list, stringMap, struct, text } from "../../src/schema/fields.ts";
import { schemaFindings } from "../../src/schema/translate.ts";

const settings = settle({});
const schema = struct({
  size: int32({ description: "How many." }),
  mode: text({ enum: ["Fast", "Safe"], "x-required": true }),
  parts: list(struct({ name: text({ "x-required": true }), hot: flag() }), { "x-list-type": "map" }),
  labels: stringMap(),
});
const version = { name: "v1", schema };
const toy: Kind = {
  kind: "Toy",
  group: "toys",
  versions: [version],
  description: "A toy.",
  rules: [],
  applyDefaults(object) {
    const target = object as { size?: number; parts?: { hot?: boolean }[] };
    target.size ??= 3;
    for (const part of target.parts ?? []) part.hot ??= false;
  },
};
const context = settings.contextFor("v1");

function documented(...path: readonly string[]): FieldDocumentation {
  const found = documentField(toy, version, path, context);
  if ("unknown" in found) throw new Error(`no field ${found.unknown}`);
  return found;
}

test.each([
  { path: ["size"], type: "integer", defaultValue: 3, example: { size: 3 } },
  { path: ["mode"], type: "string", defaultValue: undefined, example: { mode: "Fast" } },
  { path: ["parts"], type: "[]Object", defaultValue: undefined, example: { parts: [{ name: "text" }] } },
  { path: ["parts", "hot"], type: "boolean", defaultValue: false, example: { parts: [{ hot: false }] } },
  { path: ["labels"], type: "map[string]string", defaultValue: undefined, example: { labels: { key: "text" } } },
  { path: ["labels", "any"], type: "string", defaultValue: undefined, example: { labels: { any: "text" } } },
])("$path", ({ path, type, defaultValue, example }) => {
  const found = documented(...path);
  expect(found.type).toBe(type);
  expect(found.defaultValue).toEqual(defaultValue);
  expect(found.example).toEqual(example);
});

test("documentation of a list has the fields of its items", () => {
  expect(documented("parts").fields).toEqual([
    { name: "name", type: "string", isRequired: true },
    { name: "hot", type: "boolean", isRequired: false },
  ]);
});

test("the error for an unknown field has the path, the known fields and a suggestion", () => {
  expect(documentField(toy, version, ["parts", "nam"], context)).toEqual({
    unknown: "nam",
    parentPath: ["parts"],
    knownNames: ["name", "hot"],
    closestName: "name",
  });
});

/** The maximum length of visited paths, since types may be recursive. */
const maxDepth = 4;

describe.each(builtInKinds.map((kind) => ({ name: `${kind.group} ${kind.kind}`, kind })))("$name", ({ kind }) => {
  test.each(kind.versions)("the example of each field of $name decodes", (newest) => {
    const kindContext = settings.contextFor(newest.name);
    const visit = (path: readonly string[]) => {
      const found = documentField(kind, newest, path, kindContext);
      if ("unknown" in found) throw new Error(`no field ${path.join(".")}`);
      expect([path.join("."), schemaFindings(found.example, newest.schema)]).toEqual([path.join("."), []]);
      if (path.length < maxDepth) for (const field of found.fields) visit([...path, field.name]);
    };
    visit([]);
  });
});
