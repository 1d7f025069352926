/**
 * Webhooks for token reviews and access reviews, with all kinds of responses and failures. data/review-outcomes.json
 * contains the messages of kube-apiserver 1.37.1 with the same webhooks, and how often it called them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebhookTokens } from "../../../src/server/authn/webhook-tokens.ts";
import { authorizationMetrics } from "../../../src/server/authz/authorization-metrics.ts";
import { webhookAuthorizer } from "../../../src/server/authz/webhook-authorizer.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { WebhookClient } from "../../../src/server/webhook/webhook-client.ts";
import { type HookRequest, type HookResponse, type HookServer, startHookServer } from "./hook-server.ts";

interface TokenOutcome {
  readonly calls: number;
  readonly authenticated: boolean;
  readonly error?: string;
}
interface AccessOutcome {
  readonly calls: number;
  readonly code: number;
  readonly message?: string;
}
interface Outcomes {
  readonly token: Readonly<Record<string, TokenOutcome>>;
  readonly access: Readonly<Record<string, AccessOutcome>>;
}

const outcomes: Outcomes = JSON.parse(readFileSync(join(import.meta.dirname, "data/review-outcomes.json"), "utf8"));
const textHeaders = { "content-type": "text/plain" };
const failure = (code: number, body = ""): HookResponse => ({ code, headers: textHeaders, body });
const status = (code: number, reason: string): HookResponse => ({
  code,
  body: { kind: "Status", apiVersion: "v1", status: "Failure", message: "says the hook", reason, code },
});

/** Returns the response for the token or the user. `first` is whether this is the first call for it. */
function responseTo({ path, review }: HookRequest, first: boolean): HookResponse {
  const { apiVersion, spec = {} } = review;
  const isToken = path === "/t";
  const kind = isToken ? "TokenReview" : "SubjectAccessReview";
  const reviewWith = (status: object): object => ({ apiVersion, kind, status });
  const good = reviewWith(isToken ? { authenticated: true, user: { username: "ada" } } : { allowed: true });
  const responseFor = (token: object, access: object): HookResponse => ({ body: reviewWith(isToken ? token : access) });
  const name: string = (isToken ? spec.token : spec.user) ?? "";
  const code = /^http(\d{3})(?:plain)?$/.exec(name)?.[1];
  const statuses = new Map([
    ["400", "bad"],
    ["403", "not you"],
    ["500", "oh no"],
    ["502", "gateway"],
  ]);
  const plays: ReadonlyMap<string, () => HookResponse> = new Map<string, () => HookResponse>([
    [
      "liar",
      () => responseFor({ authenticated: true, error: "but no" }, { allowed: true, denied: true, reason: "lies" }),
    ],
    [
      "denied",
      () =>
        responseFor(
          { authenticated: false, error: "no such token" },
          { allowed: false, denied: true, reason: "says no" },
        ),
    ],
    ["baduser", () => ({ body: reviewWith({ authenticated: true, user: {} }) })],
    ["nouser", () => ({ body: reviewWith({ authenticated: true }) })],
    ["http201", () => ({ code: 201, body: good })],
    ["http204", () => ({ code: 204, body: "" })],
    ["redirect", () => ({ code: 307, headers: { location: "/elsewhere" }, body: "" })],
    ["http500json", () => status(500, "InternalError")],
    ["statusforbidden", () => status(403, "Forbidden")],
    ["statustimeout", () => status(504, "Timeout")],
    ["garbage", () => ({ body: "<html>garbage" })],
    ["garbage2", () => ({ body: '{"kind": ' })],
    ["emptybody", () => ({ body: "" })],
    ["emptyobject", () => ({ body: {} })],
    ["array", () => ({ body: [] })],
    ["null", () => ({ body: "null" })],
    ["version", () => ({ body: { ...good, apiVersion: apiVersion.replace(/\/.*/, "/v9") } })],
    ["beta", () => ({ body: { ...good, apiVersion: apiVersion.replace(/\/.*/, "/v1beta1") } })],
    ["otherkind", () => ({ body: { ...good, kind: "Pod" } })],
    ["nokind", () => ({ body: { ...good, kind: undefined } })],
    ["typed", () => ({ body: reviewWith({ authenticated: "yes", allowed: "yes" }) })],
    ["unknownfield", () => ({ body: { ...good, more: 1 } })],
    ["half", () => ({ ends: "half" })],
    ["close", () => ({ ends: "close" })],
    ["once500", () => (first ? failure(500, "first") : { body: good })],
    ["onceclose", () => (first ? { ends: "close" } : { body: good })],
    ["oncehalf", () => (first ? { ends: "half" } : { body: good })],
  ]);
  // The redirect leads to a server that does not know reviews.
  if (path === "/elsewhere") return { body: {} };
  const found = plays.get(name);
  if (found) return found();
  return code === undefined ? { body: good } : failure(Number(code), statuses.get(code));
}

