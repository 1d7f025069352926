import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { readSigningKey } from "../../../src/server/authn/service-account-key.ts";
import {
  prepareCertificates,
  prepareTokenKey,
  type ServerCertificates,
  writeAdminKubeconfig,
} from "../../../src/server/certificates/data-directory.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "certificates-"));
  directories.push(directory);
  return join(directory, "data");
}

const hosts = ["localhost", "127.0.0.1", "::1"];
const nowMs = Date.parse("2026-03-01T12:00:00Z");
const dayMs = 86_400_000;
const at = (days: number, more: readonly string[] = []) => ({
  hosts: [...hosts, ...more],
  nowMs: nowMs + days * dayMs,
});

test("files are created once, with access only for their owner", async () => {
  const directory = newDirectory();
  const made = await prepareCertificates(directory, at(0));
  await writeAdminKubeconfig(directory, "https://127.0.0.1:6443", made);
  const files = readdirSync(directory).sort();
  expect(files).toEqual([
    "admin.crt",
    "admin.key",
    "admin.kubeconfig",
    "ca.crt",
    "ca.key",
    "serving.crt",
    "serving.key",
  ]);
  for (const file of files) expect(statSync(join(directory, file)).mode & 0o777, file).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(await prepareCertificates(directory, at(0))).toEqual(made);
});

test("the token key is created once, with access only for its owner", async () => {
  const directory = newDirectory();
  const made = await prepareTokenKey(directory);
  expect(readSigningKey(made).algorithm).toBe("ES256");
  expect(await prepareTokenKey(directory)).toBe(made);
  expect(statSync(join(directory, "service-account.key")).mode & 0o777).toBe(0o600);
});

test("certificates contain their hosts, their subject and their usage", async () => {
  const { authority, serving, admin } = await prepareCertificates(newDirectory(), at(0));
  const [ca, server, client] = [authority, serving.certificate, admin.certificate].map(
    (pem) => new X509Certificate(pem),
  );
  expect(ca?.ca).toBe(true);
  expect(server?.ca).toBe(false);
  expect(server?.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
  expect(server?.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  expect(client?.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  expect(client?.subject).toBe("O=system:masters\nCN=clustervet-admin");
  for (const certificate of [server, client]) expect(certificate?.verify((ca ?? certificate).publicKey)).toBe(true);
});

test("issued certificates identify the authority by its name and its key", async () => {
  const { authority, serving, admin } = await prepareCertificates(newDirectory(), at(0));
  const signer = new X509Certificate(authority);
  for (const { certificate } of [serving, admin]) {
    expect(new X509Certificate(certificate).checkIssued(signer)).toBe(true);
    const [inAuthority = "", inIssued = ""] = [signer, new X509Certificate(certificate)].map(({ raw }) =>
      raw.toString("hex"),
    );
    // The subject key identifier of the authority is the authority key identifier of the issued certificate.
    const [, identifier = "none"] = /0603551d0e04160414([0-9a-f]{40})/.exec(inAuthority) ?? [];
    expect(inIssued).toContain(`0603551d23041830168014${identifier}`);
  }
});

test("the first line of a key shows its algorithm to clients", async () => {
  const { serving, admin } = await prepareCertificates(newDirectory(), at(0));
  for (const { key } of [serving, admin]) expect(key).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
});

test("an authority whose key was rewritten in another format still signs", async () => {
  const directory = newDirectory();
  const before = await prepareCertificates(directory, at(0));
  const file = join(directory, "ca.key");
  const key = createPrivateKey(readFileSync(file, "utf8"));
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }));
  const after = await prepareCertificates(directory, at(1, ["example.org"]));
  expect(after.authority).toBe(before.authority);
  expect(new X509Certificate(after.serving.certificate).verify(new X509Certificate(after.authority).publicKey)).toBe(
    true,
  );
});

test.each<[string, number, readonly string[], readonly (keyof ServerCertificates)[]]>([
  ["long before they expire", 270, [], ["authority", "serving", "admin"]],
  ["shortly before they expire", 280, [], ["authority"]],
  ["after they expire", 400, [], ["authority"]],
  ["when the authority would expire before them", 3300, [], []],
  ["for another host", 1, ["example.org"], ["authority", "admin"]],
])("files that are kept %s", async (_name, days, more, kept) => {
  const directory = newDirectory();
  const before = await prepareCertificates(directory, at(0));
  const after = await prepareCertificates(directory, at(days, more));
  const same = (["authority", "serving", "admin"] as const).filter(
    (part) => JSON.stringify(before[part]) === JSON.stringify(after[part]),
  );
  expect(same).toEqual(kept);
});

test.each([
  ["not a certificate", "serving.crt", "text"],
  ["the key of another certificate", "ca.key", undefined],
])("a file that is %s is not overwritten", async (_name, file, text) => {
  const directory = newDirectory();
  await prepareCertificates(directory, at(0));
  const content = text ?? readFileSync(join(directory, "admin.key"), "utf8");
  writeFileSync(join(directory, file), content);
  await expect(prepareCertificates(directory, at(0))).rejects.toThrow("to generate new ones, remove both");
  expect(readFileSync(join(directory, file), "utf8")).toBe(content);
});

test("a server and the administrator accept each other's certificates", async () => {
  const directory = newDirectory();
  const { authority, serving, admin } = await prepareCertificates(directory, { hosts, nowMs: Date.now() });
  const server = createServer({ cert: serving.certificate, key: serving.key, ca: authority, requestCert: true });
  const accepted = new Promise<TLSSocket>((resolve) => server.once("secureConnection", resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = connect({ host: "127.0.0.1", port, ca: authority, cert: admin.certificate, key: admin.key });
  await new Promise<void>((resolve, reject) => client.once("secureConnect", resolve).once("error", reject));
  const socket = await accepted;
  expect(client.authorized).toBe(true);
  expect(socket.authorized).toBe(true);
  expect(socket.getPeerCertificate().subject).toMatchObject({ CN: "clustervet-admin", O: "system:masters" });
  client.destroy();
  socket.destroy();
  server.close();
});

test("the administrator's kubeconfig contains the server and the key", async () => {
  const directory = newDirectory();
  const certificates = await prepareCertificates(directory, at(0));
  const file = await writeAdminKubeconfig(directory, "https://127.0.0.1:6443", certificates);
  const text = readFileSync(file, "utf8");
  expect(text).toContain('server: "https://127.0.0.1:6443"');
  expect(text).toContain(`client-key-data: ${Buffer.from(certificates.admin.key).toString("base64")}`);
});

test("a start after a crash in the middle of a renewal creates the pair again", async () => {
  const directory = newDirectory();
  await prepareCertificates(directory, at(0));
  // A directory in place of the unfinished certificate makes the renewal fail after it has written the key.
  const obstacle = join(directory, "serving.crt.new");
  mkdirSync(obstacle);
  await expect(prepareCertificates(directory, at(0, ["other.example.com"]))).rejects.toThrow();
  rmSync(obstacle, { recursive: true });
  const { serving } = await prepareCertificates(directory, at(0, ["other.example.com"]));
  const certificate = new X509Certificate(serving.certificate);
  expect(certificate.checkPrivateKey(createPrivateKey(serving.key))).toBe(true);
  expect(certificate.checkHost("other.example.com")).toBe("other.example.com");
});
