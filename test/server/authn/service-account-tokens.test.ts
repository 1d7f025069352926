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
const bound = { pod: { name: "p", uid: "u2" }, secret: { name: "s", uid: "u3" }, node: { name: "n", uid: "u4" } };
const there = {
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
      const uid = new Map(Object.entries({ ...there, ...uids })).get(key);
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
  ["a pod", { pod: bound.pod }, podExtra],
  ["a pod and its node", { pod: bound.pod, node: bound.node }, { ...podExtra, ...nodeExtra }],
  ["a node", { node: bound.node }, nodeExtra],
  ["a secret", { secret: bound.secret }, {}],
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
    "its account is gone",
    {},
    { uids: { "serviceaccounts web/robot": undefined } },
    'serviceaccounts "robot" not found',
  ],
  [
    "its account is another",
    {},
    { uids: { "serviceaccounts web/robot": "x" } },
    "service account UID (x) does not match claim (u1)",
  ],
  [
    "its account is deleted since more",
    {},
    { deletedMs: { "serviceaccounts web/robot": nowMs - 60_001 } },
    "service account web/robot has been deleted",
  ],
  ["its pod is gone", { pod: bound.pod }, { uids: { "pods web/p": undefined } }, invalidated],
  [
    "its pod is another",
    { pod: bound.pod },
    { uids: { "pods web/p": "x" } },
    "pod UID (x) does not match service account pod ref claim (u2)",
  ],
  [
    "its secret is another",
    { secret: bound.secret },
    { uids: { "secrets web/s": "x" } },
    "secret UID (x) does not match service account secret ref claim (u3)",
  ],
  [
    "its node is another",
    { node: bound.node },
    { uids: { "nodes /n": "x" } },
    "node UID (x) does not match service account node ref claim (u4)",
  ],
  ["the node of its pod is gone", { pod: bound.pod, node: bound.node }, { uids: { "nodes /n": undefined } }, ""],
  ["its pod is deleted since a minute", { pod: bound.pod }, { deletedMs: { "pods web/p": nowMs - 60_000 } }, ""],
  ["its pod will be deleted", { pod: bound.pod }, { deletedMs: { "pods web/p": nowMs + 60_000 } }, ""],
  ["its pod is deleted since more", { pod: bound.pod }, { deletedMs: { "pods web/p": nowMs - 60_001 } }, invalidated],
  ["it ended a minute ago", {}, { nowMs: nowMs + 660_000 }, ""],
  ["it ended more than a minute ago", {}, { nowMs: nowMs + 660_001 }, "service account token has expired"],
  ["it begins within a minute", {}, { nowMs: nowMs - 60_000 }, ""],
  ["it begins later", {}, { nowMs: nowMs - 60_001 }, "service account token is not valid yet"],
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

const refusedFor = (reason: string) => ({ outcome: "refused", ...(reason === "" ? {} : { reason }) });
/** A rejection without a reason. */
const whose = "";
const unknownKey = "invalid signature, no keys found";
const badSignature = "go-jose/go-jose: error in cryptographic primitive";
const audience = (given: string) => `token audiences [${given}] is invalid for the target audiences ["api" "api2"]`;
const last = Number.MAX_SAFE_INTEGER;
test.each<[string, Signed, string | object]>([
  ["the other key, issuer and audience", {}, { uid: "u1" }],
  ["the first key", { key: signingKey }, { uid: "u1" }],
  ["an unknown key", { key: strangeKey }, unknownKey],
  ["an unknown key of a known id", { key: strangeKey, header: { kid: otherKey.id } }, badSignature],
  ["the public key for a secret", { key: hmacKey, header: { alg: "HS256" } }, badSignature],
  ["no key id", { header: { kid: undefined } }, { uid: "u1" }],
  ["no key id, and an unknown key", { key: strangeKey, header: { kid: undefined } }, badSignature],
  ["another issuer", { claims: { iss: "https://c.example" } }, whose],
  ["another audience", { claims: { aud: ["x"] } }, audience('"x"')],
  ["no audience", { claims: { aud: undefined } }, { uid: "u1" }],
  ["an empty list of audiences", { claims: { aud: [] } }, { uid: "u1" }],
  ["no end", { claims: { exp: undefined } }, { uid: "u1" }],
  ["no begin", { claims: { nbf: undefined } }, { uid: "u1" }],
  ["nulls for its times", { claims: { exp: null, nbf: null, iat: null } }, { uid: "u1" }],
  ["another subject", { claims: { sub: "system:serviceaccount:web:other" } }, whose],
  ["a user for a subject", { claims: { sub: "robot" } }, whose],
  ["no claim of its own", { claims: { "kubernetes.io": undefined } }, whose],
  ["a list for its own claim", { claims: { "kubernetes.io": [] } }, whose],
  ["an account of another namespace", { own: { namespace: "shop" } }, whose],
  ["a namespace that is a list", { own: { namespace: ["web"] } }, whose],
  ["no account", { own: { serviceaccount: undefined } }, whose],
  ["a text for an account", { own: { serviceaccount: "robot" } }, whose],
  ["an account without name", { own: { serviceaccount: { uid: "u1" } } }, whose],
  [
    "an account with an empty name",
    { own: { serviceaccount: { name: "", uid: "u1" } }, claims: { sub: "system:serviceaccount:web:" } },
    whose,
  ],
  ["an account without uid", { own: { serviceaccount: { name: "robot" } } }, whose],
  ["a list for a name", { own: { serviceaccount: { name: ["robot"], uid: "u1" } } }, whose],
  ["nulls for what it is not bound to", { own: { pod: null, node: null, secret: null } }, { uid: "u1" }],
  ...["pod", "node", "secret"].map((what): [string, Signed, string] => [
    `a ${what} without uid`,
    { own: { [what]: { name: "x" } } },
    whose,
  ]),
  ["a number for an id", { claims: { jti: 5 } }, whose],
  ["an id", { claims: { jti: "i" } }, { extra: { [`${prefix}/credential-id`]: ["JTI=i"] } }],
  ["the last end there is", { claims: { exp: last } }, { uid: "u1" }],
  ["an end beyond", { claims: { exp: 2 ** 53 } }, whose],
  ["a begin beyond", { claims: { nbf: -(2 ** 53) } }, whose],
  ...["exp", "nbf", "iat"].map((claim): [string, Signed, string] => [
    `a text for ${claim}`,
    { claims: { [claim]: "5" } },
    whose,
  ]),
  ["a time of making beyond", { claims: { iat: 2 ** 53 } }, whose],
])("a token with %s", async (_name, signed, expected) => {
  const result = await authenticate(await sign(signed));
  expect(result).toMatchObject(
    typeof expected === "object" ? { outcome: "user", user: expected } : refusedFor(expected),
  );
});

test("a token issued more than a minute in the future is refused", async () => {
  const reason = "service account token is issued in the future";
  expect(await authenticate(await sign({ claims: { iat: nowS + 61 } }))).toEqual(refusedFor(reason));
  expect(await authenticate(await sign({ claims: { iat: nowS + 60 } }))).toMatchObject({ outcome: "user" });
});

test("a token without an id has no credential id", async () => {
  expect(await authenticate(await sign({}))).toHaveProperty("user.extra", {});
});

test.each([
  ["no token", "", { outcome: "none" }],
  ["something else", "abc", refusedFor("")],
  ["four parts", "a.b.c.d", refusedFor("")],
  ["a broken token", "a.b.c", refusedFor("")],
])("%s", async (_name, token, expected) => {
  expect(await authenticate(token)).toEqual(expected);
});
