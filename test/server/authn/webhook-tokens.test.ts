/** Tokens that a webhook authenticates: its possible responses, and its possible failures. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Authentication } from "../../../src/server/authn/authenticator.ts";
import { WebhookTokens, type WebhookTokensParts } from "../../../src/server/authn/webhook-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { WebhookClient } from "../../../src/server/webhook/webhook-client.ts";
import { type HookRequest, type HookResponse, type HookServer, startHookServer } from "../webhook/hook-server.ts";

const mebibyte = 1024 * 1024;
const review = (status: unknown, more: object = {}): HookResponse => ({
  body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", status, ...more },
});
const ada = { username: "ada", uid: "7", groups: ["dev"], extra: { team: ["a", "b"] } };
const known = (more: object = {}) => review({ authenticated: true, user: ada, ...more });

/** Responses of the webhook, by the token under review. */
const handlersByToken: Readonly<Record<string, (hookRequest: HookRequest) => HookResponse | undefined>> = {
  known: () => known(),
  bare: () => ({ body: { status: { authenticated: true, user: { username: "bob" } } } }),
  nobody: () => review({ authenticated: true, user: {} }),
  anonymous: () => review({ authenticated: true, user: { username: "system:anonymous" } }),
  no: () => review({ authenticated: false }),
  empty: () => review(undefined),
  why: () => review({ authenticated: false, user: ada, error: "it was stolen" }),
  lies: () => known({ error: "but it was stolen" }),
  elsewhere: () => known({ audiences: ["vault"] }),
  here: () => known({ audiences: ["vault", "server"] }),
  words: () => review({ authenticated: "yes" }),
  list: () => review([]),
  groups: () => review({ authenticated: true, user: { username: "ada", groups: [1] } }),
  extra: () => review({ authenticated: true, user: { username: "ada", extra: { a: "b" } } }),
  who: () => review({ authenticated: true, user: "ada" }),
  uid: () => review({ authenticated: true, user: { username: "ada", uid: 7 } }),
  audiences: () => known({ audiences: [1] }),
  other: () => review({}, { kind: "SubjectAccessReview" }),
  version: () => review({}, { apiVersion: "authentication.k8s.io/v1beta1" }),
  garbage: () => ({ body: "<html>" }),
  nothing: () => ({ body: "" }),
  large: () => known({ error: "x".repeat(10 * mebibyte) }),
  "too-large": () => known({ error: "x".repeat(33 * mebibyte) }),
  broken: () => ({ code: 500, headers: { "content-type": "text/plain" }, body: "oh" }),
  unauthorized: () => ({ code: 401, headers: { "content-type": "text/plain" }, body: "who are you" }),
  half: () => ({ ends: "half" }),
  close: () => ({ ends: "close" }),
  silence: () => undefined,
  slow: () => ({ ...known(), delayMs: 50 }),
};

