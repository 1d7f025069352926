import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typeBlock, typeNames } from "../../src/api/type-table.ts";

/** Folders of kinds without a type in the API: clustervet's format, flags as YAML, and the envelope of any list. */
const foldersWithOwnTypes = ["clustervet", "k3s", "meta"];

/** A file that its reader has no Go type for. */
const filesWithoutType = ["admission/pod-node-selector-configuration.ts"];

const kinds = new URL("../../src/kinds/", import.meta.url).pathname;
const names = new Set(typeNames().map((name) => name.slice(name.lastIndexOf(".") + 1)));

/** Returns the declarations of a folder that have the name of an API type, and its files that declare a schema. */
function copiedTypesIn(room: string): string[] {
  const isChecked = (name: string) => name.endsWith(".ts") && !filesWithoutType.includes(join(room, name));
  const files = readdirSync(join(kinds, room)).filter(isChecked);
  return files.flatMap((file) => {
    const text = readFileSync(join(kinds, room, file), "utf8");
    // Skips parts of an API type that Go names separately: they are an Omit or a Pick of the whole type.
    const declarations = text.matchAll(/^(?:export )?(?:interface|type) (\w+)(?! = (?:Omit|Pick)<)\b/gm);
    const declared = [...declarations].map(([, name = ""]) => name);
    const shapes = /\bstruct\(/.test(text) ? [`${file}: struct`] : [];
    return [...declared.filter((name) => names.has(name)).map((name) => `${file}: ${name}`), ...shapes];
  });
}

const kindFolders = readdirSync(kinds, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(kindFolders.filter((room) => !foldersWithOwnTypes.includes(room)))(
  "%s takes its types from src/api",
  (room) => {
    expect(copiedTypesIn(room)).toEqual([]);
  },
);

const sources = new URL("../../src/", import.meta.url).pathname;

/** Interfaces that happen to have the fields of an API type, or that hold it in another form, with the reason. */
const ownInterfaces = new Map(
  Object.entries({
    "access/request.ts SelectorRequirement": "of either selector, with the operators that authorizers know",
    "access/user.ts UserInfo": "as authentication yields it: nothing is absent",
    "cel-kubernetes/library/authorizer.ts ResourceAttributes": "CEL is a language without the API",
    "flags/runtime-config.ts VersionedResource": "command lines are read without the API",
    "patch/apply/owners.ts ManagedFieldsEntry": "patches work on any object, without the API",
    "text/label-selector.ts LabelRequirement": "parsed from text, with the operators of the text",
  }),
);

const fieldsByType = new Map(
  typeNames().map((name) => {
    const block = typeBlock(name) ?? "";
    const lines = block === "" || block.startsWith("= ") ? [] : block.split("\n");
    return [name, new Set(lines.map((line) => line.slice(0, line.indexOf(" "))))] as const;
  }),
);

/** Interfaces with fewer fields match some type by chance. */
const leastFields = 3;

/** Returns the API type that has all fields of an interface, and either the same name or at most one more field. */
function copiedType(name: string, fields: readonly string[]): string | undefined {
  const found = [...fieldsByType].find(([type, known]) => {
    const shared = fields.filter((field) => known.has(field)).length;
    if (shared === 0 || shared < fields.length) return false;
    return type.endsWith(`.${name}`) || (shared >= leastFields && shared >= known.size - 1);
  });
  return found?.[0];
}

test("no hand-written interface repeats a type of the API", () => {
  const files = readdirSync(sources, { encoding: "utf8", recursive: true }).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("api/"),
  );
  const copies = files.flatMap((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    const declarations = text.matchAll(/^(?:export )?(?:interface (\w+)|type (\w+) =) \{\n([\s\S]*?)^\}/gm);
    return [...declarations].flatMap(([, ofInterface, ofType, body = ""]) => {
      const name = ofInterface ?? ofType ?? "";
      const fields = [...body.matchAll(/^ {2}(?:readonly )?"?(\w+)"?\??:/gm)].map(([, field = ""]) => field);
      const type = copiedType(name, fields);
      return type === undefined ? [] : [`${file} ${name}`];
    });
  });
  expect(copies.sort()).toEqual([...ownInterfaces.keys()]);
});
