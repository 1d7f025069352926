import { expect, test } from "vitest";
import { builtInKinds } from "../../../src/kinds/index.ts";
import type { FieldSchema } from "../../../src/schema/decode-schema.ts";
import { typeSchema } from "../../../src/schema/type-schema.ts";

/** What a schema says of how Go holds and writes a field. */
const notesOf = (field: FieldSchema): Readonly<Record<string, unknown>> => ({
  "x-proto": field["x-proto"],
  "x-pointer": field["x-pointer"],
  "x-always": field["x-always"] ?? field["x-required"] ?? false,
});

/** What the authored schema says of that, where the tables say something else. */
function differences(path: string, authored: FieldSchema, table: FieldSchema): string[] {
  const names = Object.keys(authored.properties ?? {});
  return [
    ...Object.entries(notesOf(authored))
      .filter(([note, value]) => path !== "" && value !== notesOf(table)[note])
      .map(([note, value]) => `${path}: ${note} ${value}, not ${notesOf(table)[note]}`),
    ...names.flatMap((name) => {
      const [field, other] = [authored.properties?.[name], table.properties?.[name]];
      return field && other ? differences(`${path}.${name}`, field, other) : [];
    }),
    ...(authored.items && table.items ? differences("", authored.items, table.items).map((text) => path + text) : []),
  ];
}

const authoredKinds = builtInKinds
  .filter(({ resource }) => resource)
  .flatMap((kind) =>
    kind.versions
      .filter(({ schema }) => !schema["x-from-table"])
      .map(({ name, schema }) => ({ name: `${kind.group.split(".")[0] || "core"}/${name}.${kind.kind}`, schema })),
  );

const served = authoredKinds.filter(({ name }) => /^(?:core|apps|rbac|admissionregistration)\//.test(name));

test.each(served)("$name stands on the wire as the tables say", ({ name, schema }) => {
  expect(differences("", schema, typeSchema(name))).toEqual([]);
});
