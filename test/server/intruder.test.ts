/**
 * An intruder against a server with every way to authenticate enabled: over HTTP/1.1 and HTTP/2, without a certificate
 * and with the certificate of a user without rights. INTRUDER_REQUESTS is the number of requests; another INTRUDER_SEED
 * generates other requests.
 */
import { Agent } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planAuditPolicy } from "../../src/server/audit/audit-policy.ts";
import { auditSink } from "../../src/server/audit/audit-sink.ts";
import { logOutput } from "../../src/server/audit/log-output.ts";
import { anonymous } from "../../src/server/authn/anonymous.ts";
import { clientCertificate } from "../../src/server/authn/client-certificate.ts";
import { IssuerTokens } from "../../src/server/authn/issuer-tokens.ts";
import { createTokenKey, readSigningKey } from "../../src/server/authn/service-account-key.ts";
import { signToken } from "../../src/server/authn/service-account-tokens.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { masters } from "../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../src/server/authz/union.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../src/server/certificates/issue.ts";
import { Random } from "../parity-server/random.ts";
import { drawRequest, type Loot, smuggled } from "./intruder.ts";
import { overBytes, overHttp1, overHttp2 } from "./intruder-connections.ts";
import { audience, startIssuer, type TestIssuer } from "./issuer.ts";
import { Messages } from "./messages.ts";
import { startTestServer, type TestServer } from "./start.ts";

const count = Number(process.env["INTRUDER_REQUESTS"] ?? 400);
const random = new Random(Number(process.env["INTRUDER_SEED"] ?? 1));
const timeoutMs = 60_000 + count * 50;
const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const proxyHeaders = {
  username: ["X-Remote-User"],
  uid: ["X-Remote-Uid"],
  groups: ["X-Remote-Group"],
  extraPrefixes: ["X-Remote-Extra-"],
};

let issuer: TestIssuer;
let server: TestServer;
let tokens: IssuerTokens;
let loot: Loot;
let mallory: KeyPair;
const events: { readonly user: { readonly username?: string }; readonly impersonatedUser?: object }[] = [];

beforeAll(async () => {
  issuer = await startIssuer();
  const clients = await createAuthority("clients", validity);
  const proxies = await createAuthority("proxies", validity);
  mallory = await issueCertificate(clients, "mallory", { use: "client", groups: [], ...validity });
  const pem = createTokenKey();
  const accountTokens = {
    issuers: ["https://kubernetes.default.svc"],
    audiences: ["api"],
    signingKey: readSigningKey(pem),
    otherKeys: [],
  } as const;
  const mapped = { issuer: { url: issuer.url, audiences: [audience], certificateAuthority: issuer.authority } };
  const claimMappings = { username: { claim: "sub", prefix: "" }, groups: { claim: "groups", prefix: "" } };
  const options = { target: "1.37", log: new Messages(), nowMs: Date.now };
  tokens = new IssuerTokens({ jwt: [{ ...mapped, claimMappings }] }, options);
  await tokens.start();
  const admin = { username: "admin", uid: "", groups: ["system:masters"], extra: {} };
  server = await startTestServer({
    bootstrapPolicy: true,
    authenticators: [clientCertificate, staticTokens([{ token: "test-admin", user: admin }]), anonymous],
    remoteAuthenticators: [tokens],
    authorizer: (source) => union([masters, rbacAuthorizer(source)]),
    clientAuthority: clients.certificate,
    proxyAuthority: proxies.certificate,
    frontProxy: { allowedNames: ["proxy"], headers: proxyHeaders },
    bootstrapTokens: true,
    serviceAccountTokens: accountTokens,
    audit: {
      policy: planAuditPolicy({ rules: [{ level: "Metadata", omitStages: ["RequestReceived"] }] }),
      sinks: [
        (lost) => {
          const output = logOutput({ write: (line) => void events.push(JSON.parse(line)) }, lost);
          return auditSink(output, { mode: "blocking", format: "json" }, lost);
        },
      ],
    },
  });
  const account = { namespace: "default", account: { name: "default", uid: "x" }, binding: {}, audiences: ["api"] };
  const { token: gone } = await signToken({ ...account, lifetimeS: 600 }, accountTokens, Date.now());
  loot = {
    spent: [await issuer.sign({ exp: 1 }), await issuer.sign({ aud: "other" }), await issuer.sign({ nbf: 9e9 }), gone],
    good: [await issuer.sign(), gone, "test-admin"],
    publicKeys: [issuer.authority, clients.certificate, proxies.certificate, ""],
  };
  events.length = 0;
}, timeoutMs);
afterAll(async () => {
  tokens.stop();
  await Promise.all([server.close(), issuer.close()]);
});

/**
 * Checks that no request succeeded or caused a server error, and that none was authenticated as another user or
 * impersonated one.
 */
function expectNobodyCameIn(codes: readonly number[], username: string): void {
  const seen = events.splice(0);
  const bad = codes.filter((code) => code >= 500 || (code >= 200 && code < 300));
  expect({ bad, isAnswered: codes.length > 0 }).toEqual({ bad: [], isAnswered: true });
  expect(seen.filter(({ user }) => user.username !== undefined && user.username !== username)).toEqual([]);
  expect(seen.filter(({ impersonatedUser }) => impersonatedUser)).toEqual([]);
}

const material = (isKnown: boolean) => (isKnown ? { cert: mallory.certificate, key: mallory.key } : {});
const known: readonly (readonly [string, boolean, string])[] = [
  ["nobody", false, "system:anonymous"],
  ["somebody without rights", true, "mallory"],
];

test.each(known)(
  "no request succeeds over HTTP/1.1 from %s",
  async (_, isKnown, username) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const codes: number[] = [];
    for (let index = 0; index < count / 4; index++) {
      codes.push(await overHttp1(server, drawRequest(random, loot), { agent, ...material(isKnown) }));
    }
    agent.destroy();
    expectNobodyCameIn(codes, username);
  },
  timeoutMs,
);

test.each(known)(
  "no request succeeds over HTTP/2 from %s",
  async (_, isKnown, username) => {
    const attempts = Array.from({ length: Math.ceil(count / 4) }, () => drawRequest(random, loot));
    const codes = await overHttp2(server, attempts, material(isKnown));
    expectNobodyCameIn(codes, username);
  },
  timeoutMs,
);

test(
  "requests that can be parsed in two ways get no access",
  async () => {
    const codes: number[] = [];
    for (let index = 0; index < count / 10; index++) codes.push(...(await overBytes(server, smuggled(random))));
    // Health checks are open to everyone.
    expectNobodyCameIn(codes, "system:anonymous");
  },
  timeoutMs,
);

test("a client with valid credentials still has access", async () => {
  const { code } = await server.call("GET", "/api/v1/secrets");
  expect(code).toBe(200);
});
