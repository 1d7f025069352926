/** Which tokens are accepted, and which users they authenticate: on objects, without a server. */
import { createSecretKey } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { createTokenKey, readSigningKey, type SigningKey } from "../../../src/server/authn/service-account-key.ts";
import {
  type Binding,
  serviceAccountTokens,
  signToken,
  type TokenSettings,
} from "../../../src/server/authn/service-account-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";

const [signingKey, otherKey, strangeKey] = [0, 1, 2].map(() => readSigningKey(createTokenKey())) as [
  SigningKey,
  SigningKey,
  SigningKey,
];
const settings: TokenSettings = {
  issuers: ["https://a.example", "https://b.example"],
  audiences: ["api", "api2"],
  signingKey,
  otherKeys: [otherKey],
};
const nowS = 1_800_000_000;
const account = { name: "robot", uid: "u1" };
const boundObjects = {
  pod: { name: "p", uid: "u2" },
  secret: { name: "s", uid: "u3" },
  node: { name: "n", uid: "u4" },
};
const existingObjects = {
  "serviceaccounts web/robot": "u1",
  "pods web/p": "u2",
  "secrets web/s": "u3",
  "nodes /n": "u4",
} as const;

interface World {
  readonly uids?: Readonly<Record<string, string | undefined>>;
  /** Deletion timestamps of objects, in Unix milliseconds. */
  readonly deletedMs?: Readonly<Record<string, number>>;
  readonly nowMs?: number;
}

const authenticate = (token: string, { uids = {}, deletedMs = {}, nowMs = nowS * 1000 }: World = {}) =>
  serviceAccountTokens(
    settings,
    async (resource, { namespace, name }) => {
      const key = `${resource} ${namespace}/${name}`;
      const uid = new Map(Object.entries({ ...existingObjects, ...uids })).get(key);
      const since = new Map(Object.entries(deletedMs)).get(key);
      const deletion = since === undefined ? {} : { deletionTimestamp: new Date(since).toISOString() };
      return uid === undefined ? undefined : { metadata: { name, uid, ...deletion } };
    },
    { nowMs: () => nowMs },
  ).authenticate({ headers: token === "" ? {} : { authorization: `Bearer ${token}` } } as Exchange);

const tokenFor = async (binding: Binding = {}, audiences: readonly string[] = ["api"]) => {
  const order = { namespace: "web", account, binding, audiences, lifetimeS: 600 };
  return (await signToken(order, settings, nowS * 1000 + 999)).token;
};

const prefix = "authentication.kubernetes.io";
const podExtra = { [`${prefix}/pod-name`]: ["p"], [`${prefix}/pod-uid`]: ["u2"] };
const nodeExtra = { [`${prefix}/node-name`]: ["n"], [`${prefix}/node-uid`]: ["u4"] };

test.each<[string, Binding, object]>([
  ["nothing", {}, {}],
  ["a pod", { pod: boundObjects.pod }, podExtra],
  ["a pod and its node", { pod: boundObjects.pod, node: boundObjects.node }, { ...podExtra, ...nodeExtra }],
  ["a node", { node: boundObjects.node }, nodeExtra],
  ["a secret", { secret: boundObjects.secret }, {}],
])("a token that is bound to %s authenticates the account", async (_name, binding, extra) => {
  expect(await authenticate(await tokenFor(binding))).toEqual({
    outcome: "user",
    user: {
      username: "system:serviceaccount:web:robot",
      uid: "u1",
      groups: ["system:serviceaccounts", "system:serviceaccounts:web", "system:authenticated"],
      extra: { [`${prefix}/credential-id`]: [expect.stringMatching(/^JTI=[0-9a-f-]{36}$/)], ...extra },
    },
    audiences: ["api"],
  });
});

