import { existsSync, readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

interface Layers {
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
}

const { mayImport }: Layers = await import(pathToFileURL(".dependency-cruiser.mjs").href);

const page = readFileSync("docs/architecture.md", "utf8");
const prose = page.replace(/```.*?```/gs, "");
const foldersIn = (root: string) =>
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** Returns the folders that a table describes in rows like `| \`name\` | ... |`. */
const rowsUnder = (heading: string): readonly string[] => {
  const [, section = ""] = page.split(`\n${heading}\n`);
  const [own = ""] = section.split(/\n#+ /);
  return Array.from(own.matchAll(/^\| `([\w-]+)` \|/gm), ([, name = ""]) => name);
};

test.each([
  { heading: "## Rooms", root: "src" },
  { heading: "### Inside `server`", root: "src/server" },
])("$heading describes each folder of $root", ({ heading, root }) => {
  expect([...rowsUnder(heading)].sort()).toEqual(foldersIn(root).sort());
});

/** The folders that the page leaves out of the names of their files. */
const omittedFolders = ["", "src/engine/", "src/source/", "src/storage/", "src/server/", "src/server/vetting/"];

test("each file that the page names exists", () => {
  const names = Array.from(prose.matchAll(/`([\w./-]+\.(?:ts|mjs|md))`/g), ([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !omittedFolders.some((start) => existsSync(start + name)))).toEqual([]);
});

test("the drawing of the rooms shows exactly the imports that npm run layers allows", () => {
  const allowed = new Map(Object.entries(mayImport));
  const [, drawing = ""] = /```mermaid\nflowchart BT\n(.*?)```/s.exec(page) ?? [];
  const drawn = new Map<string, string[]>();
  for (const [, from = "", list = ""] of drawing.matchAll(/^ {2}([\w-]+) --> (.*)$/gm)) {
    drawn.set(from, [...(drawn.get(from) ?? []), ...list.split(" & ")]);
  }
  const forbidden = [...drawn].flatMap(([from, list]) => list.filter((to) => !allowed.get(from)?.includes(to)));
  expect(forbidden).toEqual([]);
  const reachableFrom = (from: string): Set<string> =>
    new Set((drawn.get(from) ?? []).flatMap((to) => [to, ...reachableFrom(to)]));
  const missing = [...allowed].flatMap(([from, list]) => {
    const seen = reachableFrom(from);
    return list.filter((to) => !seen.has(to)).map((to) => `${from} --> ${to}`);
  });
  expect(missing).toEqual([]);
});
