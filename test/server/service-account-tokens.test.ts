import { CompactSign, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTokenKey, readSigningKey } from "../../src/server/authn/service-account-key.ts";
import type { TokenSettings } from "../../src/server/authn/service-account-tokens.ts";
import { alwaysAllow } from "../../src/server/authz/always.ts";
import { adminToken, startTestServer, type TestServer } from "./start.ts";

const issuer = "https://issuer.example";
const otherKey = readSigningKey(createTokenKey());
const settings: TokenSettings = {
  issuers: [issuer, "https://before.example"],
  audiences: [issuer],
  signingKey: readSigningKey(createTokenKey()),
  otherKeys: [otherKey],
};

const startMs = Date.parse("2026-05-01T12:00:00Z");
let nowMs = startMs;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    serviceAccountTokens: settings,
    authorizer: () => alwaysAllow,
    nowMs: () => nowMs,
  });
});
afterAll(() => server.close());
beforeEach(() => {
  nowMs = startMs;
});

const core = "/api/v1/namespaces/default";
const reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
let names = 0;

async function newAccount() {
  const name = `robot-${++names}`;
  const { json } = await server.call("POST", `${core}/serviceaccounts`, { metadata: { name } });
  return { name, uid: json.metadata.uid as string, path: `${core}/serviceaccounts/${name}` };
}

const requestToken = (path: string, spec: object, metadata: object = {}) =>
  server.call("POST", `${path}/token`, { metadata, spec });

/** Returns the user that a token authenticates, or the status code that refuses it. */
async function authenticate(token: string) {
  const { code, json } = await server.call("POST", reviews, {}, { authorization: `Bearer ${token}` });
  return code === 201 ? json.status.userInfo : code;
}

test("a token for a service account authenticates its bearer as the account", async () => {
  const { name, uid, path } = await newAccount();
  const { code, json } = await requestToken(path, {});
  expect(code).toBe(201);
  expect(json).toMatchObject({
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: {
      name,
      namespace: "default",
      uid,
      creationTimestamp: "2026-05-01T12:00:00Z",
      managedFields: [{ operation: "Update", apiVersion: "authentication.k8s.io/v1", subresource: "token" }],
    },
    spec: { audiences: [issuer], expirationSeconds: 3600 },
    status: { expirationTimestamp: "2026-05-01T13:00:00Z" },
  });
  const { token } = json.status;
  expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: settings.signingKey.id });
  const nowS = startMs / 1000;
  const claims = decodeJwt(token);
  expect(claims).toEqual({
    iss: issuer,
    sub: `system:serviceaccount:default:${name}`,
    aud: [issuer],
    iat: nowS,
    nbf: nowS,
    exp: nowS + 3600,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    "kubernetes.io": { namespace: "default", serviceaccount: { name, uid } },
  });
  expect(await authenticate(token)).toEqual({
    username: `system:serviceaccount:default:${name}`,
    uid,
    groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [`JTI=${claims.jti}`] },
  });
});

test("a token is valid during its period, with a minute of tolerance", async () => {
  const { path } = await newAccount();
  const { token } = (await requestToken(path, { expirationSeconds: 600 })).json.status;
  nowMs = startMs + 659_000;
  expect(await authenticate(token)).toHaveProperty("username");
  nowMs = startMs + 661_000;
  expect(await authenticate(token)).toBe(401);
  nowMs = startMs - 61_000;
  expect(await authenticate(token)).toBe(401);
});

test("a token for other audiences is refused", async () => {
  const { path } = await newAccount();
  const { json } = await requestToken(path, { audiences: ["vault"] });
  expect(json.spec.audiences).toEqual(["vault"]);
  expect(await authenticate(json.status.token)).toBe(401);
  expect(
    await authenticate((await requestToken(path, { audiences: ["vault", issuer] })).json.status.token),
  ).toHaveProperty("uid");
});