const invalidated = "service account token has been invalidated";
const nowMs = nowS * 1000;
test.each<[string, Binding, World, string]>([
  [
    "its service account is gone",
    {},
    { uids: { "serviceaccounts web/robot": undefined } },
    'serviceaccounts "robot" not found',
  ],
  [
    "its service account has another uid",
    {},
    { uids: { "serviceaccounts web/robot": "x" } },
    "service account UID (x) does not match claim (u1)",
  ],
  [
    "its service account was deleted over a minute ago",
    {},
    { deletedMs: { "serviceaccounts web/robot": nowMs - 60_001 } },
    "service account web/robot has been deleted",
  ],
  ["its pod is gone", { pod: boundObjects.pod }, { uids: { "pods web/p": undefined } }, invalidated],
  [
    "its pod has another uid",
    { pod: boundObjects.pod },
    { uids: { "pods web/p": "x" } },
    "pod UID (x) does not match service account pod ref claim (u2)",
  ],
  [
    "its secret has another uid",
    { secret: boundObjects.secret },
    { uids: { "secrets web/s": "x" } },
    "secret UID (x) does not match service account secret ref claim (u3)",
  ],
  [
    "its node has another uid",
    { node: boundObjects.node },
    { uids: { "nodes /n": "x" } },
    "node UID (x) does not match service account node ref claim (u4)",
  ],
  [
    "the node of its pod is gone",
    { pod: boundObjects.pod, node: boundObjects.node },
    { uids: { "nodes /n": undefined } },
    "",
  ],
  ["its pod was deleted a minute ago", { pod: boundObjects.pod }, { deletedMs: { "pods web/p": nowMs - 60_000 } }, ""],
  ["its pod will be deleted", { pod: boundObjects.pod }, { deletedMs: { "pods web/p": nowMs + 60_000 } }, ""],
  [
    "its pod was deleted over a minute ago",
    { pod: boundObjects.pod },
    { deletedMs: { "pods web/p": nowMs - 60_001 } },
    invalidated,
  ],
  ["it expired a minute ago", {}, { nowMs: nowMs + 660_000 }, ""],
  ["it expired over a minute ago", {}, { nowMs: nowMs + 660_001 }, "service account token has expired"],
  ["it becomes valid within a minute", {}, { nowMs: nowMs - 60_000 }, ""],
  ["it becomes valid later", {}, { nowMs: nowMs - 60_001 }, "service account token is not valid yet"],
])("a token when %s", async (_name, binding, world, reason) => {
  const result = await authenticate(await tokenFor(binding), world);
  expect(result).toMatchObject(reason === "" ? { outcome: "user" } : { outcome: "refused", reason });
});

interface Signed {
  readonly claims?: object;
  readonly own?: object;
  readonly header?: object;
  readonly key?: SigningKey;
}

const sign = ({ claims = {}, own = {}, header = {}, key = otherKey }: Signed) =>
  new SignJWT({
    iss: "https://b.example",
    sub: "system:serviceaccount:web:robot",
    aud: ["x", "api2"],
    nbf: nowS,
    exp: nowS + 600,
    "kubernetes.io": { namespace: "web", serviceaccount: account, ...own },
    ...claims,
  })
    .setProtectedHeader({ alg: "ES256", kid: key.id, ...header })
    .sign(key.privateKey);

/** The public key as an HMAC secret: a server that trusts the algorithm in the header would accept its signatures. */
const hmacKey = {
  ...otherKey,
  privateKey: createSecretKey(Buffer.from(otherKey.publicKey.export({ type: "spki", format: "pem" }))),
};

const refusal = (reason: string) => ({ outcome: "refused", ...(reason === "" ? {} : { reason }) });
/** A rejection without a reason. */
const withoutReason = "";
const unknownKey = "invalid signature, no keys found";
const badSignature = "go-jose/go-jose: error in cryptographic primitive";
const audience = (audiences: string) =>
  `token audiences [${audiences}] is invalid for the target audiences ["api" "api2"]`;
