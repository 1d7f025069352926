/** `serve --tls-*`: versions, cipher suites and certificates by host, on a server that listens. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readTls, type TlsFlags } from "../../src/cli/serve-tls.ts";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { startTestServer } from "../server/start.ts";

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-tls-"));
  const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
  const authority = await createAuthority("tls-ca", validity);
  for (const [file, hosts] of [
    ["a", ["a.example.org"]],
    ["b", ["b.example.org", "*.b.example.org"]],
  ] as const) {
    const pair = await issueCertificate(authority, file, { use: "server", hosts, ...validity });
    writeFileSync(join(folder, `${file}.crt`), pair.certificate);
    writeFileSync(join(folder, `${file}.key`), pair.key, { mode: 0o600 });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pairOf = (name: string, hosts = "") => `${join(folder, `${name}.crt`)},${join(folder, `${name}.key`)}${hosts}`;

async function serve(flags: TlsFlags): Promise<number> {
  const server = await startTestServer({ tls: readTls(flags) });
  onTestFinished(() => server.close());
  return server.port;
}

/** @throws {Error} if the connection fails */
function connectTls(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options }, () => resolve(socket));
    socket.once("error", reject);
    onTestFinished(() => void socket.destroy());
  });
}

const subjectFor = async (port: number, servername?: string) =>
  (await connectTls(port, servername === undefined ? {} : { servername })).getPeerCertificate().subject.CN;

test("the server presents the certificate for the host name that the client requests", async () => {
  const port = await serve({
    tlsSniCertKey: [pairOf("a"), pairOf("b"), pairOf("a", ":c.example.org,*.d.example.org")],
  });
  expect(await subjectFor(port)).toBe("test");
  expect(await subjectFor(port, "elsewhere.example.org")).toBe("test");
  expect(await subjectFor(port, "a.example.org")).toBe("a");
  expect(await subjectFor(port, "A.Example.org")).toBe("a");
  expect(await subjectFor(port, "b.example.org")).toBe("b");
  expect(await subjectFor(port, "x.b.example.org")).toBe("b");
  expect(await subjectFor(port, "x.y.b.example.org")).toBe("test");
  expect(await subjectFor(port, "c.example.org")).toBe("a");
  expect(await subjectFor(port, "x.d.example.org")).toBe("a");
});

test("names in the flag take precedence over those of certificates, and earlier pairs over later ones", async () => {
  const port = await serve({
    tlsSniCertKey: [pairOf("a"), pairOf("b", ":a.example.org"), pairOf("a", ":a.example.org")],
  });
  expect(await subjectFor(port, "a.example.org")).toBe("b");
});

test("versions below --tls-min-version are refused", async () => {
  const port = await serve({ tlsMinVersion: "VersionTLS13" });
  await expect(connectTls(port, { maxVersion: "TLSv1.2" })).rejects.toThrow();
  expect((await connectTls(port, {})).getProtocol()).toBe("TLSv1.3");
});

test("old versions are accepted only if --tls-min-version allows them", async () => {
  const old: ConnectionOptions = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  await expect(connectTls(await serve({}), old)).rejects.toThrow();
  const port = await serve({ tlsMinVersion: "VersionTLS10" });
  expect((await connectTls(port, old)).getProtocol()).toBe("TLSv1.1");
});

test("of TLS 1.2, only the named cipher suites are accepted; those of TLS 1.3 always are", async () => {
  const port = await serve({ tlsCipherSuites: ["TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"] });
  const tls12: ConnectionOptions = { maxVersion: "TLSv1.2" };
  expect((await connectTls(port, tls12)).getCipher().name).toBe("ECDHE-ECDSA-AES128-GCM-SHA256");
  await expect(connectTls(port, { ...tls12, ciphers: "ECDHE-ECDSA-AES256-GCM-SHA384" })).rejects.toThrow();
  expect((await connectTls(port, { ciphers: "TLS_AES_256_GCM_SHA384" })).getProtocol()).toBe("TLSv1.3");
});

test.each([
  [{ tlsMinVersion: "VersionTLS9" }, "--tls-min-version must be one of"],
  [{ tlsCipherSuites: ["TLS_NONE"] }, "--tls-cipher-suites must be names of cipher suites"],
  [{ tlsCipherSuites: ["TLS_RSA_WITH_AES_128_CBC_SHA"] }, "which HTTP/2 requires"],
  [{ tlsSniCertKey: ["one.pem"] }, "--tls-sni-cert-key must have the form"],
  [{ tlsSniCertKey: ["/none.pem,/none.key"] }, "--tls-sni-cert-key cannot be read"],
])("%j is refused", (flags, message) => {
  expect(() => readTls(flags)).toThrow(message);
});

test("a key must match its certificate, and must not be readable by other users", () => {
  const mixed = `${join(folder, "a.crt")},${join(folder, "b.key")}`;
  expect(() => readTls({ tlsSniCertKey: [mixed] })).toThrow(`--tls-sni-cert-key ${mixed}`);
  chmodSync(join(folder, "a.key"), 0o644);
  onTestFinished(() => chmodSync(join(folder, "a.key"), 0o600));
  expect(() => readTls({ tlsSniCertKey: [pairOf("a")] })).toThrow("must not be accessible to other users");
});
