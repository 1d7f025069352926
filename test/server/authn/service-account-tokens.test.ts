/** Which tokens count, and whom they make, on objects without a server. */
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
  /** Objects that are being deleted, and since when. */
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
    () => nowMs,
  ).authenticate({ headers: token === "" ? {} : { authorization: `Bearer ${token}` } } as Exchange);

const tokenFor = (binding: Binding = {}, audiences: readonly string[] = ["api"]) =>
  signToken({ namespace: "web", account, binding, audiences, lifetimeS: 600 }, settings, nowS * 1000 + 999);

const prefix = "authentication.kubernetes.io";
const podExtra = { [`${prefix}/pod-name`]: ["p"], [`${prefix}/pod-uid`]: ["u2"] };
const nodeExtra = { [`${prefix}/node-name`]: ["n"], [`${prefix}/node-uid`]: ["u4"] };

test.each<[string, Binding, object]>([
  ["nothing", {}, {}],
  ["a pod", { pod: bound.pod }, podExtra],
  ["a pod and its node", { pod: bound.pod, node: bound.node }, { ...podExtra, ...nodeExtra }],
  ["a node", { node: bound.node }, nodeExtra],
  ["a secret", { secret: bound.secret }, {}],
])("a token that is bound to %s makes the account", async (_name, binding, extra) => {
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

const gone = (what: string) => `the token is bound to ${what}, which does not exist any more`;
const nowMs = nowS * 1000;
test.each<[string, Binding, World, string]>([
  ["its account is gone", {}, { uids: { "serviceaccounts web/robot": undefined } }, gone('serviceaccounts "robot"')],
  ["its account is another", {}, { uids: { "serviceaccounts web/robot": "x" } }, gone('serviceaccounts "robot"')],
  ["its pod is gone", { pod: bound.pod }, { uids: { "pods web/p": undefined } }, gone('pods "p"')],
  ["its pod is another", { pod: bound.pod }, { uids: { "pods web/p": "x" } }, gone('pods "p"')],
  ["its secret is another", { secret: bound.secret }, { uids: { "secrets web/s": "x" } }, gone('secrets "s"')],
  ["its node is another", { node: bound.node }, { uids: { "nodes /n": "x" } }, gone('nodes "n"')],
  ["the node of its pod is gone", { pod: bound.pod, node: bound.node }, { uids: { "nodes /n": undefined } }, ""],
  ["its pod is deleted since a minute", { pod: bound.pod }, { deletedMs: { "pods web/p": nowMs - 60_000 } }, ""],
  ["its pod will be deleted", { pod: bound.pod }, { deletedMs: { "pods web/p": nowMs + 60_000 } }, ""],
  [
    "its pod is deleted since more",
    { pod: bound.pod },
    { deletedMs: { "pods web/p": nowMs - 60_001 } },
    gone('pods "p"'),
  ],
  ["it ended less than a minute ago", {}, { nowMs: nowMs + 659_000 }, ""],
  ["it ended a minute ago", {}, { nowMs: nowMs + 660_000 }, '"exp" claim timestamp check failed'],
  ["it begins within a minute", {}, { nowMs: nowMs - 60_000 }, ""],
  ["it begins later", {}, { nowMs: nowMs - 61_000 }, '"nbf" claim timestamp check failed'],
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

/** Whoever takes the algorithm from the header verifies with the public key as a secret. */
const hmacKey = {
  ...otherKey,
  privateKey: createSecretKey(Buffer.from(otherKey.publicKey.export({ type: "spki", format: "pem" }))),
};

const whose = "the token does not name its service account";
const range = "the token has a time that is out of range";
const unknownKey = "the token is signed with a key that is not known";
const last = Number.MAX_SAFE_INTEGER;
test.each<[string, Signed, string | object]>([
  ["the other key, issuer and audience", {}, { uid: "u1" }],
  ["the first key", { key: signingKey }, { uid: "u1" }],
  ["an unknown key", { key: strangeKey }, unknownKey],
  ["an unknown key of a known id", { key: strangeKey, header: { kid: otherKey.id } }, "signature verification failed"],
  ["the public key for a secret", { key: hmacKey, header: { alg: "HS256" } }, unknownKey],
  ["no key id", { header: { kid: undefined } }, unknownKey],
  ["another issuer", { claims: { iss: "https://c.example" } }, 'unexpected "iss" claim value'],
  ["another audience", { claims: { aud: ["x"] } }, 'unexpected "aud" claim value'],
  ["no audience", { claims: { aud: undefined } }, 'missing required "aud" claim'],
  ["no end", { claims: { exp: undefined } }, 'missing required "exp" claim'],
  ["no begin", { claims: { nbf: undefined } }, 'missing required "nbf" claim'],
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
  ["an end beyond", { claims: { exp: 2 ** 53 } }, range],
  ["a begin beyond", { claims: { nbf: -(2 ** 53) } }, range],
  ...["exp", "nbf", "iat"].map((claim): [string, Signed, string] => [
    `a text for ${claim}`,
    { claims: { [claim]: "5" } },
    `"${claim}" claim must be a number`,
  ]),
  ["a time of making beyond", { claims: { iat: 2 ** 53 } }, range],
])("a token with %s", async (_name, signed, expected) => {
  const result = await authenticate(await sign(signed));
  expect(result).toMatchObject(
    typeof expected === "string" ? { outcome: "refused", reason: expected } : { outcome: "user", user: expected },
  );
});

test("a token without id is no credential with a name", async () => {
  expect(await authenticate(await sign({}))).toHaveProperty("user.extra", {});
});

test.each([
  ["no token", "", { outcome: "none" }],
  ["something else", "abc", { outcome: "refused", reason: "the token is not a JSON Web Token" }],
  ["four parts", "a.b.c.d", { outcome: "refused", reason: "the token is not a JSON Web Token" }],
  ["a broken token", "a.b.c", { outcome: "refused", reason: "Invalid Token or Protected Header formatting" }],
])("%s", async (_name, token, expected) => {
  expect(await authenticate(token)).toEqual(expected);
});
