import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { AuthenticationConfiguration } from "../../../src/api/types/apiserver-v1.ts";
import { anonymousAt } from "../../../src/server/authn/anonymous.ts";
import type { Authentication } from "../../../src/server/authn/authenticator.ts";
import { IssuerTokens, maxClaimIssuers } from "../../../src/server/authn/issuer-tokens.ts";
import { ReloadedTokens } from "../../../src/server/authn/reloaded-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import type { EgressSelection } from "../../../src/server/outgoing/egress.ts";
import { maxResponseBytes } from "../../../src/server/outgoing/send.ts";
import { audience, startIssuer, type TestIssuer } from "../issuer.ts";
import { Messages } from "../messages.ts";

let issuer: TestIssuer;
let tokens: IssuerTokens;
const log = new Messages();
const options = { target: "1.37", log, nowMs: Date.now };

const configuration = (change: object = {}): AuthenticationConfiguration => ({
  jwt: [
    {
      issuer: { url: issuer.url, audiences: [audience], certificateAuthority: issuer.authority, ...change },
      claimMappings: { username: { claim: "sub", prefix: "corp:" }, groups: { claim: "groups", prefix: "" } },
      claimValidationRules: [{ expression: "claims.?banned.orValue(false) == false", message: "banned" }],
    },
  ],
});

beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
beforeEach(async () => {
  tokens = new IssuerTokens(configuration(), options);
  await tokens.start();
});
afterEach(() => tokens.stop());

const exchangeWith = (token: string) => ({ headers: { authorization: `Bearer ${token}` } }) as unknown as Exchange;
const authenticate = (token: string, by: Pick<IssuerTokens, "authenticate"> = tokens) =>
  by.authenticate(exchangeWith(token));
const janeWithGroups = (groups: readonly string[] = []): Authentication => ({
  outcome: "user",
  user: { username: "corp:jane", uid: "", groups: [...groups, "system:authenticated"], extra: {} },
});

test("a token authenticates the user to which its claims are mapped", async () => {
  expect(await authenticate(await issuer.sign({ groups: ["dev", "ops"] }))).toEqual(janeWithGroups(["dev", "ops"]));
});

test.each<[string, Record<string, unknown>, string]>([
  [
    "is for another audience",
    { aud: "vault" },
    `oidc: verify token: oidc: expected audience "${audience}" got ["vault"]`,
  ],
  [
    "has expired",
    { exp: 1 },
    "oidc: verify token: oidc: token is expired (Token Expiry: 1970-01-01 00:00:01 +0000 UTC)",
  ],
  ["violates a validation rule", { banned: true }, "failed: banned"],
  ["has a claim of another type", { sub: 7 }, "cannot unmarshal number"],
])("a token that %s is refused", async (_, claims, reason) => {
  expect(await authenticate(await issuer.sign(claims))).toEqual({
    outcome: "refused",
    reason: expect.stringContaining(reason),
  });
});

test("a token of an unknown issuer is left to other authenticators", async () => {
  expect(await authenticate(await issuer.sign({ iss: "https://other.example" }))).toEqual({ outcome: "none" });
  expect(await authenticate("opaque")).toEqual({ outcome: "none" });
});

test("a token signed by another key is refused", async () => {
  const thief = await startIssuer();
  const token = await thief.sign({ iss: issuer.url });
  await thief.close();
  expect(await authenticate(token)).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("failed to verify"),
  });
  const [header, payload] = token.split(".");
  expect(await authenticate(`${btoa('{"alg":"none"}').replaceAll("=", "")}.${payload}.`)).toMatchObject({
    outcome: "refused",
  });
  expect(await authenticate(`${header}.${payload}.`)).toMatchObject({ outcome: "refused" });
});

test("a new key is accepted with the first token that it signs, and the previous key is then dropped", async () => {
  const before = await issuer.sign();
  expect(await authenticate(before)).toEqual(janeWithGroups());
  await issuer.rotate();
  expect(await authenticate(before)).toEqual(janeWithGroups());
  expect(await authenticate(await issuer.sign())).toEqual(janeWithGroups());
  expect(await authenticate(before)).toMatchObject({ outcome: "refused" });
});

test("known keys are not fetched again, and concurrent tokens cause one fetch", async () => {
  const token = await issuer.sign();
  const requestsBefore = issuer.keyRequests();
  await Promise.all(Array.from({ length: 20 }, () => authenticate(token)));
  await authenticate(token);
  expect(issuer.keyRequests()).toBe(requestsBefore + 1);
});

