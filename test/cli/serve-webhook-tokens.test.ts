/** The token webhook that the flags of `serve` configure: for requests, and for TokenReviews with audiences. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";
import {
  type Authentication,
  type AuthenticationFlags,
  startAuthentication,
} from "../../src/cli/serve-authentication.ts";
import { createTokenKey, readSigningKey } from "../../src/server/authn/service-account-key.ts";
import { Messages } from "../server/messages.ts";
import { startTestServer, type TestServer } from "../server/start.ts";
import { type HookServer, startHookServer } from "../server/webhook/hook-server.ts";

let hook: HookServer;
let folder: string;
let server: TestServer;
let authentication: Authentication;
beforeAll(async () => {
  hook = await startHookServer(({ review }) => {
    const { token, audiences } = review.spec;
    if (token === "broken") return { code: 403, headers: { "content-type": "text/plain" }, body: "not you" };
    const error = token === "stolen" ? { error: "it was stolen" } : {};
    const status = {
      authenticated: token === "good" || token === "vaulted",
      user: { username: `owner of ${token}`, groups: ["system:masters"] },
      ...(token === "vaulted" ? { audiences: ["vault"] } : {}),
      ...error,
    };
    return { body: { ...review, spec: { audiences }, status } };
  });
});
afterAll(() => hook.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-token-webhook-"));
  hook.requests.length = 0;
});
afterEach(async () => {
  authentication.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const issuer = "https://kubernetes.default.svc";

function kubeconfig(): string {
  const file = join(folder, "hook.yaml");
  const cluster = { server: `https://127.0.0.1:${hook.ports.good}/t`, "certificate-authority-data": hook.caBundle };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "hook", cluster }],
    users: [{ name: "server", user: { token: "the-servers-own" } }],
    contexts: [{ name: "hook", context: { cluster: "hook", user: "server" } }],
    "current-context": "hook",
  };
  writeFileSync(file, stringify(config));
  return file;
}

async function start(flags: AuthenticationFlags = {}) {
  authentication = await startAuthentication(
    { authenticationTokenWebhookConfigFile: kubeconfig(), ...flags },
    [issuer],
    new Messages(),
  );
  const { webhookTokens, authenticators } = authentication;
  const tokenFile = {
    issuers: [issuer],
    audiences: [issuer],
    signingKey: readSigningKey(createTokenKey()),
    otherKeys: [],
  };
  server = await startTestServer({
    authenticators,
    ...(webhookTokens ? { webhookTokens } : {}),
    serviceAccountTokens: { ...tokenFile, issuers: [issuer] },
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
const reviewToken = async (token: string, audiences?: readonly string[]) => {
  const spec = { token, ...(audiences ? { audiences } : {}) };
  const { json } = await server.call("POST", reviews, { spec }, bearer("good"));
  return json.status;
};

test("a token that the webhook accepts authenticates its user; other tokens are refused", async () => {
  await start();
  const { code, json } = await server.call(
    "POST",
    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    {},
    bearer("good"),
  );
  expect({ code, ...json.status.userInfo }).toEqual({
    code: 201,
    username: "owner of good",
    groups: ["system:masters", "system:authenticated"],
  });
  for (const token of ["unknown", "stolen", "broken", "vaulted"]) {
    expect([token, (await server.call("GET", "/api/v1/namespaces", undefined, bearer(token))).code]).toEqual([
      token,
      401,
    ]);
  }
  const [{ headers, review: asked } = { headers: {}, review: undefined }] = hook.requests;
  expect(headers.authorization).toBe("Bearer the-servers-own");
  expect(asked).toMatchObject({
    apiVersion: "authentication.k8s.io/v1beta1",
    spec: { token: "good", audiences: [issuer] },
  });
});

test("a token that another authenticator accepts is not sent to the webhook", async () => {
  const file = join(folder, "tokens.csv");
  writeFileSync(file, 'local,ada,1,"system:masters"\n');
  await start({ tokenAuthFile: file, authenticationTokenWebhookVersion: "v1" });
  expect((await server.call("GET", "/api/v1/namespaces", undefined, bearer("local"))).code).toBe(200);
  expect(hook.requests).toEqual([]);
  expect((await server.call("GET", "/api/v1/namespaces", undefined, bearer("good"))).code).toBe(200);
  expect(hook.requests.map(({ review: { apiVersion } }) => apiVersion)).toEqual(["authentication.k8s.io/v1"]);
});

test("a TokenReview returns the result of the webhook, for the audiences of the review", async () => {
  await start();
  const user = (token: string) => ({
    username: `owner of ${token}`,
    groups: ["system:masters", "system:authenticated"],
  });
  expect(await reviewToken("good")).toEqual({ authenticated: true, user: user("good"), audiences: [issuer] });
  expect(await reviewToken("vaulted", ["vault", "x"])).toEqual({
    authenticated: true,
    user: user("vaulted"),
    audiences: ["vault"],
  });
  expect(await reviewToken("good", ["vault"])).toEqual({ user: {}, error: "invalid bearer token" });
  expect(await reviewToken("unknown")).toEqual({ user: {}, error: "invalid bearer token" });
  expect(await reviewToken("stolen")).toEqual({ user: {}, error: "[invalid bearer token, it was stolen]" });
  expect(await reviewToken("broken")).toEqual({ user: {}, error: "[invalid bearer token, not you]" });
});
