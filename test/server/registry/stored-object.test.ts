import { deepStrictEqual } from "node:assert";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { decodeStored, encodeStored } from "../../../src/server/registry/stored-object.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { openEtcdStorage } from "../../../src/storage/etcd.ts";
import { openLmdbStorage } from "../../../src/storage/lmdb.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { skipsEtcd, startEtcd } from "../../storage/etcd-server.ts";
import { asRead, jsonValue } from "../../wire/json-values.ts";

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function openLmdb(): Promise<Storage> {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-stored-"));
  ends.push(() => rmSync(directory, { recursive: true, force: true }));
  return openLmdbStorage(directory);
}

async function openEtcd(): Promise<Storage> {
  const etcd = await startEtcd();
  ends.push(() => etcd.stop());
  return openEtcdStorage({ endpoints: [etcd.endpoint] });
}

test.each([
  { name: "memory", isSkipped: false, open: async () => openMemoryStorage() },
  { name: "lmdb", isSkipped: false, open: openLmdb },
  { name: "etcd", isSkipped: skipsEtcd, open: openEtcd },
])("$name: what is stored is read again", async ({ isSkipped, open }) => {
  if (isSkipped) return;
  const storage = await open();
  ends.push(() => storage.close());
  let revision = 0;
  await fc.assert(
    fc.asyncProperty(jsonValue, async (value) => {
      const object: ApiObject = { metadata: { name: "a" }, value };
      revision = await storage.put("/a", encodeStored(object), revision);
      const { entry } = await storage.get("/a");
      const metadata = { name: "a", resourceVersion: String(revision) };
      deepStrictEqual(entry && decodeStored(entry), { ...(asRead(object) as ApiObject), metadata });
    }),
    { numRuns: 100 },
  );
});
