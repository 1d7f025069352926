/** Front proxies over TLS: certificates of two authorities, and when the headers are trusted. */
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientCertificate } from "../../../src/server/authn/client-certificate.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";
import { call } from "../api-client.ts";
import { startTestServer, type TestServer } from "../start.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const certificateOptions = { use: "client", groups: ["team"], ...validity } as const;
const settings = {
  allowedNames: ["proxy"],
  headers: {
    username: ["X-Remote-User", "X-Other-User"],
    uid: ["X-Remote-Uid"],
    groups: ["X-Remote-Group"],
    extraPrefixes: ["X-Remote-Extra-"],
  },
};
let server: TestServer;
const pairs = new Map<string, KeyPair>();

beforeAll(async () => {
  const clients = await createAuthority("clients", validity);
  const proxies = await createAuthority("proxies", validity);
  pairs.set("client", await issueCertificate(clients, "jane", certificateOptions));
  pairs.set("client named proxy", await issueCertificate(clients, "proxy", certificateOptions));
  pairs.set("proxy", await issueCertificate(proxies, "proxy", certificateOptions));
  pairs.set("proxy not allowed", await issueCertificate(proxies, "other", certificateOptions));
  pairs.set(
    "old proxy",
    await issueCertificate(proxies, "proxy", { ...certificateOptions, nowMs: Date.now() - 7_200_000 - 3_600_000 }),
  );
  const client = pairs.get("client named proxy");
  pairs.set("client with a false chain", {
    certificate: `${client?.certificate}\n${await falseIssuer()}`,
    key: client?.key ?? "",
  });
  server = await startTestServer({
    clusterObjects: true,
    authenticators: [clientCertificate],
    clientAuthority: clients.certificate,
    proxyAuthority: proxies.certificate,
    frontProxy: settings,
  });
});
afterAll(() => server.close());

/**
 * Returns a certificate that a client may send in its chain: an authority with the name of the clients' authority, as
 * if the proxies' authority had signed it.
 */
async function falseIssuer(): Promise<string> {
  const x509 = await import("@peculiar/x509");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: "CN=clients",
    issuer: "CN=proxies",
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return certificate.toString("pem");
}

async function userSeen(name: string, headers: Record<string, string | string[]>): Promise<unknown> {
  const pair = pairs.get(name);
  const access = { port: server.port, authority: server.authority, ...pair };
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const shown = headers as Record<string, string>;
  const { code, json, text } = await call(access, { method: "POST", path, body: Buffer.from("{}"), headers: shown });
  if (code !== 201) return json?.message ? `${code} ${json.message}` : `${code} ${text}`;
  const { username, uid, groups, extra } = json.status.userInfo;
  return { username, uid, groups, extra };
}

const forbidden = (name: string) =>
  expect.stringContaining(`403 selfsubjectreviews.authentication.k8s.io is forbidden: User "${name}"`);

test("a request with a proxy's certificate has the user of the headers", async () => {
  const headers = {
    "X-Remote-User": "anné",
    "X-Remote-Group": ["a", "", "system:masters"],
    "x-remote-uid": "7",
    "X-Remote-Extra-Example.org%2fScopes": ["read", "write"],
    "X-Remote-Extra-bad%zz": "kept",
  };
  const bytes = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      [value].flat().map((text) => Buffer.from(text).toString("latin1")),
    ]),
  );
  expect(await userSeen("proxy", bytes)).toEqual({
    username: "anné",
    uid: "7",
    groups: ["a", "system:masters", "system:authenticated"],
    extra: { "example.org/scopes": ["read", "write"], "bad%zz": ["kept"] },
  });
});

test("the first header with a value names the user, and system:anonymous is not in system:authenticated", async () => {
  expect(
    await userSeen("proxy", { "X-Remote-User": "", "X-Other-User": "bob", "X-Remote-Group": "system:masters" }),
  ).toMatchObject({
    username: "bob",
  });
  expect(
    await userSeen("proxy", { "X-Remote-User": ["carl", "dora"], "X-Remote-Group": "system:masters" }),
  ).toMatchObject({
    username: "carl",
  });
  expect(await userSeen("proxy", { "X-Remote-User": "system:anonymous" })).toEqual(forbidden("system:anonymous"));
});

test.each(["client", "client named proxy", "client with a false chain"])(
  "headers of a %s are ignored",
  async (name) => {
    const username = name === "client" ? "jane" : "proxy";
    expect(await userSeen(name, { "X-Remote-User": "admin", "X-Remote-Group": "system:masters" })).toEqual(
      forbidden(username),
    );
  },
);

test.each(["proxy not allowed", "old proxy"])("a %s is refused", async (name) => {
  expect(await userSeen(name, { "X-Remote-User": "admin", "X-Remote-Group": "system:masters" })).toBe(
    "401 Unauthorized",
  );
});

test("a proxy's certificate does not authenticate the proxy itself", async () => {
  expect(await userSeen("proxy", {})).toBe("401 Unauthorized");
});

test("a ConfigMap contains the data that other API servers need to trust the same proxies", async () => {
  const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
  const proxy = pairs.get("proxy");
  const access = { port: server.port, authority: server.authority, ...proxy };
  const headers = { "X-Remote-User": "admin", "X-Remote-Group": "system:masters" };
  const { json } = await call(access, { method: "GET", path, headers });
  expect(json.data).toEqual({
    "client-ca-file": expect.stringContaining("BEGIN CERTIFICATE"),
    "requestheader-client-ca-file": expect.stringContaining("BEGIN CERTIFICATE"),
    "requestheader-allowed-names": '["proxy"]',
    "requestheader-username-headers": '["X-Remote-User","X-Other-User"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
  });
});
