/** Which credentials are accepted for which audiences. */
import { expect, test } from "vitest";
import type { Authenticator } from "../../../src/server/authn/authenticator.ts";
import { type AuthenticationOptions, authenticatorsOf } from "../../../src/server/authn/authenticators-for.ts";
import { createTokenKey, readSigningKey } from "../../../src/server/authn/service-account-key.ts";

const noUser: Authenticator["authenticate"] = async () => ({ outcome: "none" });
const fakeAuthenticators = {
  file: { authenticate: noUser },
  issuer: { authenticate: noUser },
  webhook: { authenticate: noUser },
};
const anonymous: Authenticator = { isAnonymous: true, authenticate: noUser };
const audienceCalls: unknown[] = [];
const tokens = {
  issuers: ["https://a.example"],
  audiences: ["api", "other-name-of-api"],
  signingKey: readSigningKey(createTokenKey()),
  otherKeys: [],
} as const;
const headers = { username: ["X-Remote-User"], uid: [], groups: [], extraPrefixes: [] };
const allOptions: AuthenticationOptions = {
  authenticators: [anonymous, fakeAuthenticators.file],
  remoteAuthenticators: [fakeAuthenticators.issuer],
  webhookTokens: {
    forAudiences: (...audiences) => {
      audienceCalls.push(audiences);
      return fakeAuthenticators.webhook;
    },
  },
  frontProxy: { allowedNames: [], headers },
  bootstrapTokens: true,
  serviceAccountTokens: tokens,
  nowMs: () => 0,
};
const uses = { auto: () => {}, manual: () => {}, invalid: () => {} } as unknown as Parameters<
  typeof authenticatorsOf
>[2];

/** Returns the names of the authenticators in order; `...` for those that are created from settings. */
function namesFor(options: AuthenticationOptions, audiences: readonly string[]): readonly string[] {
  const names = new Map<Authenticator, string>([
    ...Object.entries(fakeAuthenticators).map(([name, authenticator]) => [authenticator, name] as const),
    [anonymous, "anonymous"],
  ]);
  return authenticatorsOf(options, async () => undefined, uses)(audiences).map((each) => names.get(each) ?? "...");
}

const allNames = ["...", "file", "...", "...", "...", "issuer", "webhook", "anonymous"];

test.each([[["api"]], [["vault", "other-name-of-api"]]])(
  "for %j all authenticators are used, the anonymous one last",
  (audiences) => {
    expect(namesFor(allOptions, audiences)).toEqual(allNames);
  },
);

test("for other audiences only account tokens, the webhook and the anonymous authenticator are used", () => {
  audienceCalls.length = 0;
  expect(namesFor(allOptions, ["vault"])).toEqual(["...", "webhook", "anonymous"]);
  expect(audienceCalls).toEqual([[["vault"], tokens.audiences]]);
});

test("a server without account tokens has no audiences and uses all authenticators", () => {
  const { serviceAccountTokens: _tokens, ...options } = allOptions;
  expect(namesFor(options, ["vault"])).toEqual(["...", "file", "...", "issuer", "webhook", "anonymous"]);
});

test("authenticators that are not enabled are absent", () => {
  expect(namesFor({ authenticators: [fakeAuthenticators.file], nowMs: () => 0 }, ["api"])).toEqual(["file"]);
});
