import { expect, test } from "vitest";
import { cacheEvent } from "../../../src/server/registry/cache-event.ts";
import { objectKey, resourcePrefix, scopePrefix, storePathOfKey } from "../../../src/server/registry/keys.ts";
import { dropRepeatedOwners, formatTime, generateName } from "../../../src/server/registry/object-meta.ts";
import { asStatusError, withStatusErrors } from "../../../src/server/registry/store-failure.ts";
import { isReadyForRemoval } from "../../../src/server/registry/update.ts";
import { formatContinue, parseContinue } from "../../../src/server/request/continue-token.ts";
import { StorageError } from "../../../src/storage/storage.ts";

test("the keys of objects begin with the prefix of their resource and namespace", () => {
  expect(objectKey({ storePath: "toys" }, { namespace: "box", name: "bear" })).toBe("/toys/box/bear");
  expect(objectKey({ storePath: "nodes" }, { namespace: "", name: "a" })).toBe("/nodes/a");
  expect([
    resourcePrefix({ storePath: "toys" }),
    scopePrefix({ storePath: "toys" }, ""),
    scopePrefix({ storePath: "toys" }, "box"),
  ]).toEqual([...["/toys/", "/toys/", "/toys/box/"]]);
  expect(storePathOfKey("/toys/box/bear")).toBe("toys");
  expect(storePathOfKey("/toys.example.com/toys/box/bear")).toBe("toys.example.com/toys");
});

const badSegment = (text: string) => `invalid path segment ${JSON.stringify(text)}`;
test.each([
  ["", "Name parameter required."],
  [".", `Name parameter invalid: ".": may not be '.'`],
  ["..", `Name parameter invalid: "..": may not be '..'`],
  ["a/b", `Name parameter invalid: "a/b": may not contain '/'`],
  ["a/%2f", `Name parameter invalid: "a/%2f": may not contain '/';may not contain '%'`],
  ["a\0", badSegment("a\0")],
])("%j cannot be a segment of a key", (text, message) => {
  const refusal = (message: string) => expect.objectContaining({ code: 400, reason: "BadRequest", message });
  expect(() => objectKey({ storePath: "toys" }, { namespace: "box", name: text })).toThrow(refusal(message));
  if (text === "") return;
  const ofNamespace = refusal(badSegment(text));
  expect(() => objectKey({ storePath: "toys" }, { namespace: text, name: "bear" })).toThrow(ofNamespace);
  expect(() => scopePrefix({ storePath: "toys" }, text)).toThrow(ofNamespace);
});

test.each([
  { revision: 7, start: "box/bear\0" },
  { revision: -1, start: "é" },
])("a continue token of $revision can be parsed again", (point) => {
  expect(parseContinue(formatContinue(point))).toEqual(point);
});

test.each<[unknown, string]>([
  ["{", "it cannot be decoded"],
  [null, "it cannot be decoded"],
  ["text", "it cannot be decoded"],
  [{ v: "v2", rv: 1, start: "a" }, "server does not recognize this encoded version v2"],
  [{ v: "meta.k8s.io/v1", rv: 1 }, "encoded start key empty (version meta.k8s.io/v1)"],
  [{ v: "meta.k8s.io/v1", rv: 1, start: "" }, "encoded start key empty (version meta.k8s.io/v1)"],
  ...[0, -2, 1.5, "1", 2 ** 53, null].map((rv): [unknown, string] => [
    { v: "meta.k8s.io/v1", rv, start: "a" },
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ]),
  ...["../pods/a", "a/..", "./a", "a/./b"].map((start): [unknown, string] => [
    { v: "meta.k8s.io/v1", rv: 1, start },
    start,
  ]),
])("the continue token %j is refused: %s", (content, why) => {
  const token = Buffer.from(content === "{" ? content : JSON.stringify(content)).toString("base64url");
  const refusal = { code: 400, message: `invalid continue token: continue key is not valid: ${why}` };
  expect(() => parseContinue(token)).toThrow(expect.objectContaining(refusal));
});

