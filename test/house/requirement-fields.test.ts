import { expect, test } from "vitest";
import { describeField } from "../../src/api/descriptions.ts";
import { createCatalog } from "../../src/kind/catalog.ts";
import type { Kind, KindVersion } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { type FieldSchema, schemaAt } from "../../src/schema/decode-schema.ts";
import { decodeWithDefaults } from "../rule/rule-ids.ts";
import { apiServerSections } from "./requirement-fields/api-server.ts";
import { controllerManagerSections, controllerManagerWhole } from "./requirement-fields/controller-manager.ts";
import { exchangeSections } from "./requirement-fields/exchange.ts";
import { kubeletSections } from "./requirement-fields/kubelet.ts";
import { resourceSections } from "./requirement-fields/resources.ts";
import type { RequiredField, Section } from "./requirement-fields/section.ts";

/** Every section of "Resources and their fields" of the requirement document. */
const sections: readonly Section[] = [
  ...resourceSections,
  ...apiServerSections,
  ...exchangeSections,
  ...kubeletSections,
  ...controllerManagerSections,
  controllerManagerWhole,
];

const catalog = createCatalog(builtInKinds, "k8s.io");

const rows = sections.flatMap((section) =>
  Object.entries(section.fields).map(([path, field]) => ({ section, title: section.title, path, field })),
);

test.each(rows)("$title: $path", ({ section, path, field }) => {
  const { kind, versions } = kindOf(section);
  for (const version of versions) checkField(version.schema, path, field, version.name);
  if (!("default" in field)) return;
  expect(valueAt(decodeWithDefaults(kind, section.sample ?? {}), path)).toEqual(field.default);
});

function kindOf({ kind: name, versions: wanted }: Section): { kind: Kind; versions: readonly KindVersion[] } {
  const kind = catalog.findByQualifiedName(name);
  if (!kind) throw new Error(`no kind is called ${name}`);
  const versions = kind.versions.filter((version) => wanted === undefined || wanted.includes(version.name));
  expect(versions).not.toEqual([]);
  return { kind, versions };
}

function checkField(schema: FieldSchema, path: string, field: RequiredField, version: string): void {
  const found = schemaAt(schema, segmentsOf(path));
  expect(found, `${version} knows ${path}`).toBeDefined();
  if (field.documented === undefined) return;
  const owner = schemaAt(schema, segmentsOf(path).slice(0, -1))?.["x-type"] ?? "";
  const description = found?.description ?? describeField(owner, path.slice(path.lastIndexOf(".") + 1));
  expect(description).toContain(field.documented);
}

/** Splits a path. `[]` selects the first item of a list, and `{}` a value of a map under any key. */
function segmentsOf(path: string): (string | number)[] {
  return path.split(".").flatMap((part): (string | number)[] => {
    if (part.endsWith("[]")) return [part.slice(0, -2), 0];
    return part.endsWith("{}") ? [part.slice(0, -2), "any"] : [part];
  });
}

function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const segment of segmentsOf(path)) value = (value as Record<string | number, unknown> | undefined)?.[segment];
  return value;
}