test.each([
  ["a token for vault and the server", ["vault"], { authenticated: true, audiences: ["vault"] }],
  ["a token for vault and the server", [issuer, "other"], { authenticated: true, audiences: [issuer] }],
  [
    "a token for vault and the server",
    ["other"],
    {
      error: `[invalid bearer token, token audiences ["vault" "${issuer}"] is invalid for the target audiences ["other"]]`,
    },
  ],
  ["a known token", [], { authenticated: true, audiences: [issuer] }],
  ["a known token", ["vault", issuer], { authenticated: true, audiences: [issuer] }],
  ["a known token", ["vault"], { error: "invalid bearer token" }],
] as const)(
  "a TokenReview of %s for the audiences %j returns the audiences that match",
  async (which, audiences, status) => {
    const { path } = await newAccount();
    const made = await requestToken(path, { audiences: ["vault", issuer] });
    const token = which === "a known token" ? adminToken : made.json.status.token;
    const review = { spec: { token, audiences } };
    const { json } = await server.call("POST", "/apis/authentication.k8s.io/v1/tokenreviews", review);
    expect(json.status).toMatchObject(status);
    expect(json.status.audiences === undefined).toBe("error" in status);
  },
);

test("a token ends with its account, even if another account of that name is created", async () => {
  const { name, path } = await newAccount();
  const { token } = (await requestToken(path, {})).json.status;
  await server.call("DELETE", path);
  await expect.poll(() => authenticate(token)).toBe(401);
  await server.call("POST", `${core}/serviceaccounts`, { metadata: { name } });
  expect(await authenticate(token)).toBe(401);
});

test("a request without a token is anonymous", async () => {
  expect(await authenticate("")).toHaveProperty("username", "system:anonymous");
});

test.each([
  { name: "not a JWT", token: "test-something" },
  { name: "malformed", token: "a.b.c" },
])("a bearer token that is $name is refused", async ({ token }) => {
  expect(await authenticate(token)).toBe(401);
});

describe("tokens that this server did not sign", () => {
  const sign = async (key = otherKey, claims: object = {}, header: object = {}) => {
    const { name, uid } = await newAccount();
    return new SignJWT({
      iss: issuer,
      sub: `system:serviceaccount:default:${name}`,
      aud: issuer,
      nbf: startMs / 1000,
      exp: startMs / 1000 + 3600,
      "kubernetes.io": { namespace: "default", serviceaccount: { name, uid } },
      ...claims,
    })
      .setProtectedHeader({ alg: key.algorithm, kid: key.id, ...header })
      .sign(key.privateKey);
  };

  const tokenWithClaims = async (own: object) => {
    const { name, uid } = await newAccount();
    const claims = { namespace: "default", serviceaccount: { name, uid }, ...own };
    return sign(otherKey, { sub: `system:serviceaccount:default:${name}`, "kubernetes.io": claims });
  };

  /**
   * Signs a number that JSON allows and JavaScript cannot write. Of two members with the same name, the last one
   * counts.
   */
  const signText = async (member: string) => {
    const { 1: claims = "" } = (await sign()).split(".");
    const text = Buffer.from(claims, "base64url").toString().replace(/}$/, `,${member}}`);
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: otherKey.algorithm, kid: otherKey.id })
      .sign(otherKey.privateKey);
  };

  test("are accepted if their key is known", async () => {
    expect(await authenticate(await sign())).toHaveProperty("uid");
    expect(await authenticate(await sign(otherKey, { iss: "https://before.example" }))).toHaveProperty("uid");
    expect(await authenticate(await sign(otherKey, { exp: undefined }))).toHaveProperty("uid");
  });

  test.each([
    { name: "signed by another key", make: () => sign(readSigningKey(createTokenKey())) },
    {
      name: "signed by another key with a known key id",
      make: () => sign(readSigningKey(createTokenKey()), {}, { kid: otherKey.id }),
    },
    { name: "of another issuer", make: () => sign(otherKey, { iss: "https://other.example" }) },
    { name: "for another audience", make: () => sign(otherKey, { aud: "other" }) },
    { name: "with another subject", make: () => sign(otherKey, { sub: "system:serviceaccount:default:other" }) },
    { name: "without claims of Kubernetes", make: () => sign(otherKey, { "kubernetes.io": undefined }) },
    { name: "whose pod is a number", make: () => tokenWithClaims({ pod: 5 }) },
    { name: "whose pod name is a number", make: () => tokenWithClaims({ pod: { name: 5, uid: "x" } }) },
    { name: "whose secret has no uid", make: () => tokenWithClaims({ secret: { name: "x" } }) },
    { name: "whose node is a list", make: () => tokenWithClaims({ node: [] }) },
    { name: "whose namespace is a list", make: () => tokenWithClaims({ namespace: ["default"] }) },
    { name: "whose service account is a string", make: () => tokenWithClaims({ serviceaccount: "robot" }) },
    { name: "whose id is a number", make: () => sign(otherKey, { jti: 5 }) },
    { name: "that expire at 1e999", make: () => signText('"exp":1e999') },
    { name: "that expire at 1e300", make: () => signText('"exp":1e300') },
    { name: "that are valid from -1e999 on", make: () => signText('"nbf":-1e999') },
    { name: "that were issued at 1e999", make: () => signText('"iat":1e999') },
  ])("$name are refused", async ({ make }) => {
    expect(await authenticate(await make())).toBe(401);
  });

  test("are accepted with a null for an object that they are not bound to", async () => {
    expect(await authenticate(await tokenWithClaims({ pod: null }))).toHaveProperty("uid");
  });
});

