/** A server whose Secrets are encrypted in the store. */
import { afterEach, expect, test } from "vitest";
import { type Encryption, type EncryptionEntry, encryptionOf } from "../../src/storage/encryption.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { startTestServer, type TestServer } from "./start.ts";

const key = (name: string, byte: number) => ({ name, secret: new Uint8Array(32).fill(byte) });
const secrets = (...keys: readonly [ReturnType<typeof key>, ...ReturnType<typeof key>[]]): EncryptionEntry => ({
  resources: ["secrets"],
  providers: [{ cipher: "secretbox", keys }, { cipher: "identity" }],
});

let server: TestServer;
afterEach(() => server.close());

async function start(entry: EncryptionEntry) {
  const storage = openMemoryStorage();
  let current: Encryption = encryptionOf([entry]);
  server = await startTestServer({
    storage,
    encryption: { current: () => current, prefix: "/registry", isReloaded: true, start: () => {} },
  });
  const raw = async (name: string) =>
    Buffer.from((await storage.get(`/secrets/default/${name}`)).entry?.value ?? "").toString("latin1");
  const configure = (changed: EncryptionEntry) => {
    current = encryptionOf([changed]);
  };
  return { raw, configure };
}

const path = "/api/v1/namespaces/default/secrets";

test("a Secret is stored encrypted, with the prefix of its key, and clients see it decrypted", async () => {
  const { raw } = await start(secrets(key("one", 1)));
  await server.call("POST", path, { metadata: { name: "s" }, stringData: { a: "clear" } });
  const stored = await raw("s");
  expect([stored.startsWith("k8s:enc:secretbox:v1:one:"), stored.includes("Y2xlYXI")]).toEqual([true, false]);
  const { json } = await server.call("GET", `${path}/s`);
  expect(json.data).toEqual({ a: "Y2xlYXI=" });
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(
    /^apiserver_storage_transformation_operations_total\{transformation_type="to_storage",transformer_prefix="k8s:enc:secretbox:v1:",resource="secrets",status="OK"\} 1$/m,
  );
  expect((await server.call("GET", "/healthz/kms-providers")).text).toBe("ok");
});

test("an update without changes writes only if the encryption key has changed", async () => {
  const { raw, configure } = await start(secrets(key("one", 1)));
  const { json } = await server.call("POST", path, { metadata: { name: "s" }, data: { a: "Yg==" } });
  const same = await server.call("PUT", `${path}/s`, json);
  expect(same.json.metadata.resourceVersion).toBe(json.metadata.resourceVersion);
  configure(secrets(key("two", 2), key("one", 1)));
  const renewed = await server.call("PUT", `${path}/s`, json);
  expect(Number(renewed.json.metadata.resourceVersion)).toBeGreaterThan(Number(json.metadata.resourceVersion));
  expect(await raw("s")).toMatch(/^k8s:enc:secretbox:v1:two:/);
});

test("reading a Secret whose key is missing is an error", async () => {
  const { configure } = await start(secrets(key("one", 1)));
  await server.call("POST", path, { metadata: { name: "s" } });
  configure(secrets(key("two", 2)));
  const { code, json } = await server.call("GET", `${path}/s`);
  expect([code, json.message]).toEqual([500, expect.stringContaining("no matching key was found")]);
});
