/** The encrypting store: it fulfills the storage contract and is compatible with kube-apiserver's encryption. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encryptedStorage } from "../../src/storage/encrypted.ts";
import { type EncryptionEntry, encryptionOf, type StoredResource } from "../../src/storage/encryption.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { storageContract } from "./contract.ts";
import { bytes, codeOf, takeEvents, text } from "./observe.ts";

const keyOf = (name: string, start: number, length = 32) => ({
  name,
  secret: Uint8Array.from({ length }, (_, index) => start + index),
});
const gcm = { cipher: "aesgcm", keys: [keyOf("gcm1", 0)] } as const;
const cbc = { cipher: "aescbc", keys: [keyOf("cbc1", 32, 16)] } as const;
const secretbox = { cipher: "secretbox", keys: [keyOf("box1", 64)] } as const;
const identityCipher = { cipher: "identity" } as const;

const groups = new Map([
  ["deployments", "apps"],
  ["cronjobs", "batch"],
]);
const resourceOf = (key: string): StoredResource => {
  const resource = key.split("/")[1] ?? "";
  return { group: groups.get(resource) ?? "", resource };
};

/** Opens an encrypting store around another store. The configuration can be replaced. */
function openEncrypted(entries: readonly EncryptionEntry[], inner: Storage = openMemoryStorage()) {
  let encryption = encryptionOf(entries);
  const storage = encryptedStorage(inner, { encryption: () => encryption, resourceOf, prefix: "/registry" });
  const replaceEntries = (changed: readonly EncryptionEntry[]) => {
    encryption = encryptionOf(changed);
  };
  const raw = async (key: string) => Buffer.from((await inner.get(key)).entry?.value ?? "").toString("latin1");
  return { storage, inner, replaceEntries, raw };
}

storageContract(async () => openEncrypted([{ resources: ["*.*"], providers: [gcm] }]).storage, {
  runs: 60,
  raceRounds: 200,
});

interface Recorded {
  readonly key: string;
  /** The value that kube-apiserver 1.37.1 stored in etcd, in base64. */
  readonly value: string;
}
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "data/encrypted-values.json"), "utf8"),
);
const entries: readonly EncryptionEntry[] = [
  { resources: ["secrets"], providers: [gcm, identityCipher] },
  { resources: ["configmaps"], providers: [cbc, identityCipher] },
  { resources: ["deployments.apps", "*.batch"], providers: [secretbox, identityCipher] },
];

test.each(recorded)("the store reads the value that kube-apiserver wrote to $key", async ({ key, value }) => {
  const { storage, inner } = openEncrypted(entries);
  await inner.put(key, Buffer.from(value, "base64"), 0);
  const { entry } = await storage.get(key);
  expect(JSON.parse(text(entry) ?? "")).toMatchObject({ metadata: { name: key.split("/").at(-1) } });
  expect(entry?.isStale).toBeUndefined();
  const { entries: listed, damaged } = await storage.range({ prefix: "/" });
  expect([listed.map((each) => each.key), damaged]).toEqual([[key], undefined]);
});

test.each([
  ["/secrets/a", "k8s:enc:aesgcm:v1:gcm1:"],
  ["/configmaps/a", "k8s:enc:aescbc:v1:cbc1:"],
  ["/deployments/a", "k8s:enc:secretbox:v1:box1:"],
  ["/cronjobs/a", "k8s:enc:secretbox:v1:box1:"],
  ["/pods/a", "text"],
])("the value of %s is written by its resource's provider, with that provider's prefix", async (key, prefix) => {
  const { storage, raw } = openEncrypted(entries);
  await storage.put(key, bytes("text"), 0);
  expect((await raw(key)).startsWith(prefix)).toBe(true);
  expect(text((await storage.get(key)).entry)).toBe("text");
});

