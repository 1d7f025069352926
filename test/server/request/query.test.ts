import { expect, test } from "vitest";
import { readQuery } from "../../../src/server/request/query.ts";

test.each([
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1;b&c=2", { c: "2" }],
  ["a;b=1", {}],
  ["a=%zz&b=%32", { b: "2" }],
  ["%=1&a=50%", {}],
  ["a=x%2By+z", { a: "x+y z" }],
  ["?a=1", { "?a": "1" }],
  ["", {}],
])("the query %j", (text, expected) => {
  expect(Object.fromEntries(readQuery(text))).toEqual(expected);
});