test("generated names have the requested prefix, and end in 5 characters that spell no words", () => {
  const names = Array.from({ length: 50 }, () => generateName("bear-"));
  expect(names.filter((name) => !/^bear-[b-df-hj-np-tv-xz2456789]{5}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBeGreaterThan(45);
  expect(generateName("b".repeat(99))).toHaveLength(63);
});

test("formatted times have no fraction of a second", () => {
  expect([0, 999, 1000].map(formatTime)).toEqual([
    "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:01Z",
  ]);
});

test("repeated owner references are dropped", () => {
  const owner = { apiVersion: "v1", kind: "Pod", name: "a", uid: "1", controller: true, blockOwnerDeletion: false };
  const changes = { apiVersion: "v2", kind: "Box", name: "b", uid: "2", controller: false, blockOwnerDeletion: true };
  const others = Object.entries(changes).map(([field, value]) => ({ ...owner, [field]: value }));
  const object = { metadata: { ownerReferences: [owner, ...others, { ...owner }, ...others] } };
  expect(dropRepeatedOwners(object)).toEqual(["1", ...others.map(({ uid }) => uid)]);
  expect(object.metadata.ownerReferences).toEqual([owner, ...others]);
  expect(dropRepeatedOwners(object)).toEqual([]);
  const none = { metadata: {} };
  expect([dropRepeatedOwners(none), none]).toEqual([[], { metadata: {} }]);
});

test("the type of an event depends on whether the object existed before and after the write", () => {
  const at = { key: "/toys/box/a", revision: 7 };
  const [object, previous] = [{ metadata: { name: "a", generation: 2 } }, { metadata: { name: "a" } }];
  const gone = { metadata: { name: "a", resourceVersion: "7" } };
  const eventOf = (objects: Partial<Record<"object" | "previous", object>>) =>
    cacheEvent({ ...at, object: undefined, previous: undefined, ...objects } as Parameters<typeof cacheEvent>[0]);
  expect(eventOf({ object })).toEqual({ ...at, object, change: { type: "ADDED", object } });
  expect(eventOf({ object, previous })).toEqual({ ...at, object, previous, change: { type: "MODIFIED", object } });
  expect(eventOf({ previous })).toEqual({ ...at, previous, change: { type: "DELETED", object: gone } });
  expect(eventOf({})).toBeUndefined();
});

const damage = { key: "/toys/box/a", revision: 2, why: "it is no JSON" };
test.each([
  { error: new StorageError("too-large", "9 bytes"), code: 413, message: "Request entity too large: 9 bytes" },
  { error: new StorageError("compacted", "gone"), code: 410, message: "The provided resource version is too old." },
  { error: new StorageError("unavailable", "gone"), code: 503, message: "the store cannot be used: gone" },
  {
    error: new StorageError("corrupt", "odd", { damage }),
    code: 500,
    message: expect.stringContaining("/toys/box/a"),
  },
])("the storage error $error.code becomes the status $code", async ({ error, code, message }) => {
  const failure = { code, message, ...(code === 503 && { details: { retryAfterSeconds: 1 } }) };
  expect(asStatusError(error)).toMatchObject(failure);
  await expect(withStatusErrors(Promise.reject(error))).rejects.toMatchObject(failure);
});

test("other errors are returned unchanged", () => {
  const error = new Error("other");
  expect(asStatusError(error)).toBe(error);
});

const deleted = { deletionTimestamp: "2026-01-01T00:00:00Z" };
test.each([
  { metadata: {}, expected: false },
  { metadata: deleted, expected: true },
  { metadata: { ...deleted, finalizers: [], deletionGracePeriodSeconds: 0n }, expected: true },
  { metadata: { ...deleted, finalizers: ["a/b"] }, expected: false },
  { metadata: { ...deleted, deletionGracePeriodSeconds: 1 }, expected: false },
  { metadata: deleted, isHeld: true, expected: false },
  { metadata: deleted, isHeld: false, expected: true },
])("an object with $metadata $isHeld is to be removed: $expected", ({ expected, metadata, isHeld = false }) => {
  expect(isReadyForRemoval({ metadata }, { traits: { isHeld: () => isHeld } })).toBe(expected);
});
