import { expect, test } from "vitest";
import { bootstrapTokens } from "../../../src/server/authn/bootstrap-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

const token = "abcdef.0123456789abcdef";
const nowMs = Date.parse("2026-01-01T00:00:00Z");
const validSecretData = {
  "token-id": "abcdef",
  "token-secret": "0123456789abcdef",
  "usage-bootstrap-authentication": "true",
  expiration: "2026-01-01T02:00:00+01:00",
  "auth-extra-groups": "system:bootstrappers:workers,system:bootstrappers:a",
};

function secretOf(change: Readonly<Record<string, string>>, other: object): ApiObject {
  const data = Object.entries({ ...validSecretData, ...change }).map(([key, text]) => [
    key,
    Buffer.from(text).toString("base64"),
  ]);
  const metadata = { name: "bootstrap-token-abcdef", namespace: "kube-system" };
  return { metadata, type: "bootstrap.kubernetes.io/token", data: Object.fromEntries(data), ...other } as ApiObject;
}

async function authenticate(token: string, change: Readonly<Record<string, string>> = {}, other: object = {}) {
  const secret = secretOf(change, other);
  const find = async (resource: string, { namespace, name }: { readonly namespace: string; readonly name: string }) =>
    resource === "secrets" && namespace === "kube-system" && name === secret.metadata.name ? secret : undefined;
  const exchange = { headers: { authorization: `Bearer ${token}` } } as unknown as Exchange;
  return bootstrapTokens(find, () => nowMs).authenticate(exchange);
}

test("a token with a Secret in kube-system authenticates its user", async () => {
  const groups = ["system:bootstrappers", "system:bootstrappers:a", "system:bootstrappers:workers"];
  const user = { username: "system:bootstrap:abcdef", uid: "", extra: {} };
  expect(await authenticate(token)).toEqual({
    outcome: "user",
    user: { ...user, groups: [...groups, "system:authenticated"] },
  });
  expect(await authenticate(token, { expiration: "", "auth-extra-groups": "" })).toMatchObject({
    user: { ...user, groups: ["system:bootstrappers", "system:authenticated"] },
  });
});

test.each<[string, string, Readonly<Record<string, string>>, object]>([
  ["of another format", `${token}0`, {}, {}],
  ["of a missing Secret", "abcdeg.0123456789abcdef", {}, {}],
  ["with another secret", "abcdef.0123456789abcdeg", {}, {}],
  ["of a Secret of another type", token, {}, { type: "Opaque" }],
  ["of a Secret without data", token, {}, { data: undefined }],
  [
    "of a Secret that is being deleted",
    token,
    {},
    { metadata: { name: "bootstrap-token-abcdef", deletionTimestamp: "x" } },
  ],
  ["that has expired", token, { expiration: "2026-01-01T01:00:00+01:00" }, {}],
  ["whose expiration is not a time", token, { expiration: "soon" }, {}],
  ["for signing only", token, { "usage-bootstrap-authentication": "false" }, {}],
  ["whose id differs", token, { "token-id": "abcdeg" }, {}],
  [
    "with a group that bootstrap tokens must not have",
    token,
    { "auth-extra-groups": "system:bootstrappers:a,system:masters" },
    {},
  ],
])("a token %s authenticates nobody", async (_, shown, change, other) => {
  expect(await authenticate(shown, change, other)).toEqual({ outcome: "none" });
});