test("keys that may be cached are not fetched again, for any token", async () => {
  const other = await startIssuer();
  const keeping = new IssuerTokens(configuration({ url: other.url, certificateAuthority: other.authority }), options);
  await keeping.start();
  const keys = await fetchKeys(other);
  other.answer("/keys", { text: keys, headers: { "cache-control": "public, max-age=3600" } });
  expect(await authenticate(await other.sign(), keeping)).toEqual(janeWithGroups());
  const requestsBefore = other.keyRequests();
  await other.rotate();
  expect(await authenticate(await other.sign(), keeping)).toMatchObject({ outcome: "refused" });
  expect(other.keyRequests()).toBe(requestsBefore);
  await other.close();
});

async function fetchKeys({ url, authority }: TestIssuer): Promise<string> {
  const { fetchDocument } = await import("../../../src/server/outgoing/send.ts");
  return (await fetchDocument({ url: new URL(`${url}/keys`), ca: authority })).text;
}

test.each<[string, object, string]>([
  ["with an untrusted certificate", { certificateAuthority: "" }, "certificate"],
  ["whose discovery document has another issuer", { discoveryURL: "/other" }, "expected the issuer"],
  ["whose discovery document is not JSON", { discoveryURL: "/text" }, "did not answer with a JSON object"],
  ["whose discovery document is too long", { discoveryURL: "/long" }, `longer than ${maxResponseBytes} bytes`],
  ["without a discovery document", { discoveryURL: "/nothing" }, "answered 404"],
  ["that cannot be reached", { discoveryURL: "/round" }, "stopped after 10 redirects"],
])("an issuer %s is logged, and its tokens are refused", async (_, change, fault) => {
  issuer.answer("/other", { text: JSON.stringify({ issuer: "https://other", jwks_uri: "https://other/keys" }) });
  issuer.answer("/text", { text: "hello" });
  issuer.answer("/long", { text: " ".repeat(maxResponseBytes + 1) });
  issuer.answer("/round", { code: 302, text: "", headers: { location: "/round" } });
  const path = "discoveryURL" in change ? { ...change, discoveryURL: `${issuer.url}${change.discoveryURL}` } : change;
  const broken = new IssuerTokens(configuration(path), options);
  await broken.start();
  broken.stop();
  expect(broken.isReady).toBe(false);
  expect(log.lines.at(-1)).toMatchObject({ fields: { issuer: issuer.url, error: expect.stringContaining(fault) } });
  expect(await authenticate(await issuer.sign(), broken)).toEqual({
    outcome: "refused",
    reason: "oidc: authenticator not initialized",
  });
});

const referring = (endpoint: string) => ({
  _claim_names: { groups: "source" },
  _claim_sources: { source: { endpoint, access_token: "pass" } },
});

test("distributed group claims are fetched, and must be signed like tokens", async () => {
  issuer.answer("/groups", { text: await issuer.sign({ groups: ["far"] }) });
  expect(await authenticate(await issuer.sign(referring(`${issuer.url}/groups`)))).toEqual(janeWithGroups(["far"]));
  const thief = await startIssuer();
  issuer.answer("/groups", { text: await thief.sign({ iss: issuer.url, groups: ["system:masters"] }) });
  await thief.close();
  expect(await authenticate(await issuer.sign(referring(`${issuer.url}/groups`)))).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("oidc: could not expand distributed claims: verify distributed claim token"),
  });
});

test.each<[string, string | Record<string, unknown>, string]>([
  ["not a token", "hello", "did not answer with a token"],
  ["a token without the claim", {}, "did not answer with the claim groups"],
  ["a token for another audience", { aud: "vault", groups: [] }, "expected audience"],
])("a token is refused if its distributed group claims are %s", async (_, answer, reason) => {
  issuer.answer("/groups", { text: typeof answer === "string" ? answer : await issuer.sign(answer) });
  const token = await issuer.sign(referring(`${issuer.url}/groups`));
  expect(await authenticate(token)).toMatchObject({ outcome: "refused", reason: expect.stringContaining(reason) });
});

test.each([
  [200, true],
  [299, true],
  [300, false],
  [401, false],
  [500, false],
])("distributed group claims with the code %d are accepted: %s", async (code, counts) => {
  issuer.answer("/groups", { code, text: await issuer.sign({ groups: ["far"] }) });
  const refusal = { outcome: "refused", reason: expect.stringContaining(`answered ${code}`) };
  expect(await authenticate(await issuer.sign(referring(`${issuer.url}/groups`)))).toEqual(
    counts ? janeWithGroups(["far"]) : refusal,
  );
});