let server: HookServer;
const failures = new Map<string, number>();
beforeAll(async () => {
  server = await startHookServer((hookRequest) => {
    const { token } = hookRequest.review.spec;
    const left = failures.get(token) ?? 0;
    if (left > 0) {
      failures.set(token, left - 1);
      return handlersByToken["broken"]?.(hookRequest);
    }
    return handlersByToken[token]?.(hookRequest);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  failures.clear();
});

const backoff = { firstMs: 1, factor: 1.5, jitter: 0.2, maxCalls: 5 };

function createAuthenticator(more: Partial<WebhookTokensParts> = {}, port = server.ports.good) {
  const errors: object[] = [];
  const target = {
    url: `https://127.0.0.1:${port}/authenticate`,
    authority: Buffer.from(server.caBundle, "base64").toString(),
  };
  const client = new WebhookClient(() => {
    throw new Error("no service");
  });
  const log = { error: (fields: object) => errors.push(fields) };
  const parts = { target, version: "v1", cacheTtlMs: 120_000, client, log, nowMs: Date.now, backoff } as const;
  const tokens = new WebhookTokens({ ...parts, ...more });
  const ask = (token: string, audiences: readonly string[] = ["server"]) =>
    tokens
      .forAudiences(audiences, ["server"])
      .authenticate({ headers: { authorization: `Bearer ${token}` } } as Exchange);
  return { ask, errors };
}

const user = (more: object = {}, audiences = ["server"]): Authentication => ({
  outcome: "user",
  user: { ...ada, groups: ["dev", "system:authenticated"], ...more },
  audiences,
});
const refusal = (reason?: string): Authentication => ({
  outcome: "refused",
  ...(reason === undefined ? {} : { reason }),
});
const unreadable = (found: string, field: string, type: string) =>
  refusal(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`);
const namelessUser = { uid: "", groups: ["system:authenticated"], extra: {} };
const callText = () => `Post "https://127.0.0.1:${server.ports.good}/authenticate?timeout=30s"`;

test.each<[string, Authentication | (() => Authentication)]>([
  ["known", user()],
  ["bare", user({ ...namelessUser, username: "bob" })],
  ["nobody", user({ ...namelessUser, username: "" })],
  ["anonymous", user({ ...namelessUser, username: "system:anonymous", groups: [] })],
  ["no", refusal()],
  ["empty", refusal()],
  ["why", refusal("it was stolen")],
  ["lies", user()],
  ["elsewhere", refusal()],
  ["here", user()],
  ["words", unreadable("string", "TokenReviewStatus.status.authenticated", "bool")],
  ["list", unreadable("array", "TokenReview.status", "v1.TokenReviewStatus")],
  ["groups", unreadable("number", "UserInfo.status.user.groups", "string")],
  ["extra", unreadable("string", "UserInfo.status.user.extra", "v1.ExtraValue")],
  ["who", unreadable("string", "TokenReviewStatus.status.user", "v1.UserInfo")],
  ["uid", unreadable("number", "UserInfo.status.user.uid", "string")],
  ["audiences", unreadable("number", "TokenReviewStatus.status.audiences", "string")],
  [
    "other",
    refusal(
      'no kind "SubjectAccessReview" is registered for version "authentication.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ),
  ],
  ["version", refusal("converting (v1beta1.TokenReview) to (v1.TokenReview): unknown conversion")],
  ["large", user()],
  ["too-large", refusal("the response is larger than 33554432 bytes")],
  ["broken", refusal('an error on the server ("oh") has prevented the request from succeeding')],
  ["unauthorized", refusal("the server has asked for the client to provide credentials")],
  ["half", refusal("unexpected error when reading response body. Please retry. Original error: unexpected EOF")],
  ["close", () => refusal(`${callText()}: EOF`)],
  ["nothing", refusal("0-length response with status code: 200 and content type: application/json")],
])("a webhook that responds with %s", async (token, expected) => {
  const { ask, errors } = createAuthenticator();
  const result = await ask(token);
  const wanted = typeof expected === "function" ? expected() : expected;
  expect(result).toEqual(wanted);
  const isSaid = wanted.outcome === "refused" && wanted.reason !== undefined && wanted.reason !== "it was stolen";
  expect(errors).toHaveLength(isSaid ? 1 : 0);
});

test("the token is refused on invalid JSON, an untrusted certificate or a refused connection", async () => {
  expect(await createAuthenticator().ask("garbage")).toMatchObject({ outcome: "refused" });
  for (const name of ["expired", "self", "other", "nobody"] as const) {
    const { ask, errors } = createAuthenticator({}, server.ports[name]);
    expect(await ask("known")).toMatchObject({ outcome: "refused", reason: expect.stringContaining("Post") });
    expect(errors).toHaveLength(1);
  }
});

test("a silent webhook is awaited only until the lookup timeout", async () => {
  const { ask } = createAuthenticator({ lookupTimeoutMs: 100 });
  const startMs = performance.now();
  expect(await ask("silence")).toEqual(refusal("context deadline exceeded"));
  expect(performance.now() - startMs).toBeLessThan(5000);
});

test.each([
  ["v1", "authentication.k8s.io/v1"],
  ["v1beta1", "authentication.k8s.io/v1beta1"],
] as const)("the review of version %s", async (version, apiVersion) => {
  await createAuthenticator({ version }).ask("no", ["server", "vault"]);
  expect(server.requests.map(({ path, query, review: { ...sent } }) => ({ path, query, sent }))).toEqual([
    {
      path: "/authenticate",
      query: "timeout=30s",
      sent: {
        kind: "TokenReview",
        apiVersion,
        metadata: {},
        spec: { token: "no", audiences: ["server", "vault"] },
        status: { user: {} },
      },
    },
  ]);
});

test("a transient error is followed by up to four more calls", async () => {
  const { ask } = createAuthenticator();
  failures.set("known", 4);
  expect(await ask("known")).toEqual(user());
  expect(server.requests).toHaveLength(5);
  failures.set("bare", 5);
  expect(await ask("bare")).toMatchObject({ outcome: "refused" });
  expect(server.requests).toHaveLength(10);
});

test.each([
  ["known", 1],
  ["no", 1],
  ["elsewhere", 1],
  ["why", 2],
  ["unauthorized", 2],
])("within the cache time, the webhook is called about token %s %d times", async (token, calls) => {
  let nowMs = 0;
  const { ask } = createAuthenticator({ nowMs: () => nowMs });
  const first = await ask(token);
  nowMs = 119_999;
  expect(await ask(token)).toEqual(first);
  expect(server.requests).toHaveLength(calls);
  nowMs = 300_000;
  await ask(token);
  expect(server.requests).toHaveLength(calls + 1);
});

test("a review without audiences authenticates a user without audiences", async () => {
  const answer = await createAuthenticator().ask("here", []);
  expect(answer).toEqual({ outcome: "user", user: { ...ada, groups: ["dev", "system:authenticated"] } });
  expect(answer).not.toHaveProperty("audiences");
});

test("responses for different audiences are cached separately", async () => {
  const { ask } = createAuthenticator();
  expect(await ask("elsewhere")).toEqual(refusal());
  expect(await ask("elsewhere", ["vault"])).toEqual(user({}, ["vault"]));
  expect(await ask("known", ["vault"])).toEqual(refusal());
});

test("with a cache time of 0, each request calls the webhook", async () => {
  const { ask } = createAuthenticator({ cacheTtlMs: 0 });
  await ask("known");
  await ask("known");
  expect(server.requests).toHaveLength(2);
});

test("concurrent requests with the same token share one call", async () => {
  const { ask } = createAuthenticator({ cacheTtlMs: 0 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("slow")));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(server.requests).toHaveLength(1);
});
