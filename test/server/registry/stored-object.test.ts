import { deepStrictEqual } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { apiType, field, struct, text } from "../../../src/schema/fields.ts";
import { decodeStored, encodeStored } from "../../../src/server/registry/stored-object.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { cachedParts } from "../../../src/server/request/object-json.ts";
import { maxInlineBytes } from "../../../src/server/request/size.ts";
import { openEtcdStorage } from "../../../src/storage/etcd.ts";
import { openLmdbStorage } from "../../../src/storage/lmdb.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { skipsEtcd, startEtcd } from "../../storage/etcd-server.ts";
import { asRead, jsonValue } from "../../wire/json-values.ts";

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of cleanups.reverse()) await end();
});

async function openLmdb(): Promise<Storage> {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-stored-"));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  return openLmdbStorage(directory);
}

async function openEtcd(): Promise<Storage> {
  const etcd = await startEtcd();
  cleanups.push(() => etcd.stop());
  return openEtcdStorage({ endpoints: [etcd.endpoint] });
}

test.each([
  { name: "memory", isSkipped: false, open: async () => openMemoryStorage() },
  { name: "lmdb", isSkipped: false, open: openLmdb },
  { name: "etcd", isSkipped: skipsEtcd, open: openEtcd },
])("$name: a stored object is read as it was written", async ({ isSkipped, open }) => {
  if (isSkipped) return;
  const storage = await open();
  cleanups.push(() => storage.close());
  let revision = 0;
  await fc.assert(
    fc.asyncProperty(jsonValue, async (value) => {
      const object: ApiObject = { metadata: { name: "a" }, value };
      revision = await storage.put("/a", encodeStored(object), revision);
      const { entry } = await storage.get("/a");
      const metadata = { name: "a", resourceVersion: String(revision) };
      deepStrictEqual(entry && decodeStored(entry, { schema: {} }), {
        ok: true,
        value: { ...(asRead(object) as ApiObject), metadata },
      });
    }),
    { numRuns: 100 },
  );
});

test("reading the bytes that were just written of a large object returns its original values", () => {
  const data = { text: "x".repeat(maxInlineBytes), list: [1, 2n ** 60n, { a: null }] };
  const object = { spec: data, metadata: { name: "a", resourceVersion: "2" } };
  const entry = { key: "/toys/box/a", value: encodeStored(object), createRevision: 3, modRevision: 3 };
  const decoded = decodeStored(entry, { schema: {} });
  deepStrictEqual(decoded, decodeStored({ ...entry, value: entry.value.slice() }, { schema: {} }));
  expect(decoded.ok && decoded.value["spec"]).toBe(data);
  // Responses reuse the stored bytes.
  expect(decoded.ok && cachedParts(decoded.value)?.[0].buffer).toBe(entry.value.buffer);
  expect(object.metadata.resourceVersion).toBe("2");
});

describe("a large object whose kind defines a separate stored form", () => {
  const keptForm = () => {
    const fromStoredForm = vi.fn((object: ApiObject) => object);
    return { isReadAsWritten: true, toStoredForm: (object: ApiObject) => ({ ...object, kind: "Toy" }), fromStoredForm };
  };
  const managedFields = [{ manager: "me", operation: "Apply" as const }];
  const object = {
    metadata: { managedFields, name: "a", resourceVersion: "2" },
    spec: { text: "x".repeat(maxInlineBytes) },
  };
  const entryOf = (value: Uint8Array) => ({ key: "/toys/box/a", value, createRevision: 3, modRevision: 3 });

  test("is not converted if the same form wrote it, and has its members in the order of its bytes", () => {
    const keeping = keptForm();
    const value = encodeStored(object, { keeping });
    const decoded = decodeStored(entryOf(value), { schema: {}, keeping });
    expect(keeping.fromStoredForm).not.toHaveBeenCalled();
    const read = decodeStored(entryOf(value.slice()), { schema: {} });
    const { kind, ...written } = (read.ok ? read.value : {}) as ApiObject;
    expect([kind, JSON.stringify(written)]).toEqual(["Toy", JSON.stringify(decoded.ok && decoded.value)]);
  });

  test("is converted by every other form, and by a form that does not read objects as written", () => {
    const keeping = keptForm();
    const other = keptForm();
    const value = encodeStored(object, { keeping });
    decodeStored(entryOf(value), { schema: {}, keeping: other });
    expect(other.fromStoredForm).toHaveBeenCalledOnce();
    decodeStored(entryOf(value), { schema: {} });
    decodeStored(entryOf(value), { schema: {}, keeping });
    expect(keeping.fromStoredForm).not.toHaveBeenCalled();
    const asking = { ...keptForm(), isReadAsWritten: false };
    decodeStored(entryOf(encodeStored(object, { keeping: asking })), { schema: {}, keeping: asking });
    expect(asking.fromStoredForm).toHaveBeenCalledOnce();
  });
});

const schema = struct({
  metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
  spec: field(struct({ colour: text() }), {}),
});
const metadata = { name: "a", labels: { a: "b" }, creationTimestamp: "2026-01-01T00:00:00Z" };
/** JSON of an object that contains nested lists, with this number of levels in all. */
const nestedJson = (levels: number) =>
  `{"metadata":{"name":"a"},"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

test.each([
  ["text that is not JSON", "{", "it is no JSON object with metadata"],
  ["a Kubernetes object in Protobuf", "k8s\0\n", "it is no JSON object with metadata"],
  ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "it is no JSON object with metadata"],
  ["JSON that is not an object", [], "it is no JSON object with metadata"],
  ["null", null, "it is no JSON object with metadata"],
  ["no metadata", {}, "it is no JSON object with metadata"],
  ["metadata of another type", { metadata: null }, "it is no JSON object with metadata"],
  ["no name", { metadata: {} }, "it has no name"],
  [
    "labels of another type",
    { metadata: { name: "a", labels: 5 } },
    "metadata.labels does not have the type of its field",
  ],
  [
    "a creation time that is not a time",
    { metadata: { ...metadata, creationTimestamp: "x" } },
    "metadata.creationTimestamp does not have the type of its field",
  ],
  ["a string where a map is expected", { metadata, spec: "secret" }, "spec does not have the type of its field"],
  ["deeper than maxStoredDepth", nestedJson(1001), "it is no JSON object with metadata"],
])("an invalid value is not decoded, and the error has the reason: %s", (_name, content, why) => {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  const value = Buffer.from(isText ? content : JSON.stringify(content));
  const entry = { key: "/toys/box/a", value, createRevision: 2, modRevision: 3 };
  expect(decodeStored(entry, { schema })).toEqual({ ok: false, error: why });
});

test("a value of 1,000 levels (maxStoredDepth) is decoded", () => {
  const entry = { key: "/toys/box/a", value: Buffer.from(nestedJson(1000)), createRevision: 2, modRevision: 3 };
  expect(decodeStored(entry, { schema }).ok).toBe(true);
});

test("unknown fields of another release are accepted", () => {
  const value = encodeStored({ metadata, spec: { colour: "red", size: 1 } });
  expect(decodeStored({ key: "/toys/box/a", value, createRevision: 2, modRevision: 3 }, { schema }).ok).toBe(true);
});
