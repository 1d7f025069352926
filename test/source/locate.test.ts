import { expect, test } from "vitest";
import type { FieldPath } from "../../src/diagnostic/diagnostic.ts";
import { locate, nodeAt } from "../../src/source/locate.ts";
import { readSource } from "../../src/source/read-source.ts";

const roleText = `kind: Role
rules:
  - verbs: [get, "list"]
    empty:
  - {}
base: &base
  deep: {x: 1}
copy: *base
merged:
  <<: *base
1: one
`;
const [document] = readSource("a.yaml", roleText).documents;

const places: readonly { path: FieldPath; what: "key" | "value"; at: string; occurrence?: number }[] = [
  { path: [], what: "value", at: "kind" },
  { path: ["kind"], what: "key", at: "kind" },
  { path: ["kind"], what: "value", at: "Role" },
  { path: ["rules", 0, "verbs", 1], what: "value", at: '"list"' },
  { path: ["rules", 0, "verbs", 1], what: "key", at: '"list"' },
  { path: ["rules", 0, "verbs"], what: "value", at: '[get, "list"]' },
  { path: ["rules", 0, "empty"], what: "value", at: "empty" },
  { path: ["rules", 0, "missing"], what: "key", at: "verbs" },
  { path: ["rules", 0, "missing", "deeper"], what: "value", at: "verbs" },
  { path: ["rules", 1, "missing"], what: "value", at: "{}" },
  { path: ["rules", 7], what: "value", at: "rules" },
  { path: ["missing"], what: "value", at: "kind" },
  { path: ["kind", "below"], what: "value", at: "kind" },
  { path: ["copy"], what: "value", at: "*base" },
  { path: ["copy", "deep", "x"], what: "value", at: "1" },
  { path: ["merged", "deep"], what: "key", at: "deep" },
  { path: ["1"], what: "value", at: "one" },
];

test.each(places)("$what of $path is $at", ({ path, what, at }) => {
  if (document === undefined) throw new Error("no document");
  const { start, end } = locate(document, path, what);
  expect(roleText.slice(start, end)).toBe(at);
});

test("a path in a document without a root is located at its start", () => {
  expect(locate({ index: 0, start: 3, end: 9 }, ["a"], "key")).toEqual({ start: 3, end: 3 });
});

test("nodeAt finds a node by its path", () => {
  if (document === undefined) throw new Error("no document");
  expect(nodeAt(document, ["merged", "deep", "x"])?.value).toBe(1);
  expect(nodeAt(document, ["rules", "0"])).toBeUndefined();
  expect(nodeAt(document, ["kind", 0])).toBeUndefined();
});
