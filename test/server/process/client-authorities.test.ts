import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";
import { call } from "../api-client.ts";
import { killAll, serve } from "./served.ts";

const folder = mkdtempSync(join(tmpdir(), "clustervet-authorities-"));
afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const file = join(folder, "client-ca.crt");
function write(text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

test("a changed --client-ca-file takes effect while the server runs; an invalid one changes nothing", async () => {
  const [first, next] = [await createAuthority("first", validity), await createAuthority("next", validity)];
  const proxy = await createAuthority("proxy", validity);
  const proxyFile = join(folder, "proxy-ca.crt");
  writeFileSync(proxyFile, proxy.certificate);
  write(first.certificate);
  const server = await serve(join(folder, "data"), {
    args: ["--storage", "memory", "--client-ca-file", file, "--requestheader-client-ca-file", proxyFile],
  });
  const person = { use: "client", groups: ["system:masters"] } as const;
  const { agent: _kept, ...rest } = server.access;
  const codeFor = async (authority: KeyPair) => {
    const { certificate, key } = await issueCertificate(authority, "jane", { ...person, ...validity });
    return (await call({ ...rest, certificate, key }, { method: "GET", path: "/api/v1/namespaces" })).code;
  };
  const countLines = (text: string) => server.log().filter(({ msg }) => msg.includes(text)).length;
  expect([await codeFor(first), await codeFor(next)]).toEqual([200, 401]);
  write(next.certificate);
  await expect.poll(() => countLines("--client-ca-file is in use"), { timeout: 10_000 }).toBe(1);
  expect([await codeFor(first), await codeFor(next)]).toEqual([401, 200]);
  for (const [index, text] of ["no certificate", proxy.certificate].entries()) {
    write(text);
    await expect.poll(() => countLines("--client-ca-file is not valid"), { timeout: 10_000 }).toBe(index + 1);
  }
  expect([await codeFor(first), await codeFor(next)]).toEqual([401, 200]);
  expect((await server.call("GET", "/api/v1/namespaces")).code).toBe(200);
});
