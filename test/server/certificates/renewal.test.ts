import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientCertificate } from "../../../src/server/authn/client-certificate.ts";
import { prepareCertificates } from "../../../src/server/certificates/data-directory.ts";
import { CertificateRenewal } from "../../../src/server/certificates/renewal.ts";
import { call } from "../api-client.ts";
import { Messages } from "../messages.ts";
import { startTestServer, type TestServer } from "../start.ts";
import { openWatch } from "../watch-client.ts";

const dayMs = 86_400_000;
const hosts = ["127.0.0.1", "localhost"];
const maps = "/api/v1/namespaces/default/configmaps";

let directory: string;
let server: TestServer | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "clustervet-renewal-"));
});
afterEach(async () => {
  await server?.close();
  rmSync(directory, { recursive: true });
});

test("a server uses its new certificate for new connections, and existing connections continue", async () => {
  let nowMs = Date.now() - 290 * dayMs;
  const first = await prepareCertificates(directory, { hosts, nowMs });
  const authorities = { clientAuthority: first.authority };
  const running = await startTestServer({ ...first.serving, ...authorities, authenticators: [clientCertificate] });
  server = running;
  const admin = { port: running.port, authority: first.authority };
  const watch = await openWatch({ ...admin, ...first.admin }, `${maps}?watch=true`);
  const messages = new Messages();
  let latest = first;
  const renewal = new CertificateRenewal(directory, first, {
    hosts,
    nowMs: () => nowMs,
    log: messages,
    onRenewed(certificates) {
      latest = certificates;
      running.setIdentity({ ...certificates.serving, ...authorities });
    },
  });
  await renewal.check();
  expect(await shownBy(running.port, first.authority)).toBe(serialOf(first.serving.certificate));
  nowMs = Date.now();
  await renewal.check();
  await renewal.check();
  renewal.stop();
  expect(messages.lines.map(({ message }) => message)).toEqual(["certificates were renewed"]);
  expect(latest.authority).toBe(first.authority);
  expect(serialOf(latest.serving.certificate)).not.toBe(serialOf(first.serving.certificate));
  expect(await shownBy(running.port, first.authority)).toBe(serialOf(latest.serving.certificate));
  for (const { certificate, key } of [first.admin, latest.admin]) {
    const body = { metadata: { generateName: "by-" } };
    const { code } = await call({ ...admin, certificate, key }, { method: "POST", path: maps, body });
    expect(code).toBe(201);
  }
  await watch.until(2);
  watch.stop();
});

test("a failed renewal is reported and retried", async () => {
  const current = await prepareCertificates(directory, { hosts, nowMs: Date.now() });
  const file = join(directory, "serving.crt");
  const good = readFileSync(file);
  writeFileSync(file, "not a certificate");
  const messages = new Messages();
  const renewed: unknown[] = [];
  const renewal = new CertificateRenewal(directory, current, {
    hosts,
    nowMs: Date.now,
    log: messages,
    onRenewed: (certificates) => void renewed.push(certificates),
  });
  await renewal.check();
  expect(messages.lines.map(({ message }) => message)).toEqual(["certificates could not be renewed"]);
  writeFileSync(file, good);
  await renewal.check();
  renewal.stop();
  expect(messages.lines).toHaveLength(1);
  expect(renewed).toEqual([]);
});

const serialOf = (pem: string): string => new X509Certificate(pem).serialNumber;

/** Returns the serial number of the certificate that a new connection receives. */
async function shownBy(port: number, ca: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", ca });
  await once(socket, "secureConnect");
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