test.each([
  ["pass", "Bearer pass"],
  ["", undefined],
])("distributed group claims are fetched with the access token %j", async (accessToken, authorization) => {
  issuer.answer("/groups", { text: await issuer.sign({ groups: ["far"] }) });
  const claims = referring(`${issuer.url}/groups`);
  claims._claim_sources.source.access_token = accessToken;
  expect(await authenticate(await issuer.sign(claims))).toEqual(janeWithGroups(["far"]));
  expect(issuer.headersOf("/groups")?.authorization).toBe(authorization);
});

test("an issuer is reached only through the proxy that its configuration selects", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-issuer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const routes: string[] = [];
  const proxyOf = async (name: string) => {
    const socketPath = join(folder, name);
    const proxy = createServer();
    proxy.on("connect", ({ url = "" }: IncomingMessage, socket: Socket) => {
      routes.push(name);
      const [host, port] = url.split(":");
      const behind = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(behind).pipe(socket);
      });
      for (const end of [socket, behind]) end.on("error", () => end.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(socketPath, resolve));
    onTestFinished(() => void proxy.close());
    return { socketPath };
  };
  const egress = { cluster: await proxyOf("cluster"), controlplane: await proxyOf("controlplane") };
  const routeOf = async (egressSelectorType: string | undefined, selection: EgressSelection) => {
    routes.length = 0;
    const through = new IssuerTokens(configuration({ egressSelectorType }), { ...options, egress: selection });
    await through.start();
    through.stop();
    expect(await authenticate(await issuer.sign(), through)).toEqual(janeWithGroups());
    return [...new Set(routes)];
  };
  expect(await routeOf("cluster", egress)).toEqual(["cluster"]);
  expect(await routeOf("controlplane", egress)).toEqual(["controlplane"]);
  expect(await routeOf(undefined, egress)).toEqual([]);
  expect(await routeOf("controlplane", { cluster: egress.cluster })).toEqual([]);
});

test("a response that is no key set refuses the token, and the previous keys stay valid", async () => {
  const own = await startIssuer();
  onTestFinished(() => own.close());
  const of = new IssuerTokens(configuration({ url: own.url, certificateAuthority: own.authority }), options);
  await of.start();
  of.stop();
  const before = await own.sign();
  expect(await authenticate(before, of)).toEqual(janeWithGroups());
  for (const text of ['{"keys":{}}', '{"keys":"x"}', "{}"]) {
    own.answer("/keys", { text });
    await own.rotate();
    expect(await authenticate(await own.sign(), of)).toEqual({
      outcome: "refused",
      reason: expect.stringContaining("fetching keys the answer is no JSON web key set"),
    });
    expect(await authenticate(before, of)).toEqual(janeWithGroups());
  }
});

test("a token without an issuer is left to other authenticators", async () => {
  expect(await authenticate(await issuer.sign({ iss: undefined }))).toEqual({ outcome: "none" });
  expect(await tokens.authenticate({ headers: {} } as unknown as Exchange)).toEqual({ outcome: "none" });
});

test("the number of claim issuers is limited (maxClaimIssuers)", async () => {
  const refusals: unknown[] = [];
  for (let index = 0; index <= maxClaimIssuers; index++) {
    issuer.answer("/groups", { text: await issuer.sign({ iss: `https://127.0.0.1:1/${index}` }) });
    refusals.push(await authenticate(await issuer.sign(referring(`${issuer.url}/groups`))));
  }
  expect(refusals.at(-2)).toMatchObject({ reason: expect.stringContaining("not been reached") });
  expect(refusals.at(-1)).toMatchObject({ reason: expect.stringContaining(`more than ${maxClaimIssuers} issuers`) });
});

test("a new configuration replaces the previous one only when its issuers respond", async () => {
  const reloaded = new ReloadedTokens({ jwt: [] }, options);
  await reloaded.start();
  const token = await issuer.sign();
  expect(await authenticate(token, reloaded)).toEqual({ outcome: "none" });
  expect(await reloaded.replace(configuration())).toBe(true);
  expect(await authenticate(token, reloaded)).toEqual(janeWithGroups());
  expect(await reloaded.replace(configuration({ discoveryURL: `${issuer.url}/nothing` }), 150)).toBe(false);
  expect(await authenticate(token, reloaded)).toEqual(janeWithGroups());
  reloaded.stop();
});

test("anonymous requests are accepted at the paths of the configuration", async () => {
  const authenticateAt = (path: string) =>
    anonymousAt(new Set(["/livez"])).authenticate({ info: { path } } as unknown as Exchange);
  expect(await authenticateAt("/livez")).toMatchObject({ outcome: "user", user: { username: "system:anonymous" } });
  expect(await authenticateAt("/livez/")).toEqual({ outcome: "none" });
});