describe("a token that is bound to an object", () => {
  const pod = (name: string, serviceAccountName: string) => ({
    metadata: { name },
    spec: { serviceAccountName, nodeName: "node-a", containers: [{ name: "main", image: "example.com/x:1" }] },
  });

  test("ends with the object, and its user has the name and the uid of the object", async () => {
    const { name, path } = await newAccount();
    const { json: created } = await server.call("POST", `${core}/pods`, pod(`pod-${name}`, name));
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: created.metadata.name, uid: created.metadata.uid };
    const { token } = (await requestToken(path, { boundObjectRef })).json.status;
    const prefix = "authentication.kubernetes.io";
    expect((await authenticate(token)).extra).toMatchObject({
      [`${prefix}/pod-name`]: [created.metadata.name],
      [`${prefix}/pod-uid`]: [created.metadata.uid],
      [`${prefix}/node-name`]: ["node-a"],
    });
    await server.call("DELETE", `${core}/pods/${created.metadata.name}`, { gracePeriodSeconds: 0 });
    await expect.poll(() => authenticate(token)).toBe(401);
  });

  test("can be bound to a secret and a node", async () => {
    const { name, path } = await newAccount();
    await server.call("POST", `${core}/secrets`, { metadata: { name } });
    await server.call("POST", "/api/v1/nodes", { metadata: { name } });
    for (const [kind, object] of [
      ["Secret", `${core}/secrets/${name}`],
      ["Node", `/api/v1/nodes/${name}`],
    ] as const) {
      const { token } = (await requestToken(path, { boundObjectRef: { apiVersion: "v1", kind, name } })).json.status;
      expect(await authenticate(token)).toHaveProperty("uid");
      await server.call("DELETE", object);
      await expect.poll(() => authenticate(token)).toBe(401);
    }
  });

  test.each([
    { name: "an absent object", reference: { apiVersion: "v1", kind: "Pod", name: "none" }, code: 404 },
    {
      name: "a kind that tokens are not bound to",
      reference: { apiVersion: "v1", kind: "ConfigMap", name: "x" },
      code: 400,
    },
    { name: "a pod of another account", reference: { apiVersion: "v1", kind: "Pod", name: "others" }, code: 400 },
    {
      name: "a pod with another uid",
      reference: { apiVersion: "v1", kind: "Secret", name: "one", uid: "x" },
      code: 409,
    },
  ])("cannot be bound to $name", async ({ reference, code }) => {
    const { path } = await newAccount();
    await server.call("POST", `${core}/pods`, pod("others", "someone"));
    await server.call("POST", `${core}/secrets`, { metadata: { name: "one" } });
    expect((await requestToken(path, { boundObjectRef: reference })).code).toBe(code);
  });
});