test("the most specific entry for a resource encrypts it: the resource, its group, all groups", async () => {
  const aescbcWithKey = (name: string) => ({ cipher: "aescbc", keys: [keyOf(name, 1)] }) as const;
  const { storage, raw } = openEncrypted([
    { resources: ["secrets"], providers: [aescbcWithKey("exact")] },
    { resources: ["*."], providers: [aescbcWithKey("core")] },
    { resources: ["*.*"], providers: [aescbcWithKey("all")] },
  ]);
  const seen: string[] = [];
  for (const key of ["/secrets/a", "/pods/a", "/deployments/a"]) {
    await storage.put(key, bytes("x"), 0);
    seen.push((await raw(key)).split(":")[4] ?? "");
  }
  expect(seen).toEqual(["exact", "core", "all"]);
});

test("a value is stale if its provider or key is no longer the first, also if it is not encrypted", async () => {
  const { storage, replaceEntries, raw } = openEncrypted([{ resources: ["secrets"], providers: [identityCipher] }]);
  const first = await storage.put("/secrets/a", bytes("x"), 0);
  replaceEntries([{ resources: ["secrets"], providers: [secretbox, identityCipher] }]);
  expect((await storage.get("/secrets/a", { knownRevision: first })).entry).toMatchObject({ isStale: true });
  const second = await storage.put("/secrets/a", bytes("x"), first);
  expect((await storage.get("/secrets/a")).entry?.isStale).toBeUndefined();
  replaceEntries([
    { resources: ["secrets"], providers: [{ ...secretbox, keys: [keyOf("box2", 9), ...secretbox.keys] }] },
  ]);
  expect((await storage.get("/secrets/a")).entry).toMatchObject({ isStale: true, modRevision: second });
  await storage.put("/secrets/a", bytes("x"), second);
  expect(await raw("/secrets/a")).toMatch(/^k8s:enc:secretbox:v1:box2:/);
});

test.each([
  ["no provider has its prefix", [{ resources: ["secrets"], providers: [cbc] }], "no matching prefix found"],
  [
    "its key was removed",
    [{ resources: ["secrets"], providers: [{ ...gcm, keys: [keyOf("gcm2", 5)] }] }],
    "AES transformer",
  ],
  [
    "another key has the same name",
    [{ resources: ["secrets"], providers: [{ ...gcm, keys: [keyOf("gcm1", 5)] }] }],
    "authentication failed",
  ],
  ["no encryption is configured", [], "identity transformer tried to read encrypted data"],
] as const)("a value is unreadable if %s, and other values are still listed", async (_, changed, why) => {
  const { storage, replaceEntries } = openEncrypted([{ resources: ["secrets"], providers: [gcm] }]);
  const revision = await storage.put("/secrets/a", bytes("x"), 0);
  await storage.put("/pods/a", bytes("y"), 0);
  replaceEntries(changed);
  expect(await codeOf(storage.get("/secrets/a"))).toBe("corrupt");
  const { entries: listed, damaged } = await storage.range({ prefix: "/" });
  expect(listed.map(({ key }) => key)).toEqual(["/pods/a"]);
  expect(damaged).toEqual([{ key: "/secrets/a", revision, why: expect.stringContaining(why) }]);
});

test("aesgcm binds a value to its storage key", async () => {
  const { storage, inner } = openEncrypted([{ resources: ["secrets"], providers: [gcm] }]);
  await storage.put("/secrets/a", bytes("x"), 0);
  const { entry } = await inner.get("/secrets/a");
  await inner.put("/secrets/b", entry?.value ?? bytes(""), 0);
  expect(await codeOf(storage.get("/secrets/b"))).toBe("corrupt");
});

test("a watch decrypts the values before and after a write", async () => {
  const { storage } = openEncrypted([{ resources: ["secrets"], providers: [gcm] }]);
  const first = await storage.put("/secrets/a", bytes("one"), 0);
  await storage.put("/secrets/a", bytes("two"), first);
  const watch = storage.watch({ prefix: "/", after: first });
  const [event] = await takeEvents(watch, 1);
  expect([text(event?.previous), text(event?.entry)]).toEqual(["one", "two"]);
  await storage.close();
});
