import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  applyJsonPatch,
  decodeJsonPatch,
  type JsonPatchOperation,
  type JsonPatchOptions,
  maxCopiedBytes,
  maxJsonPatchOperations,
} from "../../src/patch/json-patch.ts";
import { parsePointer } from "../../src/patch/json-pointer.ts";

interface SuiteCase {
  readonly file: string;
  readonly comment?: string;
  readonly doc: unknown;
  readonly patch: readonly JsonPatchOperation[];
  readonly expected?: unknown;
  readonly error?: string;
  readonly disabled?: boolean;
}

/**
 * The public test suite of the json-patch organization (json-patch-test-suite 1.1.0, Apache-2.0), one case per line.
 */
const suite = readFileSync(join(import.meta.dirname, "data/json-patch-tests.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line): SuiteCase => JSON.parse(line));

/** Cases about an operation with a duplicate member, of which only one is left after JSON is parsed. */
const aboutText = new Set(["duplicate ops", "A.13 Invalid JSON Patch Document"]);

test.each(suite.filter(({ comment = "" }) => !aboutText.has(comment)))("suite: $file $comment", (row) => {
  const before = structuredClone(row);
  const outcome = apply(row.doc, row.patch);
  if (row.error !== undefined) expect(outcome).toMatchObject({ ok: false, error: { reason: "inapplicable" } });
  else expect(outcome).toEqual({ ok: true, value: row.expected ?? row.doc });
  expect(row).toEqual(before);
});

test("a pointer of a million tokens is rejected without being read to its end", () => {
  const path = "/a".repeat(1_000_000);
  expect(parsePointer(path)).toBeUndefined();
  expect(["/a".repeat(16_384), "/a".repeat(16_385)].map((each) => parsePointer(each)?.length)).toEqual([
    16_384,
    undefined,
  ]);
  expect(apply({ a: {} }, [{ op: "remove", path }])).toMatchObject({ ok: false, error: { reason: "inapplicable" } });
});

test("all cases of the suite except two are run", () => {
  expect(suite).toHaveLength(95);
  expect(suite.filter(({ comment = "" }) => aboutText.has(comment))).toHaveLength(2);
});

test.each<[string, unknown, JsonPatchOperation, unknown, unknown]>([
  ["replace of an absent member", { a: 1 }, { op: "replace", path: "/b", value: 2 }, undefined, { a: 1, b: 2 }],
  ["test of an absent member for null", {}, { op: "test", path: "/b", value: null }, undefined, {}],
  ["copy of an absent member", {}, { op: "copy", from: "/a", path: "/b" }, undefined, { b: null }],
  ["a missing value", {}, { op: "add", path: "/b" }, undefined, { b: null }],
  ["the last item", [1, 2], { op: "remove", path: "/-1" }, undefined, [1]],
  ["after the last item", [1, 2], { op: "add", path: "/-1", value: 3 }, undefined, [1, 2, 3]],
  ["before the first item", [1, 2], { op: "remove", path: "/-3" }, undefined, undefined],
  ["a leading zero", [1, 2], { op: "remove", path: "/01" }, undefined, [1]],
  ["text before the first slash", { a: 1 }, { op: "remove", path: "x/a" }, undefined, {}],
  ["no slash", { a: 1 }, { op: "remove", path: "a" }, undefined, undefined],
  ["add at the root", { a: 1 }, { op: "add", path: "", value: {} }, {}, undefined],
  ["replace at the root", { a: 1 }, { op: "replace", path: "", value: { b: 1 } }, { b: 1 }, { b: 1 }],
  ["replace of the root by a scalar", { a: 1 }, { op: "replace", path: "", value: 1 }, 1, undefined],
  ["remove at the root", { a: 1 }, { op: "remove", path: "" }, null, undefined],
  ["test at the root", { a: 1 }, { op: "test", path: "", value: { a: 1 } }, { a: 1 }, { a: 1 }],
  ["move from the root", { a: 1 }, { op: "move", from: "", path: "/b" }, undefined, undefined],
  ["move of a value into itself", { a: {} }, { op: "move", from: "/a", path: "/a/b" }, undefined, undefined],
  [
    "move of an item to the index of its successor",
    [1, {}],
    { op: "move", from: "/0", path: "/0/b" },
    undefined,
    [{ b: 1 }],
  ],
  ["remove of an absent member", {}, { op: "remove", path: "/a" }, undefined, undefined],
  ["move of an absent member", {}, { op: "move", from: "/a", path: "/a" }, undefined, undefined],
  ["an invalid escape", { "~2": 1 }, { op: "remove", path: "/~2" }, undefined, {}],
  ["an operation without a path", {}, { op: "add", value: 1 }, undefined, undefined],
  ["a path that is a number", {}, { op: "add", path: 1, value: 1 }, undefined, undefined],
  ["the name of an inherited property", {}, { op: "remove", path: "/constructor" }, undefined, undefined],
])("%s: by the RFC and by the API server", (_name, document, operation, byRfc, toApiServer) => {
  expect(value(apply(document, [operation]))).toEqual(byRfc);
  expect(value(apply(document, [operation], { dialect: "api-server" }))).toEqual(toApiServer);
});

test("a member named __proto__ is treated like any other", () => {
  const document: unknown = JSON.parse('{"__proto__": {"a": 1}}');
  const patch = [
    { op: "copy", from: "/__proto__", path: "/b" },
    { op: "add", path: "/__proto__/a", value: 2 },
  ];
  expect(JSON.stringify(value(apply(document, patch)))).toBe('{"__proto__":{"a":2},"b":{"a":1}}');
});

test("changing an added value does not change the patch", () => {
  const patch = [
    { op: "add", path: "/a", value: { b: [1] } },
    { op: "add", path: "/a/b/-", value: 2 },
  ];
  expect(value(apply({}, patch))).toEqual({ a: { b: [1, 2] } });
  expect(patch[0]).toEqual({ op: "add", path: "/a", value: { b: [1] } });
});

test("integers beyond 2^53 are compared exactly", () => {
  const document = { n: 9007199254740993n };
  expect(apply(document, [{ op: "test", path: "/n", value: 9007199254740993n }]).ok).toBe(true);
  expect(apply(document, [{ op: "test", path: "/n", value: 9007199254740992 }]).ok).toBe(false);
});

test.each([
  ["null", null, []],
  ["null as an operation", [null], [{}]],
  ["an object", {}, undefined],
  ["a list of strings", ["add"], undefined],
])("decode %s", (_name, document, expected) => {
  expect(value(decodeJsonPatch(document))).toEqual(expected);
});

test("a patch has at most 10,000 operations", () => {
  const operations = (count: number) => Array.from({ length: count }, () => ({ op: "test", path: "", value: {} }));
  expect(decodeJsonPatch(operations(maxJsonPatchOperations)).ok).toBe(true);
  expect(decodeJsonPatch(operations(maxJsonPatchOperations + 1))).toEqual({
    ok: false,
    error: { reason: "too-large", message: "The allowed maximum operations in a JSON patch is 10000, got 10001" },
  });
  expect(decodeJsonPatch(operations(3), { maxOperations: 2 }).ok).toBe(false);
});

test("copies cannot grow the document beyond a limit", () => {
  const document = { a: "x".repeat(1000) };
  const doubling = Array.from({ length: 30 }, (_, index) => ({ op: "copy", from: "", path: `/b${index}` }));
  expect(apply(document, doubling)).toMatchObject({ ok: false, error: { reason: "inapplicable" } });
  const copy = [{ op: "copy", from: "/a", path: "/b" }];
  const quoted = (sizeBytes: number) => ({ a: "x".repeat(sizeBytes - 2) });
  expect(apply(quoted(maxCopiedBytes), copy).ok).toBe(true);
  expect(apply(quoted(maxCopiedBytes + 1), copy).ok).toBe(false);
  expect(apply({ a: [1, "é", {}] }, copy, { copyLimitBytes: 11 }).ok).toBe(true);
  expect(apply({ a: [1, "é", {}] }, copy, { copyLimitBytes: 10 }).ok).toBe(false);
});

function apply(document: unknown, operations: readonly JsonPatchOperation[], options?: JsonPatchOptions) {
  return applyJsonPatch(document, operations, options);
}

function value(outcome: ReturnType<typeof apply>): unknown {
  return outcome.ok ? outcome.value : undefined;
}
