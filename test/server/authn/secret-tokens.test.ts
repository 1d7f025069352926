/** Tokens in Secrets: the authenticator on objects, without a server. */
import { SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import { type SecretTokenUses, secretTokens } from "../../../src/server/authn/secret-tokens.ts";
import { createTokenKey, readSigningKey } from "../../../src/server/authn/service-account-key.ts";
import type { FindObject } from "../../../src/server/authn/service-account-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

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
  /** Merged into the metadata of the Secret. */
  readonly secret?: object;
  readonly account?: { readonly name?: string; readonly uid?: string; readonly deletionTimestamp?: string };
  readonly data?: object;
  readonly accountSecrets?: readonly object[];
}

async function authenticate(world: World) {
  const token = await new SignJWT({ ...claims, ...world.claims })
    .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
    .sign(signingKey.privateKey);
  const data = { token: Buffer.from(token).toString("base64"), ...world.data };
  const objects = new Map<string, object>([
    ["secrets web/s", { metadata: { name: "s", ...world.secret }, data }],
    [
      `serviceaccounts web/${world.account?.name ?? "robot"}`,
      { metadata: { name: "robot", uid: "u1", ...world.account }, secrets: world.accountSecrets },
    ],
  ]);
  const find: FindObject = async (resource, { namespace, name }) =>
    objects.get(`${resource} ${namespace}/${name}`) as unknown as ApiObject | undefined;
  const credentials = { headers: { authorization: `Bearer ${token}` }, ...notes } as unknown as Exchange;
  return secretTokens(settings, find, uses).authenticate(credentials);
}

const todayText = "2026-11-25";
const labelled: unknown[] = [];
const countedUses: string[] = [];
const notes = { warnings: new Set<string>(), auditAnnotations: new Map<string, string>() };
const uses: SecretTokenUses = {
  nowMs: () => Date.parse(`${todayText}T12:00:00Z`),
  label: async ({ metadata: { name } }, labels) => void labelled.push([name, labels]),
  count: (sort) => void countedUses.push(sort),
};
beforeEach(() => {
  labelled.length = 0;
  countedUses.length = 0;
  notes.warnings.clear();
  notes.auditAnnotations.clear();
});

test("a token authenticates the service account of its Secret", async () => {
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

const changedToken = "Token does not match server's copy";
const invalidated = "Token has been invalidated";
test.each<[string, World, string]>([
  ["another subject", { claims: { sub: "system:serviceaccount:web:other" } }, "sub claim is invalid"],
  ["no subject", { claims: { sub: undefined } }, "sub claim is missing"],
  ["no Secret claim", { claims: { [`${prefix}secret.name`]: undefined } }, "secretName claim is missing"],
  [
    "no service account claim",
    { claims: { [`${prefix}service-account.name`]: "" } },
    "serviceAccountName claim is missing",
  ],
  ["no uid claim", { claims: { [`${prefix}service-account.uid`]: undefined } }, "serviceAccountUID claim is missing"],
  ["a missing Secret", { claims: { [`${prefix}secret.name`]: "t" } }, invalidated],
  ["a Secret that contains another token", { data: { token: "eA==" } }, changedToken],
  ["a Secret without a token", { data: { token: undefined } }, changedToken],
  ["a Secret that is being deleted", { secret: { deletionTimestamp: "2026-11-22T00:00:00Z" } }, invalidated],
  [
    "a service account that is being deleted",
    { account: { deletionTimestamp: "2026-11-22T00:00:00Z" } },
    "ServiceAccount web/robot has been deleted",
  ],
  ["a missing service account", { account: { name: "gone" } }, 'serviceaccounts "robot" not found'],
  [
    "a service account with another uid",
    { account: { uid: "u2" } },
    "ServiceAccount UID (u2) does not match claim (u1)",
  ],
  [
    "a Secret that is labeled as invalid",
    { secret: { labels: { "kubernetes.io/legacy-token-invalid-since": "2026-11-22" } } },
    "the token in secret web/s for service account web/robot has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the 'kubernetes.io/legacy-token-invalid-since' label from the secret to temporarily allow use of this token",
  ],
])("a token with %s is refused", async (_name, world, reason) => {
  expect(await authenticate(world)).toMatchObject({ outcome: "refused", reason });
});

test("a token of another issuer is ignored", async () => {
  expect(await authenticate({ claims: { iss: "https://a.example" } })).toEqual({ outcome: "none" });
});

test.each([undefined, "Bearer abc"])("%s is ignored", async (authorization) => {
  const exchange = { headers: { authorization } } as Exchange;
  expect(await secretTokens(settings, async () => undefined, uses).authenticate(exchange)).toEqual({
    outcome: "none",
  });
});

const annotation = (name: string) => `authentication.k8s.io/legacy-token-${name}`;
const lastUsed = "kubernetes.io/legacy-token-last-used";
const usedTodayWrites = [["s", { [lastUsed]: todayText }]];

test("the use of a manually created token is recorded", async () => {
  await authenticate({});
  expect([labelled, countedUses, [...notes.warnings]]).toEqual([usedTodayWrites, ["manual"], []]);
  expect([...notes.auditAnnotations]).toEqual([[annotation("manual-secret"), "s"]]);
});

test("the use of an auto-generated token is recorded, with a warning", async () => {
  await authenticate({ account: {}, accountSecrets: [{ name: "s" }] });
  expect([labelled, countedUses]).toEqual([usedTodayWrites, ["auto"]]);
  expect([...notes.auditAnnotations]).toEqual([[annotation("autogenerated-secret"), "s"]]);
  expect([...notes.warnings]).toEqual([expect.stringContaining("instead of auto-generated")]);
});

test("the use of a token that is marked as invalid is recorded", async () => {
  await authenticate({ secret: { labels: { "kubernetes.io/legacy-token-invalid-since": "2026-11-22" } } });
  expect([labelled, countedUses]).toEqual([usedTodayWrites, ["invalid"]]);
  expect([...notes.auditAnnotations]).toEqual([[annotation("invalidated"), "s/web"]]);
});

test.each([
  [todayText, 0],
  ["2026-11-26", 0],
  ["2026-11-24", 1],
])("a Secret that was last used on %s is labeled %i times", async (day, times) => {
  await authenticate({ secret: { labels: { [lastUsed]: day } } });
  expect(labelled).toHaveLength(times);
});
