import { expect, test } from "vitest";
import { StatusError } from "../../../src/server/request/status.ts";
import { managerOf, readPatchOptions } from "../../../src/server/request/write-options.ts";

test.each([
  { userAgent: "kubectl/v1.37.0 (linux/amd64) kubernetes/abc", manager: "kubectl" },
  { userAgent: "plain", manager: "plain" },
  { userAgent: "", manager: "" },
  { userAgent: "a\u0007b\u00adc/1", manager: "abc" },
  { userAgent: `${"x".repeat(127)}\u00f6y`, manager: "x".repeat(127) },
])("the field manager of $userAgent is $manager", ({ userAgent, manager }) => {
  expect(managerOf(userAgent)).toBe(manager);
});

const causesOf = (query: string, isApply: boolean): readonly string[] => {
  try {
    readPatchOptions(new URLSearchParams(query), isApply);
    return [];
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return (error.toStatus().details?.causes ?? []).map(({ reason, field }) => `${field} ${reason}`);
  }
};

test.each([
  { query: "", isApply: true, expected: ["fieldManager FieldValueRequired"] },
  { query: "fieldManager=a&force=true", isApply: true, expected: [] },
  { query: "force=false", isApply: false, expected: ["force FieldValueForbidden"] },
  { query: `fieldManager=${"x".repeat(129)}`, isApply: true, expected: ["fieldManager FieldValueTooLong"] },
  {
    query: "fieldManager=%07&dryRun=Some",
    isApply: true,
    expected: ["fieldManager FieldValueInvalid", "dryRun FieldValueNotSupported"],
  },
  { query: "dryRun=", isApply: false, expected: ["dryRun FieldValueNotSupported"] },
  { query: "dryRun=All&dryRun=", isApply: false, expected: ["dryRun FieldValueNotSupported"] },
])("the causes for $query", ({ query, isApply, expected }) => {
  expect(causesOf(query, isApply)).toEqual(expected);
});

test.each([
  { force: "", isForced: false },
  { force: "&force=true", isForced: true },
  { force: "&force=False", isForced: false },
  { force: "&force=0", isForced: false },
  { force: "&force=", isForced: true },
])("force: $force", ({ force, isForced }) => {
  expect(readPatchOptions(new URLSearchParams(`fieldManager=a${force}`), true).isForced).toBe(isForced);
});
