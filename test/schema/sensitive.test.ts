import { expect, test } from "vitest";
import { list, stringMap, struct, text } from "../../src/schema/fields.ts";
import { sensitivePaths } from "../../src/schema/sensitive.ts";

const schema = struct({
  name: text(),
  keys: list(struct({ name: text(), secret: text({ "x-sensitive": true }) })),
  data: stringMap({ "x-sensitive": true }),
});

test.each([
  { what: "nothing there", value: { name: "a" }, expected: [] },
  {
    what: "in a list",
    value: { keys: [{ secret: "x" }, { name: "a", secret: 5 }] },
    expected: ["keys.0.secret", "keys.1.secret"],
  },
  { what: "a misspelt name beside one", value: { keys: [{ secert: "x" }] }, expected: ["keys.0.secert"] },
  { what: "a misspelt name of what is no secret", value: { keys: [{ nme: "x" }] }, expected: [] },
  {
    what: "a name that resembles none",
    value: { keys: [{ value: "x", on: true, off: null }] },
    expected: ["keys.0.value"],
  },
  { what: "a misspelt list of secrets", value: { keyz: [{ name: "a", secret: "x" }] }, expected: ["keyz.0.secret"] },
  { what: "a misspelt map of secrets", value: { Data: { a: "x" } }, expected: ["Data"] },
  { what: "a whole map", value: { data: { a: "x" } }, expected: ["data"] },
  { what: "of another shape", value: { keys: { secret: "x" } }, expected: [] },
  { what: "no map at all", value: "x", expected: [] },
])("$what", ({ value, expected }) => {
  expect(sensitivePaths(value, schema).map((path) => path.join("."))).toEqual(expected);
});

const secret = text({ "x-sensitive": true });
const key = struct({ secret });
const nested = struct({
  byName: { type: "object", additionalProperties: key },
  open: { type: "object", additionalProperties: true, properties: { token: secret } },
  plain: struct({ note: text() }),
  plainMap: stringMap(),
  lists: list(list(key)),
  texts: list(text()),
});
const beside = struct({ anything: { type: "object", additionalProperties: true }, secret });

/** Recursive schemas, with and without a sensitive field. */
const tree: { properties: Record<string, object> } = struct({ secret }) as never;
tree.properties["left"] = tree;
const bush: { properties: Record<string, object> } = struct({ note: text() }) as never;
bush.properties["left"] = bush;

test.each<[string, object, unknown, readonly string[]]>([
  ["itself", secret, { a: 1 }, [""]],
  ["in a map", nested, { byName: { a: { secret: "x" }, b: { secret: "y" } } }, ["byName.a.secret", "byName.b.secret"]],
  ["in an open map", nested, { open: { token: "x", what: 5, no: false } }, ["open.token", "open.what"]],
  ["nothing in plain fields", nested, { plain: { note: "x", secret: "y" }, plainMap: { secret: "x" } }, []],
  ["nothing in plain lists", nested, { texts: ["x"] }, []],
  [
    "in lists of lists",
    nested,
    { lists: [[{ secret: "x" }], [{ secrets: "y" }]] },
    ["lists.0.0.secret", "lists.1.0.secrets"],
  ],
  ["nothing where nothing is declared", nested, { strange: { secret: "x" } }, []],
  ["a list under an unknown name", key, { others: ["x"], none: null, on: true }, ["others"]],
  ["beside an open map", beside, { anything: { a: "x" }, secret: "y" }, ["secret"]],
  ["in what holds itself", tree, { left: { left: { secret: "x" } } }, ["left.left.secret"]],
  ["nothing in what holds itself", bush, { left: { note: "x" } }, []],
  ["names of every object", key, { constructor: "x", toString: "y" }, ["constructor", "toString"]],
])("secrets: %s", (_name, within, value, expected) => {
  for (let round = 0; round < 2; round++) {
    expect(sensitivePaths(value, within).map((path) => path.join("."))).toEqual(expected);
  }
});
