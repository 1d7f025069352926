import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typeNames } from "../../src/api/type-table.ts";

/** Shapes that no type of the API has: a format of our own, and the envelope of any list. */
const ownRooms = ["clustervet", "meta"];

/** A file that its reader has no type for. */
const filesWithoutType = ["admission/pod-node-selector-configuration.ts"];

const kinds = new URL("../../src/kinds/", import.meta.url).pathname;
const names = new Set(typeNames().map((name) => name.slice(name.lastIndexOf(".") + 1)));

/** What a room declares by hand that has the name of a type, and its shapes. */
function copiesIn(room: string): string[] {
  const isOurs = (name: string) => name.endsWith(".ts") && !filesWithoutType.includes(join(room, name));
  const files = readdirSync(join(kinds, room)).filter(isOurs);
  return files.flatMap((file) => {
    const text = readFileSync(join(kinds, room, file), "utf8");
    // A part of a type that Go has under a name of its own is taken from the whole.
    const declarations = text.matchAll(/^(?:export )?(?:interface|type) (\w+)(?! = (?:Omit|Pick)<)\b/gm);
    const declared = [...declarations].map(([, name = ""]) => name);
    const shapes = /\bstruct\(/.test(text) ? [`${file}: struct`] : [];
    return [...declared.filter((name) => names.has(name)).map((name) => `${file}: ${name}`), ...shapes];
  });
}

const rooms = readdirSync(kinds, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(rooms.filter((room) => !ownRooms.includes(room)))("%s has its types from src/api", (room) => {
  expect(copiesIn(room)).toEqual([]);
});