const latestTime = Number.MAX_SAFE_INTEGER;
test.each<[string, Signed, string | object]>([
  ["the other key, issuer and audience", {}, { uid: "u1" }],
  ["the first key", { key: signingKey }, { uid: "u1" }],
  ["an unknown key", { key: strangeKey }, unknownKey],
  ["an unknown key with a known key id", { key: strangeKey, header: { kid: otherKey.id } }, badSignature],
  ["the public key as an HMAC secret", { key: hmacKey, header: { alg: "HS256" } }, badSignature],
  ["no key id", { header: { kid: undefined } }, { uid: "u1" }],
  ["no key id, and an unknown key", { key: strangeKey, header: { kid: undefined } }, badSignature],
  ["an empty key id", { header: { kid: "" } }, { uid: "u1" }],
  ["a list with the issuer", { claims: { iss: ["https://b.example"] } }, withoutReason],
  ["another issuer", { claims: { iss: "https://c.example" } }, withoutReason],
  ["another audience", { claims: { aud: ["x"] } }, audience('"x"')],
  ["no audience", { claims: { aud: undefined } }, { uid: "u1" }],
  ["an empty list of audiences", { claims: { aud: [] } }, { uid: "u1" }],
  ...[null, 5, {}, [null, "api"], ["api", 5], [["api"]]].map((aud): [string, Signed, string] => [
    `the audience ${JSON.stringify(aud)}`,
    { claims: { aud } },
    "go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience",
  ]),
  ["no expiration time", { claims: { exp: undefined } }, { uid: "u1" }],
  ["no time from which it is valid", { claims: { nbf: undefined } }, { uid: "u1" }],
  ["nulls for its times", { claims: { exp: null, nbf: null, iat: null } }, { uid: "u1" }],
  ["another subject", { claims: { sub: "system:serviceaccount:web:other" } }, withoutReason],
  ["a user as the subject", { claims: { sub: "robot" } }, withoutReason],
  ["no claims of Kubernetes", { claims: { "kubernetes.io": undefined } }, withoutReason],
  ["a list for the claims of Kubernetes", { claims: { "kubernetes.io": [] } }, withoutReason],
  ["a service account of another namespace", { own: { namespace: "shop" } }, withoutReason],
  ["a namespace that is a list", { own: { namespace: ["web"] } }, withoutReason],
  ["no service account", { own: { serviceaccount: undefined } }, withoutReason],
  ["a string for the service account", { own: { serviceaccount: "robot" } }, withoutReason],
  ["a service account without a name", { own: { serviceaccount: { uid: "u1" } } }, withoutReason],
  [
    "a service account with an empty name",
    { own: { serviceaccount: { name: "", uid: "u1" } }, claims: { sub: "system:serviceaccount:web:" } },
    withoutReason,
  ],
  ["a service account without a uid", { own: { serviceaccount: { name: "robot" } } }, withoutReason],
  ["a list for a name", { own: { serviceaccount: { name: ["robot"], uid: "u1" } } }, withoutReason],
  ["null for unbound objects", { own: { pod: null, node: null, secret: null } }, { uid: "u1" }],
  ...["pod", "node", "secret"].map((claim): [string, Signed, string] => [
    `a ${claim} without uid`,
    { own: { [claim]: { name: "x" } } },
    withoutReason,
  ]),
  ["a number as the id", { claims: { jti: 5 } }, withoutReason],
  ["an id", { claims: { jti: "i" } }, { extra: { [`${prefix}/credential-id`]: ["JTI=i"] } }],
  ["the latest possible expiration time", { claims: { exp: latestTime } }, { uid: "u1" }],
  ["a later expiration time", { claims: { exp: 2 ** 53 } }, withoutReason],
  ["a time of validity beyond the latest", { claims: { nbf: -(2 ** 53) } }, withoutReason],
  ...["exp", "nbf", "iat"].map((claim): [string, Signed, string] => [
    `a text for ${claim}`,
    { claims: { [claim]: "5" } },
    "go-jose/go-jose/jwt: expected number value to unmarshal NumericDate",
  ]),
  ["an issue time beyond the latest", { claims: { iat: 2 ** 53 } }, withoutReason],
])("a token with %s", async (_name, signed, expected) => {
  const result = await authenticate(await sign(signed));
  expect(result).toMatchObject(typeof expected === "object" ? { outcome: "user", user: expected } : refusal(expected));
});

test("a token issued more than a minute in the future is refused", async () => {
  const reason = "service account token is issued in the future";
  expect(await authenticate(await sign({ claims: { iat: nowS + 61 } }))).toEqual(refusal(reason));
  expect(await authenticate(await sign({ claims: { iat: nowS + 60 } }))).toMatchObject({ outcome: "user" });
});

test("a token without an id has no credential id", async () => {
  expect(await authenticate(await sign({}))).toHaveProperty("user.extra", {});
});

test.each([
  ["no token", "", { outcome: "none" }],
  ["text that is not a token", "abc", refusal("")],
  ["a token of four parts", "a.b.c.d", refusal("")],
  ["a broken token", "a.b.c", refusal("")],
])("%s", async (_name, token, expected) => {
  expect(await authenticate(token)).toEqual(expected);
});
