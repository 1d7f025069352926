import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { runProcess } from "../../cli/run-cli.ts";
import { type Access, call } from "../api-client.ts";
import { audience, startIssuer, type TestIssuer } from "../issuer.ts";
import { killAll, type Served, serve } from "./served.ts";

let issuer: TestIssuer;
let folder: string;
let file: string;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-authentication-"));
  file = join(folder, "authn.yaml");
});
afterEach(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const configuration = (prefix: string, change: object = {}): string =>
  stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthenticationConfiguration",
    jwt: [
      {
        issuer: { url: issuer.url, audiences: [audience], certificateAuthority: issuer.authority },
        claimMappings: { username: { claim: "sub", prefix } },
      },
    ],
    anonymous: { enabled: true, conditions: [{ path: "/livez" }] },
    ...change,
  });

/** Returns the username for this token, or the status code of the refusal. */
async function nameOf({ access }: Served, token: string): Promise<unknown> {
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const headers = { authorization: `Bearer ${token}` };
  const { code, json } = await call(withoutCertificate(access), { method: "POST", path, body: {}, headers });
  return code === 201 ? json.status.userInfo.username : code;
}

/** Access without a client certificate. */
const withoutCertificate = ({ port, authority }: Access): Access => ({ port, authority });

const codeAt = async ({ access }: Served, path: string) =>
  (await call(withoutCertificate(access), { method: "GET", path })).code;

/** Replaces the file by a rename, as editors and kubelets do. */
function replaceFile(text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const args = () => ["--storage", "memory", "--authentication-config", file];
const messages = (server: Served) => server.log().map(({ msg }) => msg);

test("a changed authentication configuration takes effect while the server runs; an invalid one changes nothing", async () => {
  writeFileSync(file, configuration("corp:"));
  const server = await serve(folder, { args: args() });
  const token = await issuer.sign();
  expect(await nameOf(server, token)).toBe("corp:jane");
  expect(await codeAt(server, "/livez")).toBe(200);
  expect(await codeAt(server, "/version")).toBe(401);

  replaceFile(configuration("team:"));
  await vi.waitFor(async () => expect(await nameOf(server, token)).toBe("team:jane"), { timeout: 20_000 });

  replaceFile("kind: nonsense\n");
  const kept = "the changed authentication configuration is not valid; the previous one stays in use";
  await vi.waitFor(() => expect(messages(server)).toContain(kept), { timeout: 20_000 });
  expect(await nameOf(server, token)).toBe("team:jane");

  replaceFile(configuration("corp:", { anonymous: { enabled: false } }));
  await vi.waitFor(() => expect(messages(server).filter((text) => text === kept)).toHaveLength(2), { timeout: 20_000 });
  expect(await codeAt(server, "/livez")).toBe(200);
});

test("the --oidc-* flags configure one issuer, whose tokens must use the algorithms of --oidc-signing-algs", async () => {
  const authority = join(folder, "issuer.crt");
  writeFileSync(authority, issuer.authority);
  const flags = ["--oidc-issuer-url", issuer.url, "--oidc-client-id", audience, "--oidc-ca-file", authority];
  const memory = ["--storage", "memory", ...flags];
  const strict = await serve(join(folder, "a"), { args: memory });
  expect(await nameOf(strict, await issuer.sign())).toBe(401);
  const server = await serve(join(folder, "b"), { args: [...memory, "--oidc-signing-algs", "RS256,ES256"] });
  expect(await nameOf(server, await issuer.sign())).toBe(`${issuer.url}#jane`);
});

test("--oidc-* flags exclude --authentication-config, and invalid flags keep the server from starting", () => {
  writeFileSync(file, configuration("corp:"));
  const runServe = (more: readonly string[]) =>
    runProcess(["serve", "--data-dir", join(folder, "data"), "--secure-port", "0", ...more]);
  const oidc = ["--oidc-issuer-url", "http://plain.example", "--oidc-client-id", "id"];
  expect(runServe([...args(), ...oidc])).toMatchObject({
    code: 2,
    stderr:
      "clustervet: --oidc-issuer-url can't be used together with --authentication-config\n  help: remove one of them\n",
  });
  expect(runServe(oidc)).toMatchObject({ code: 2, stderr: expect.stringContaining("--oidc-*: jwt[0].issuer.url: ") });
});

test("the server does not start with a configuration that kube-apiserver would refuse", () => {
  writeFileSync(file, configuration("corp:").replace("prefix:", "prefixx:"));
  const { code, stderr } = runProcess(["serve", "--data-dir", join(folder, "data"), "--secure-port", "0", ...args()]);
  expect(code).toBe(2);
  expect(stderr).toContain('unknown field "prefixx"');
  expect(stderr).toContain("is not valid, so the API server would not start with it");
});

test("--anonymous-auth excludes the field anonymous of the configuration", () => {
  writeFileSync(file, configuration("corp:"));
  const flags = ["--secure-port", "0", "--anonymous-auth", "true", ...args()];
  const { code, stderr } = runProcess(["serve", "--data-dir", join(folder, "data"), ...flags]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `clustervet: --anonymous-auth can't be used together with the field \`anonymous\` of ${file}\n`,
  });
});
