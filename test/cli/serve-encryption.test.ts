/** Flags of `serve` for encryption at rest. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { stringify } from "yaml";
import { readEncryption, type ServedEncryption } from "../../src/cli/serve-encryption.ts";
import { Messages } from "../server/messages.ts";
import { type KmsService, startKmsService } from "../storage/kms-service.ts";

const secret = Buffer.alloc(32, 1).toString("base64");
const otherSecret = Buffer.alloc(32, 2).toString("base64");
const configuration = (providers: readonly object[]) =>
  stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "EncryptionConfiguration",
    resources: [{ resources: ["secrets"], providers }],
  });
const aescbcProvider = (name: string, text = secret) => ({ aescbc: { keys: [{ name, secret: text }] } });

let folder: string;
let file: string;
let encryption: ServedEncryption | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-encryption-"));
  file = join(folder, "encryption.yaml");
});
afterEach(() => {
  encryption?.stop();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const write = (text: string): void => writeFileSync(file, text, { mode: 0o600 });
const log = new Messages();
const readFlags = (more: object = {}) => {
  encryption = readEncryption({ encryptionProviderConfig: file, ...more }, log);
  return encryption;
};
const currentPrefix = (): string => {
  const resource = { group: "", resource: "secrets" };
  const written = encryption?.current()(resource).write(Buffer.from("x"), Buffer.from("/registry/secrets/a"));
  return Buffer.from(written ?? "")
    .toString("latin1")
    .split(":", 5)
    .join(":");
};

test("the first key of the file encrypts", () => {
  write(configuration([aescbcProvider("one"), { identity: {} }]));
  expect(readFlags()?.prefix).toBe("/registry");
  expect(currentPrefix()).toBe("k8s:enc:aescbc:v1:one");
});

test("nothing is encrypted without the flag", () => {
  expect(readEncryption({}, log)).toBeUndefined();
});

test.each([
  ["other users can read", configuration([aescbcProvider("one")]), 0o644, "must not be accessible to other users"],
  ["has a fault", configuration([aescbcProvider("one", "c2hvcnQ=")]), 0o600, "encryption.yaml"],
  [
    "has a KMS provider of version 1",
    configuration([{ kms: { apiVersion: "v1", name: "k", endpoint: "unix:///k.sock" } }]),
    0o600,
    "encryption.yaml",
  ],
  [
    "has a KMS provider at an abstract socket",
    configuration([{ kms: { apiVersion: "v2", name: "k", endpoint: "unix:///@k.sock" } }]),
    0o600,
    "the endpoint unix:///@k.sock is not supported",
  ],
])("the server refuses a file that %s", (_, text, mode, fault) => {
  write(text);
  chmodSync(file, mode);
  expect(() => readFlags()).toThrow(fault);
});

test("a changed file is used, unless it is invalid", async () => {
  vi.useFakeTimers();
  write(configuration([aescbcProvider("one")]));
  const register = new Registry();
  readFlags({ encryptionProviderConfigAutomaticReload: true })?.start(register);
  write(configuration([aescbcProvider("two", otherSecret), aescbcProvider("one")]));
  await vi.advanceTimersByTimeAsync(1100);
  expect(currentPrefix()).toBe("k8s:enc:aescbc:v1:two");
  write(configuration([]));
  await vi.advanceTimersByTimeAsync(1100);
  expect(currentPrefix()).toBe("k8s:enc:aescbc:v1:two");
  const reloads = await register
    .getSingleMetric("apiserver_encryption_config_controller_automatic_reloads_total")
    ?.get();
  expect(reloads?.values.map(({ labels, value }) => [labels["status"], value])).toEqual([
    ["success", 1],
    ["failure", 1],
  ]);
});

const kms = (service: KmsService, timeout = "20s") => ({
  kms: { apiVersion: "v2", name: "k", endpoint: `unix://${service.socketPath}`, timeout },
});

test("a KMS service encrypts, and a changed file is used once its services are healthy", async () => {
  const service = await startKmsService(folder);
  const other = await startKmsService(folder, "other.sock");
  onTestFinished(() => {
    service.close();
    other.close();
  });
  write(configuration([kms(service), { identity: {} }]));
  const started = readFlags({ encryptionProviderConfigAutomaticReload: true });
  await started?.ready;
  expect(currentPrefix()).toBe("k8s:enc:kms:v2:k");
  await started?.check?.();
  other.healthz = "out of keys";
  write(configuration([kms(other), kms(service), { identity: {} }].map((each, index) => renameKms(each, index))));
  await expect.poll(() => log.lines.at(-1)?.message, { timeout: 20_000 }).toMatch("is not used");
  expect(currentPrefix()).toBe("k8s:enc:kms:v2:k");
  other.healthz = "ok";
  write(configuration([renameKms(kms(other), 0), { identity: {} }]));
  await expect.poll(currentPrefix, { timeout: 20_000 }).toBe("k8s:enc:kms:v2:k0");
}, 60_000);

const renameKms = (each: object, index: number) =>
  "kms" in each ? { kms: { ...(each.kms as object), name: `k${index}` } } : each;

test("an absent KMS service does not prevent the server from starting", async () => {
  write(configuration([kms({ socketPath: join(folder, "none.sock") } as KmsService, "200ms")]));
  const started = readFlags();
  await started?.ready;
  await expect(started?.check?.()).rejects.toThrow("kms-provider-0: failed to perform status section");
});
