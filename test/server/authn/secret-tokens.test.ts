/** Tokens in Secrets, on objects without a server. */
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { secretTokens } from "../../../src/server/authn/secret-tokens.ts";
import { createTokenKey, readSigningKey } from "../../../src/server/authn/service-account-key.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";

const signingKey = readSigningKey(createTokenKey());
const settings = { issuers: ["https://a.example"], audiences: ["api"], signingKey, otherKeys: [] } as const;
const prefix = "kubernetes.io/serviceaccount/";
const claims = {
  iss: "kubernetes/serviceaccount",
  sub: "system:serviceaccount:web:robot",
  [`${prefix}namespace`]: "web",
  [`${prefix}secret.name`]: "s",
  [`${prefix}service-account.name`]: "robot",
  [`${prefix}service-account.uid`]: "u1",
};

interface World {
  readonly claims?: object;
  /** In the metadata of the Secret. */
  readonly secret?: object;
  readonly account?: object;
  readonly data?: object;
}

async function authenticate(world: World) {
  const token = await new SignJWT({ ...claims, ...world.claims })
    .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
    .sign(signingKey.privateKey);
  const data = { token: Buffer.from(token).toString("base64"), ...world.data };
  const objects = new Map<string, { metadata: object; data?: object }>([
    ["secrets web/s", { metadata: { name: "s", ...world.secret }, data }],
    ["serviceaccounts web/robot", { metadata: { name: "robot", uid: "u1", ...world.account } }],
  ]);
  return secretTokens(
    settings,
    async (resource, { namespace, name }) => objects.get(`${resource} ${namespace}/${name}`),
    () => 0,
  ).authenticate({ headers: { authorization: `Bearer ${token}` } } as Exchange);
}

test("a token makes the account of its Secret", async () => {
  expect(await authenticate({})).toEqual({
    outcome: "user",
    user: {
      username: "system:serviceaccount:web:robot",
      uid: "u1",
      groups: ["system:serviceaccounts", "system:serviceaccounts:web", "system:authenticated"],
      extra: {},
    },
  });
});

const noLonger = 'the Secret "s" has another token now';
const noAccount = 'the service account "robot" does not exist any more';
const whose = "the token does not name its service account";
test.each<[string, World, string]>([
  ["another issuer", { claims: { iss: "https://a.example" } }, 'unexpected "iss" claim value'],
  ["another subject", { claims: { sub: "system:serviceaccount:web:other" } }, whose],
  ["no Secret in it", { claims: { [`${prefix}secret.name`]: undefined } }, whose],
  ["a Secret that is not there", { claims: { [`${prefix}secret.name`]: "t" } }, 'the Secret "t" has another token now'],
  ["a Secret that holds another", { data: { token: "eA==" } }, noLonger],
  ["a Secret that holds none", { data: { token: undefined } }, noLonger],
  ["a Secret that is deleted", { secret: { deletionTimestamp: "2026-11-22T00:00:00Z" } }, noLonger],
  ["an account that is deleted", { account: { deletionTimestamp: "2026-11-22T00:00:00Z" } }, noAccount],
  ["an account with another uid", { account: { uid: "u2" } }, noAccount],
  [
    "a mark on its Secret",
    { secret: { labels: { "kubernetes.io/legacy-token-invalid-since": "2026-11-22" } } },
    'the Secret "s" is marked invalid',
  ],
])("a token with %s is refused", async (_name, world, reason) => {
  expect(await authenticate(world)).toMatchObject({ outcome: "refused", reason });
});

test.each([undefined, "Bearer abc"])("%s is no such token", async (authorization) => {
  const exchange = { headers: { authorization } } as Exchange;
  expect(
    await secretTokens(
      settings,
      async () => undefined,
      () => 0,
    ).authenticate(exchange),
  ).toEqual({
    outcome: "none",
  });
});
