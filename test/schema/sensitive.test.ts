import { expect, test } from "vitest";
import { list, stringMap, struct, text } from "../../src/schema/fields.ts";
import { sensitivePaths } from "../../src/schema/sensitive.ts";

const schema = struct({
  name: text(),
  keys: list(struct({ name: text(), secret: text({ "x-sensitive": true }) })),
  data: stringMap({ "x-sensitive": true }),
});

test.each([
  { what: "an empty object", value: { name: "a" }, expected: [] },
  {
    what: "a secret in a list",
    value: { keys: [{ secret: "x" }, { name: "a", secret: 5 }] },
    expected: ["keys.0.secret", "keys.1.secret"],
  },
  { what: "a misspelt secret field", value: { keys: [{ secert: "x" }] }, expected: ["keys.0.secert"] },
  { what: "a misspelt field that is not a secret", value: { keys: [{ nme: "x" }] }, expected: [] },
  {
    what: "a field that resembles no other",
    value: { keys: [{ value: "x", on: true, off: null }] },
    expected: ["keys.0.value"],
  },
  { what: "a misspelt list of secrets", value: { keyz: [{ name: "a", secret: "x" }] }, expected: ["keyz.0.secret"] },
  { what: "a misspelt map of secrets", value: { Data: { a: "x" } }, expected: ["Data"] },
  { what: "a map of secrets", value: { data: { a: "x" } }, expected: ["data"] },
  { what: "an object in place of a list", value: { keys: { secret: "x" } }, expected: [] },
  { what: "a scalar for the whole object", value: "x", expected: [] },
])("$what", ({ value, expected }) => {
  expect(sensitivePaths(value, schema).map((path) => path.join("."))).toEqual(expected);
});

const secret = text({ "x-sensitive": true });
const key = struct({ secret });
const nestedSchema = struct({
  byName: { type: "object", additionalProperties: key },
  open: { type: "object", additionalProperties: true, properties: { token: secret } },
  plain: struct({ note: text() }),
  plainMap: stringMap(),
  lists: list(list(key)),
  texts: list(text()),
});
const siblingSchema = struct({ anything: { type: "object", additionalProperties: true }, secret });

/** Recursive schemas, with and without a sensitive field. */
const recursiveWithSecret: { properties: Record<string, object> } = struct({ secret }) as never;
recursiveWithSecret.properties["left"] = recursiveWithSecret;
const recursiveWithoutSecret: { properties: Record<string, object> } = struct({ note: text() }) as never;
recursiveWithoutSecret.properties["left"] = recursiveWithoutSecret;

test.each<[string, object, unknown, readonly string[]]>([
  ["a secret field", secret, { a: 1 }, [""]],
  [
    "a secret in a map",
    nestedSchema,
    { byName: { a: { secret: "x" }, b: { secret: "y" } } },
    ["byName.a.secret", "byName.b.secret"],
  ],
  ["a secret in an open map", nestedSchema, { open: { token: "x", what: 5, no: false } }, ["open.token", "open.what"]],
  ["no secrets in plain fields", nestedSchema, { plain: { note: "x", secret: "y" }, plainMap: { secret: "x" } }, []],
  ["no secrets in plain lists", nestedSchema, { texts: ["x"] }, []],
  [
    "a secret in lists of lists",
    nestedSchema,
    { lists: [[{ secret: "x" }], [{ secrets: "y" }]] },
    ["lists.0.0.secret", "lists.1.0.secrets"],
  ],
  ["no secrets without declared fields", nestedSchema, { strange: { secret: "x" } }, []],
  ["a list under an unknown name", key, { others: ["x"], none: null, on: true }, ["others"]],
  ["a secret next to an open map", siblingSchema, { anything: { a: "x" }, secret: "y" }, ["secret"]],
  ["a secret in a recursive type", recursiveWithSecret, { left: { left: { secret: "x" } } }, ["left.left.secret"]],
  ["no secrets in a recursive type", recursiveWithoutSecret, { left: { note: "x" } }, []],
  ["fields named like inherited properties", key, { constructor: "x", toString: "y" }, ["constructor", "toString"]],
])("secrets: %s", (_name, within, value, expected) => {
  for (let round = 0; round < 2; round++) {
    expect(sensitivePaths(value, within).map((path) => path.join("."))).toEqual(expected);
  }
});