let server: HookServer;
const seenNames = new Set<string>();
const nameOf = ({ path, review }: HookRequest): string => `${path} ${review.spec?.token ?? review.spec?.user}`;
beforeAll(async () => {
  server = await startHookServer((hookRequest) => {
    const name = nameOf(hookRequest);
    const isFirst = !seenNames.has(name);
    seenNames.add(name);
    return responseTo(hookRequest, isFirst);
  });
});
afterAll(() => server.close());

const backoff = { firstMs: 1, factor: 1.5, jitter: 0.2, maxCalls: 5 };
const client = new WebhookClient(() => {
  throw new Error("no service");
});
const listenerOf = (name: string) =>
  (name.startsWith("tls-") ? name.slice("tls-".length) : "good") as keyof HookServer["ports"];
const targetAt = (name: string, path: string) => ({
  url: `https://127.0.0.1:${server.ports[listenerOf(name)]}${path}`,
  authority: Buffer.from(server.caBundle, "base64").toString(),
});
const calls = (path: string, name: string) =>
  server.requests.filter((hookRequest) => nameOf(hookRequest) === `${path} ${name}`).length;
const withoutPort = (message: string): string => message.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");

test.each(Object.entries(outcomes.token))(
  "a token has the same outcome as in kube-apiserver: %s",
  async (name, expected) => {
    const log = { error: () => {} };
    const target = targetAt(name, "/t");
    const tokens = new WebhookTokens({ target, version: "v1", cacheTtlMs: 0, client, log, nowMs: Date.now, backoff });
    const exchange = { headers: { authorization: `Bearer ${name}` } } as Exchange;
    const result = await tokens.forAudiences(["api"], ["api"]).authenticate(exchange);
    const reason = result.outcome === "refused" ? (result.reason ?? "invalid bearer token") : undefined;
    const outcome = {
      calls: calls("/t", name),
      authenticated: result.outcome === "user",
      ...(reason === undefined ? {} : { error: withoutPort(reason) }),
    };
    expect(outcome).toEqual(expected);
  },
);

test.each(Object.entries(outcomes.access))(
  "an authorization has the same outcome as in kube-apiserver: %s",
  async (name, expected) => {
    const authorizer = webhookAuthorizer({
      name: "hook",
      webhook: { timeout: "3s", failurePolicy: "NoOpinion", subjectAccessReviewVersion: "v1" },
      target: targetAt(name, "/z"),
      client,
      metrics: authorizationMetrics(new Registry(), "id"),
      log: { error: () => {} },
      nowMs: Date.now,
      release: "1.37",
      backoff,
    });
    const user = { username: name, uid: "", groups: [], extra: {} };
    const { opinion, reason, error } = await authorizer.authorize({
      user,
      attributes: { kind: "url", verb: "get", path: "/x" },
    });
    expect({ calls: calls("/z", name), code: error === undefined ? (opinion === "allow" ? 200 : 403) : 500 }).toEqual({
      calls: expected.calls,
      code: expected.code,
    });
    const { message = "" } = expected;
    expect(message.trimEnd().endsWith(withoutPort(error ?? reason))).toBe(true);
  },
);
