/** The refusals are those of kube-apiserver 1.37.1 for the same queries. */
import { expect, test } from "vitest";
import { listPage, readListOptions, watchVersion } from "../../../src/server/request/list-options.ts";
import type { StatusError } from "../../../src/server/request/status.ts";

const causesOf = (query: string, isWatch: boolean): readonly string[] => {
  try {
    const options = readListOptions(new URLSearchParams(query), isWatch);
    if (isWatch) watchVersion(options);
    else listPage(options);
    return [];
  } catch (error) {
    return ((error as StatusError).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
};

const match = "resourceVersionMatch";
const withoutEvents = `${match}: Forbidden: ${match} is forbidden for watch unless sendInitialEvents is provided`;
const needsMatch = `${match}: Forbidden: sendInitialEvents requires setting ${match} to NotOlderThan`;
const unknown = (value: string) => `${match}: Unsupported value: "${value}": supported values: "NotOlderThan"`;
const withToken = `${match}: Forbidden: ${match} is forbidden when continue is provided`;

test.each([
  ["", []],
  ["resourceVersion=5&continue=x", []],
  // By default, a watch without a resource version begins with the existing objects.
  ["continue=x", [withToken]],
  ["resourceVersion=0&continue=x", [withToken]],
  [`${match}=Exact&resourceVersion=5`, [withoutEvents, unknown("Exact")]],
  [`${match}=NotOlderThan`, [withoutEvents]],
  ["sendInitialEvents=true", [needsMatch]],
  ["sendInitialEvents=false", [needsMatch]],
  [`sendInitialEvents=true&${match}=Other&continue=x`, [needsMatch, unknown("Other"), withToken]],
  [`sendInitialEvents=false&${match}=NotOlderThan`, []],
  ["resourceVersion=x", ['resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax']],
])("a watch with %j", (query, causes) => {
  expect(causesOf(query, true)).toEqual(causes);
});

test.each([
  [`${match}=Exact`, [`${match}: Forbidden: ${match} is forbidden unless resourceVersion is provided`]],
  [
    `resourceVersion=5&${match}=Other`,
    [`${match}: Unsupported value: "Other": supported values: "Exact", "NotOlderThan", ""`],
  ],
  ["sendInitialEvents=true", ["sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"]],
])("a list with %j", (query, causes) => {
  expect(causesOf(query, false)).toEqual(causes);
});

test("a resource version that is not a number is refused", () => {
  const readNegativeVersion = () => listPage(readListOptions(new URLSearchParams("resourceVersion=-1"), false));
  const message =
    'invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: parsing "-1": invalid syntax';
  expect(readNegativeVersion).toThrow(expect.objectContaining({ code: 400, message }));
});
