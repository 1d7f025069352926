/** Encryption with a key management service (KMS). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encryptedStorage } from "../../src/storage/encrypted.ts";
import { encryptionOf } from "../../src/storage/encryption.ts";
import { decodeEncryptedObject, encodeEncryptedObject } from "../../src/storage/kms-client.ts";
import { KmsProvider, maxCachedKeys } from "../../src/storage/kms-provider.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { type KmsService, startKmsService } from "./kms-service.ts";

let folder: string;
let service: KmsService;
let healthErrors: string[];
let now: number;
const providers: KmsProvider[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-kms-"));
  service = await startKmsService(folder);
  healthErrors = [];
  now = Date.now();
});
afterEach(() => {
  for (const provider of providers.splice(0)) provider.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function provider(): Promise<KmsProvider> {
  const made = new KmsProvider({
    name: "one",
    socketPath: service.socketPath,
    timeoutMs: 3000,
    onUnhealthy: (error) => healthErrors.push(error),
    nowMs: () => now,
  });
  providers.push(made);
  await made.start();
  return made;
}

const secretKey = Buffer.from("/registry/secrets/a");
const plaintext = Buffer.from("a secret");

test("all values are encrypted with keys derived from one seed, and each value is bound to its path", async () => {
  const { transformer } = await provider();
  const values = [transformer.write(plaintext, secretKey), transformer.write(plaintext, secretKey)];
  expect(values[0]).not.toEqual(values[1]);
  for (const value of values)
    expect(await transformer.read(value, secretKey)).toEqual({ data: plaintext, isStale: false });
  await expect(transformer.read(values[0] ?? plaintext, Buffer.from("/registry/secrets/b"))).rejects.toThrow(
    "message authentication failed",
  );
  expect(service.calls).toEqual(["Encrypt key-1"]);
});

test("another server decrypts the seed with one call to the service, with its annotations", async () => {
  const value = (await provider()).transformer.write(plaintext, secretKey);
  service.calls.length = 0;
  const { transformer } = await provider();
  for (let i = 0; i < 3; i++) expect((await transformer.read(value, secretKey)).data).toEqual(plaintext);
  expect(service.calls).toEqual(["Encrypt key-1", "Decrypt key-1 local.example.org=note"]);
});

test("after a key rotation, values of the old key are readable and stale", async () => {
  const made = await provider();
  const value = made.transformer.write(plaintext, secretKey);
  service.keyId = "key-2";
  now += 30_000;
  await made.check();
  expect(await made.transformer.read(value, secretKey)).toEqual({ data: plaintext, isStale: true });
  expect(decodeEncryptedObject(made.transformer.write(plaintext, secretKey)).keyId).toBe("key-2");
});

test("while the service is unhealthy, reads continue, and writes continue for three minutes", async () => {
  const made = await provider();
  const value = made.transformer.write(plaintext, secretKey);
  service.healthz = "down";
  now += 100_000;
  await expect(made.check()).rejects.toThrow(
    "failed to perform status section of the healthz check for KMS Provider one",
  );
  expect((await made.transformer.read(made.transformer.write(plaintext, secretKey), secretKey)).data).toEqual(
    plaintext,
  );
  now += 100_000;
  expect(() => made.transformer.write(plaintext, secretKey)).toThrow("expired at");
  expect((await made.transformer.read(value, secretKey)).data).toEqual(plaintext);
  service.healthz = "ok";
  now += 3_000;
  await made.check();
  made.transformer.write(plaintext, secretKey);
});

test.each<[string, Partial<KmsService>, string]>([
  ["reports that it is unhealthy", { healthz: "out of keys" }, "got unexpected healthz status: out of keys"],
  ["has another API version", { version: "v3" }, "expected KMSv2 API version v2, got v3"],
  ["returns no key id", { keyId: "" }, "keyID is empty"],
  ["returns a long key id", { keyId: "x".repeat(1025) }, "keyID is 1025 bytes"],
  ["encrypts with another key id than it reports", { statusKeyId: "key-9" }, "failed to rotate DEK"],
  [
    "returns annotations without a domain",
    { annotations: new Map([["a", "b"]]) },
    "is not a fully qualified domain name",
  ],
  [
    "returns long annotations",
    { annotations: new Map([["a.b", "x".repeat(40_000)]]) },
    "exceeds the max size of 32768",
  ],
])("a service that %s is unhealthy", async (_name, change, fault) => {
  Object.assign(service, change);
  const made = await provider();
  expect(healthErrors).toEqual([expect.stringContaining(fault)]);
  await expect(made.check()).rejects.toThrow(fault);
});

test("a service that starts later is used once it is available", async () => {
  service.close();
  const made = new KmsProvider({
    name: "one",
    socketPath: service.socketPath,
    timeoutMs: 200,
    onUnhealthy() {},
    nowMs: () => now,
  });
  providers.push(made);
  await made.start();
  expect(() => made.transformer.write(plaintext, secretKey)).toThrow("has given no key yet");
  service = await startKmsService(folder);
  now += 10_000;
  await expect
    .poll(
      () =>
        made.check().then(
          () => "well",
          () => {
            now += 10_000;
          },
        ),
      { timeout: 10_000 },
    )
    .toBe("well");
});

test("an encrypted object keeps its encoding; unknown key sources, short seeds and other bytes are rejected", async () => {
  const { transformer } = await provider();
  const stored = decodeEncryptedObject(transformer.write(plaintext, secretKey));
  expect(decodeEncryptedObject(encodeEncryptedObject(stored))).toEqual(stored);
  await expect(transformer.read(Buffer.from("nonsense"), secretKey)).rejects.toThrow();
  await expect(transformer.read(encodeEncryptedObject({ ...stored, sourceType: 7 }), secretKey)).rejects.toThrow(
    "unknown encryptedDEKSourceType: 7",
  );
  const short = { ...stored, ciphertext: stored.ciphertext.slice(1) };
  await expect(transformer.read(encodeEncryptedObject(short), secretKey)).rejects.toThrow("invalid seed length 31");
});

test("an expired key in the cache is decrypted by the service again", async () => {
  const made = await provider();
  expect(maxCachedKeys).toBe(10_000);
  const value = made.transformer.write(plaintext, secretKey);
  now += 90_000_000;
  await made.transformer.read(value, secretKey);
  expect(service.calls.at(-1)).toMatch(/^Decrypt/);
});

test("an encrypted store works with a KMS provider", async () => {
  const made = await provider();
  const inner = openMemoryStorage();
  const encryption = encryptionOf([{ resources: ["secrets"], providers: [{ cipher: "kms", kms: made }] }]);
  const resourceOf = () => ({ group: "", resource: "secrets" });
  const storage = encryptedStorage(inner, { encryption: () => encryption, prefix: "/registry", resourceOf });
  await storage.put("/secrets/a", plaintext, 0);
  const [stored] = (await inner.range({ prefix: "/" })).entries;
  expect(Buffer.from(stored?.value ?? "").toString("latin1")).toMatch(/^k8s:enc:kms:v2:one:/);
  expect(Buffer.from((await storage.get("/secrets/a")).entry?.value ?? "").toString()).toBe("a secret");
  expect((await storage.range({ prefix: "/" })).entries).toHaveLength(1);
  await storage.close();
});
