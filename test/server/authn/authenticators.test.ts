/** Tokens, anonymous requests, and the filter that tries authenticators in order. */
import { expect, test } from "vitest";
import type { UserInfo } from "../../../src/access/user.ts";
import { anonymous } from "../../../src/server/authn/anonymous.ts";
import { authenticationFilter } from "../../../src/server/authn/authentication-filter.ts";
import type { Authentication, Authenticator } from "../../../src/server/authn/authenticator.ts";
import { bearerToken } from "../../../src/server/authn/bearer-token.ts";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["Bearer abc", "abc"],
  ["bEARER abc", "abc"],
  ["  Bearer abc  ", "abc"],
  ["Bearer abc def", "abc"],
  ["Bearer", undefined],
  ["Bearer  abc", undefined],
  ["Bearer\tabc", undefined],
  ["abc", undefined],
  ["Basic abc", undefined],
  ["X-Bearer abc", undefined],
  ["Basic Bearer abc", undefined],
])("the token of `%s`", (authorization, token) => {
  expect(bearerToken(authorization === undefined ? {} : { authorization })).toBe(token);
});

const user = (username: string, ...groups: string[]): UserInfo => ({ username, uid: "1", groups, extra: { k: ["v"] } });
const known = [
  { token: "t1", user: user("a", "g") },
  { token: "t2", user: user("b", "system:authenticated", "g") },
  { token: "t3", user: user("c", "system:unauthenticated") },
  { token: "t4", user: user("system:anonymous") },
];
const none: Authentication = { outcome: "none" };
const refused: Authentication = { outcome: "refused" };
const authenticatedAs = (user: UserInfo): Authentication => ({ outcome: "user", user });

test.each<[string | undefined, Authentication]>([
  [undefined, none],
  ["Basic t1", none],
  ["Bearer t1", authenticatedAs(user("a", "g", "system:authenticated"))],
  ["Bearer t2", authenticatedAs(user("b", "system:authenticated", "g"))],
  ["Bearer t3", authenticatedAs(user("c", "system:unauthenticated"))],
  ["Bearer t4", authenticatedAs(user("system:anonymous"))],
  ["Bearer t", refused],
  ["Bearer t11", refused],
])("the user of `%s`", async (authorization, expected) => {
  expect(await staticTokens(known).authenticate({ headers: { authorization } } as unknown as Exchange)).toEqual(
    expected,
  );
});

test("a request without credentials is anonymous", async () => {
  const nobody = { username: "system:anonymous", uid: "", groups: ["system:unauthenticated"], extra: {} };
  expect(await anonymous.authenticate({} as Exchange)).toEqual(authenticatedAs(nobody));
});

const bad: Authentication = { outcome: "refused", reason: "x" };
const [a, b] = [user("a"), user("b")];

/** Runs the filter. Returns the resulting user or error, and how many authenticators were called. */
async function runFilter(...ways: readonly Authentication[]) {
  let count = 0;
  const authenticators = ways.map(
    (result): Authenticator => ({
      // The user named nobody is the anonymous one.
      ...(result.outcome === "user" && result.user.username === "nobody" ? { isAnonymous: true } : {}),
      async authenticate() {
        count++;
        return result;
      },
    }),
  );
  const exchange = { user: user("before"), headers: {} } as Exchange;
  let passed = 0;
  const next = async () => void passed++;
  const failure = await authenticationFilter(authenticators)(exchange, next).catch((error: unknown) => error);
  return failure === undefined && passed === 1 ? [exchange.user.username, count] : [failure, count, passed];
}

const unauthorized = expect.objectContaining({ code: 401, reason: "Unauthorized" });
test.each<[string, readonly Authentication[], readonly unknown[]]>([
  ["the first authenticator that knows the user decides", [none, authenticatedAs(a), authenticatedAs(b)], ["a", 2]],
  ["a valid credential after an invalid one is accepted", [bad, authenticatedAs(a)], ["a", 2]],
  ["without credentials the anonymous authenticator decides", [none, authenticatedAs(user("nobody"))], ["nobody", 2]],
  ["invalid credentials are not anonymous", [bad, none, authenticatedAs(user("nobody"))], [unauthorized, 2, 0]],
  ["no authenticators", [], [unauthorized, 0, 0]],
  ["no authenticator that knows the user", [none, none], [unauthorized, 2, 0]],
])("%s", async (_name, ways, expected) => {
  expect(await runFilter(...ways)).toEqual(expected);
});

test("a request with an invalid token is not anonymous", async () => {
  const userOf = async (headers: object) => {
    const exchange = { headers } as Exchange;
    await authenticationFilter([staticTokens(known), anonymous])(exchange, async () => {});
    return exchange.user.username;
  };
  expect([await userOf({}), await userOf({ authorization: "Bearer t1" })]).toEqual(["system:anonymous", "a"]);
  await expect(userOf({ authorization: "Bearer wrong" })).rejects.toMatchObject({ code: 401 });
});