test.each([
  { name: "for too short a time", spec: { expirationSeconds: 599 }, metadata: {}, code: 422 },
  { name: "for too long a time", spec: { expirationSeconds: 2 ** 32 + 1 }, metadata: {}, code: 422 },
  { name: "with another name", spec: {}, metadata: { name: "other" }, code: 422 },
  { name: "with another namespace", spec: {}, metadata: { namespace: "other" }, code: 400 },
  { name: "with another uid", spec: {}, metadata: { uid: "other" }, code: 409 },
])("a token request that is $name is refused", async ({ spec, metadata, code }) => {
  const { path } = await newAccount();
  const { json } = await requestToken(path, spec, metadata);
  expect(json).toMatchObject({ kind: "Status", code });
});

test.each([
  { seconds: 599, message: "Invalid value: 599: may not specify a duration less than 10 minutes" },
  { seconds: 2 ** 32 + 1, message: "Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds" },
])("$seconds seconds are refused with the message of kube-apiserver", async ({ seconds, message }) => {
  const { path } = await newAccount();
  const { json } = await requestToken(path, { expirationSeconds: seconds });
  expect(json.message).toBe(`TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: ${message}`);
});

test("a missing account gets no token, and tokens cannot be read", async () => {
  expect((await requestToken(`${core}/serviceaccounts/none`, {})).json).toMatchObject({
    code: 404,
    message: 'serviceaccounts "none" not found',
  });
  const { path } = await newAccount();
  expect((await server.call("GET", `${path}/token`)).json).toMatchObject({ code: 405 });
});

test("the server publishes its issuer and its public keys", async () => {
  const { json } = await server.call("GET", "/.well-known/openid-configuration");
  expect(json).toMatchObject({ issuer, id_token_signing_alg_values_supported: ["ES256"] });
  const { headers, text } = await server.call("GET", new URL(json.jwks_uri).pathname);
  expect(headers["content-type"]).toBe("application/jwk-set+json");
  const { keys } = JSON.parse(text);
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([settings.signingKey.id, otherKey.id]);
  expect(keys[0]).not.toHaveProperty("d");
});

test("a server without a signing key issues no tokens", async () => {
  const without = await startTestServer();
  const { json } = await without.call("POST", `${core}/serviceaccounts/x/token`, {});
  expect(json).toMatchObject({ code: 501, reason: "NotImplemented" });
  expect((await without.call("GET", "/openid/v1/jwks")).code).toBe(404);
  await without.close();
});

test("the use of a Secret's token is recorded as a day at the Secret, and counted in a metric", async () => {
  const { name, uid } = await newAccount();
  const prefix = "kubernetes.io/serviceaccount";
  const claims = {
    [`${prefix}/namespace`]: "default",
    [`${prefix}/secret.name`]: "held",
    [`${prefix}/service-account.name`]: name,
    [`${prefix}/service-account.uid`]: uid,
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: settings.signingKey.algorithm, kid: settings.signingKey.id })
    .setIssuer("kubernetes/serviceaccount")
    .setSubject(`system:serviceaccount:default:${name}`)
    .sign(settings.signingKey.privateKey);
  await server.call("POST", `${core}/secrets`, { metadata: { name: "held" }, stringData: { token } });
  const users = await Promise.all([authenticate(token), authenticate(token), authenticate(token)]);
  expect(users.map(({ username }) => username)).toEqual(Array(3).fill(`system:serviceaccount:default:${name}`));
  const { json } = await server.call("GET", `${core}/secrets/held`);
  expect(json.metadata.labels).toEqual({ "kubernetes.io/legacy-token-last-used": "2026-05-01" });
  const { text } = await server.call("GET", "/metrics");
  expect(text).toMatch(/^serviceaccount_legacy_manual_token_uses_total 3$/m);
});
