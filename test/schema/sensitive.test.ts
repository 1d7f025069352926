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
