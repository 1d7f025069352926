import { expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import { formatPath } from "../../src/diagnostic/path.ts";

const issuer = { url: "https://i", audiences: ["a"] };
const username = { claim: "sub", prefix: "" };
const token = { iss: "https://i", aud: "a", sub: "jane" };
const absentClaimHelp = "the token has no such claim: test it with `has(...)`, or write `claims.?name.orValue(...)`";
const mappings = (claimMappings: object) => ({ claimMappings: { username, ...claimMappings } });
const rules = (rule: object) => ({ ...mappings({}), claimValidationRules: [rule] });
const userRule = (expression: string) => ({ ...mappings({}), userValidationRules: [{ expression, message: "no" }] });
const extraMapping = (valueExpression: string) => mappings({ extra: [{ key: "a.b/c", valueExpression }] });
const splitHelp = "the API server can't read the list that `split` and `findAll` return: add `.map(item, item)`";

test.each([
  { settings: mappings({}), claims: { aud: "b" }, at: "issuer.audiences", stage: "verify" },
  { settings: mappings({}), claims: { sub: 1 }, at: "issuer.url", stage: "verify" },
  {
    settings: mappings({ username: { claim: "subs" } }),
    at: "claimMappings.username.claim",
    stage: "username",
    help: 'the token has a claim "sub"',
  },
  {
    settings: mappings({ username: { claim: "something" } }),
    at: "claimMappings.username.claim",
    stage: "username",
    help: "the token has iss, aud, sub",
  },
  {
    settings: mappings({ username: { claim: "email" } }),
    claims: { email: "a@b", email_verified: false },
    at: "claimMappings.username.claim",
    stage: "username",
  },
  {
    settings: mappings({ username: { claim: "email" } }),
    claims: { email: "a@b", email_verified: "true" },
    at: "claimMappings.username.claim",
    stage: "username",
  },
  {
    settings: mappings({ username: { expression: "claims.none" } }),
    at: "claimMappings.username.expression",
    stage: "username",
    help: absentClaimHelp,
  },
  {
    settings: mappings({ username: { expression: "''" } }),
    at: "claimMappings.username.expression",
    stage: "username",
  },
  {
    settings: mappings({ groups: { claim: "sub", prefix: "" } }),
    claims: { sub: "x", g: 1 },
    user: { groups: ["x"] },
  },
  {
    settings: mappings({ groups: { claim: "g", prefix: "" } }),
    claims: { g: [1] },
    at: "claimMappings.groups.claim",
    stage: "groups",
  },
  {
    settings: mappings({ groups: { expression: "claims.sub.split(',')" } }),
    at: "claimMappings.groups.expression",
    stage: "groups",
    help: splitHelp,
  },
  {
    settings: mappings({ groups: { expression: "claims.sub.findAll('j.*')" } }),
    at: "claimMappings.groups.expression",
    stage: "groups",
    help: splitHelp,
  },
  {
    settings: mappings({ groups: { expression: "dyn(1)" } }),
    at: "claimMappings.groups.expression",
    stage: "groups",
  },
  { settings: mappings({ groups: { expression: "['', 'g']" } }), user: { groups: ["g"] } },
  {
    settings: mappings({ groups: { expression: "claims.g" } }),
    claims: { g: ["g", 1] },
    at: "claimMappings.groups.expression",
    stage: "groups",
  },
  {
    settings: mappings({ groups: { expression: "claims.none" } }),
    at: "claimMappings.groups.expression",
    stage: "groups",
    help: absentClaimHelp,
  },
  // An absent setting does not mean the claim with the empty name.
  { settings: mappings({}), claims: { "": ["system:masters"] }, user: { groups: [], uid: "" } },
  {
    settings: mappings({ groups: { claim: "", expression: "claims.sub" } }),
    claims: { "": ["x"] },
    user: { groups: ["jane"] },
  },
  { settings: mappings({ uid: { claim: "uid" } }), at: "claimMappings.uid.claim", stage: "uid", help: "*" },
  { settings: mappings({ uid: { claim: "sub" } }), user: { uid: "jane" } },
  {
    settings: mappings({ username: { claim: "sub", prefix: "u:" }, groups: { claim: "sub", prefix: "g:" } }),
    user: { username: "u:jane", groups: ["g:jane"], uid: "" },
  },
  { settings: mappings({ username: { claim: "sub" } }), user: { username: "jane" } },
  { settings: mappings({ uid: { expression: "dyn(1)" } }), at: "claimMappings.uid.expression", stage: "uid" },
  { settings: mappings({ uid: { expression: "''" } }), user: { uid: "" } },
  { settings: extraMapping("dyn(1)"), at: "claimMappings.extra[0].valueExpression", stage: "extra" },
  {
    settings: extraMapping("claims.none"),
    at: "claimMappings.extra[0].valueExpression",
    stage: "extra",
    help: absentClaimHelp,
  },
  { settings: extraMapping("''"), user: { extra: {} } },
  { settings: extraMapping("dyn(null)"), user: { extra: {} } },
  { settings: extraMapping("['', 'b']"), user: { extra: { "a.b/c": ["b"] } } },
  {
    settings: extraMapping("claims.sub.split(',')"),
    at: "claimMappings.extra[0].valueExpression",
    stage: "extra",
    help: splitHelp,
  },
  { settings: mappings({}), claims: { jti: "" }, user: { extra: {} } },
  { settings: mappings({}), claims: { jti: 1 }, user: { extra: {} } },
  {
    settings: mappings({}),
    claims: { jti: "7" },
    user: { extra: { "authentication.kubernetes.io/credential-id": ["JTI=7"] } },
  },
  {
    settings: rules({ claim: "none", requiredValue: "x" }),
    at: "claimValidationRules[0].claim",
    stage: "required-claim",
  },
  {
    settings: rules({ claim: "n", requiredValue: "1" }),
    claims: { n: 1 },
    at: "claimValidationRules[0].claim",
    stage: "required-claim",
    help: "`requiredValue` compares only strings; compare other values in an `expression`",
  },
  {
    settings: rules({ claim: "sub", requiredValue: "" }),
    at: "claimValidationRules[0].requiredValue",
    stage: "required-claim",
  },
  { settings: rules({ claim: "e" }), claims: { e: "" }, user: { username: "jane" } },
  { settings: rules({ claim: "sub", requiredValue: "jane" }), user: { username: "jane" } },
  { settings: rules({ expression: "false" }), at: "claimValidationRules[0].expression", stage: "claim-rule" },
  {
    settings: rules({ expression: "claims.none == ''" }),
    at: "claimValidationRules[0].expression",
    stage: "claim-rule",
    help: absentClaimHelp,
  },
  { settings: userRule("user.username != 'jane'"), at: "userValidationRules[0].expression", stage: "user-rule" },
  { settings: userRule("user.username == 'jane'"), user: { username: "jane" } },
])("$settings with $claims: $stage $at", ({ settings, claims = {}, user, at, stage, help }) => {
  const result = planAuthentication({ jwt: [{ issuer, ...settings }] } as object, "1.37")({ ...token, ...claims });
  if (user) {
    const acceptedUser = result.outcome === "user" ? result.user : {};
    return expect(result).toEqual({ outcome: "user", authenticator: 0, user: { ...acceptedUser, ...user } });
  }
  const refusal = result.outcome === "refused" ? result.refusal : undefined;
  expect([refusal?.stage, formatPath(refusal?.path ?? [])]).toEqual([stage, `jwt[0].${at}`]);
  expect(refusal?.help).toEqual(help === "*" ? expect.anything() : help);
});

test("the authenticator of the token's issuer decides, and a token without a known issuer is skipped", () => {
  const authenticatorOf = (url: string) => ({ issuer: { ...issuer, url }, claimMappings: { username } });
  const authenticate = planAuthentication(
    { jwt: [authenticatorOf("https://i"), authenticatorOf("https://accounts.google.com")] },
    "1.37",
  );
  expect(authenticate({ ...token, iss: "accounts.google.com" })).toMatchObject({ outcome: "user", authenticator: 1 });
  expect(authenticate({ ...token, iss: "https://accounts.google.com" })).toMatchObject({ authenticator: 1 });
  expect(authenticate({ ...token, iss: 1 })).toEqual({
    outcome: "skipped",
    reason: "the token's issuer must be a string",
  });
  const unknown = 'no authenticator has the issuer "https://j"';
  expect(authenticate({ ...token, iss: "https://j" })).toEqual({ outcome: "skipped", reason: unknown });
  expect(authenticate({ aud: "a", sub: "jane" }).outcome).toBe("skipped");
  expect(authenticate(token, { signatureFault: "bad" })).toMatchObject({
    outcome: "refused",
    authenticator: 0,
    refusal: { stage: "verify", path: ["jwt", 0, "issuer", "url"], message: "oidc: verify token: bad" },
  });
  const expired = authenticate(token, { nowMs: 0 });
  expect(expired).toMatchObject({
    refusal: { help: "the claims have no `exp`: a token without it counts as expired" },
  });
  expect(authenticate({ ...token, exp: 1 }, { nowMs: 5000 })).toMatchObject({ refusal: { help: undefined } });
});

test("the outcome is undecided if the groups must be fetched from another server", () => {
  const groups = { claim: "g", prefix: "" };
  const authenticate = planAuthentication({ jwt: [{ issuer, ...mappings({ groups }) }] } as object, "1.37");
  const distributed = { _claim_names: { g: "s" }, _claim_sources: { s: { endpoint: "https://e" } } };
  const reason = "the groups come from https://e, which clustervet does not call";
  const path = ["jwt", 0, "claimMappings", "groups", "claim"];
  const source = { claim: "g", endpoint: "https://e", accessToken: "" };
  const undecided = { outcome: "undecided", authenticator: 0, reason, path, source };
  expect(authenticate({ ...token, ...distributed })).toEqual(undecided);
  const empty = { _claim_names: { g: "s" }, _claim_sources: { s: { endpoint: "" } } };
  const other = { ...distributed, _claim_names: { h: "s" } };
  for (const claims of [{ ...distributed, g: [] }, empty, other, {}]) {
    expect(authenticate({ ...token, ...claims })).toMatchObject({ outcome: "user", user: { groups: [] } });
  }
  const withoutGroups = planAuthentication({ jwt: [{ issuer, ...mappings({}) }] } as object, "1.37");
  expect(withoutGroups({ ...token, ...distributed, _claim_names: { "": "s" } })).toMatchObject({ outcome: "user" });
});

test.each([
  mappings({ username: { expression: "claims." } }),
  mappings({ groups: { expression: "user.groups" } }),
  rules({ expression: "claims." }),
  userRule("claims.sub"),
  extraMapping("claims."),
])("a configuration that does not compile is not planned: %j", (settings) => {
  const plan = () => planAuthentication({ jwt: [{ issuer, ...settings }] } as object, "1.37");
  expect(plan).toThrow("the configuration was not validated");
});
