import { describe, expect, test } from "vitest";
import { authenticationConfiguration } from "../../../src/kinds/apiserver/authentication-configuration.ts";
import type { RuleContext } from "../../../src/rule/context.ts";
import { failure, success } from "../../../src/text/result.ts";
import { findings, ruleIds } from "../../rule/rule-ids.ts";

const issuer = { url: "https://login.example.org", audiences: ["kubernetes"] };
const claimMappings = { username: { claim: "sub", prefix: "" } };
const file = (jwt: object) => ({ jwt: [{ issuer, claimMappings, ...jwt }] });
const ids = (object: unknown, context: Partial<RuleContext> = {}) =>
  ruleIds(authenticationConfiguration, object, context);

/** Returns the rule context of a target release with the given feature gates. */
function contextFor(target: string, gates: Readonly<Record<string, boolean>> = {}): Partial<RuleContext> {
  const minor = (release: string) => Number(release.split(".")[1]);
  return {
    target,
    reaches: (release) => minor(target) >= minor(release),
    isEnabled: (gate) => gates[gate] ?? false,
    gateState: () => undefined,
    featureGates: gates,
  };
}

describe("at most 64 authenticators", () => {
  const manyAuthenticators = (count: number) => ({
    jwt: Array.from({ length: count }, (_, index) => ({
      issuer: { ...issuer, url: `http://i${index}.example.org` },
      claimMappings,
    })),
  });
  test.each([
    { count: 64, expected: ["authentication/issuer-url-form"] },
    { count: 65, expected: ["authentication/authenticator-count"] },
  ])("$count", ({ count, expected }) => {
    expect(ids(manyAuthenticators(count))).toEqual(expected);
  });
});

describe("service account issuers", () => {
  const serviceAccountIssuers = ["https://kubernetes.default.svc", "https://login.example.org"];
  test.each([
    {
      url: "https://login.example.org",
      given: serviceAccountIssuers,
      expected: ["authentication/issuer-url-disallowed"],
    },
    { url: "https://login.example.org/", given: serviceAccountIssuers, expected: [] },
    { url: "https://login.example.org", given: [], expected: [] },
  ])("$url, of $given.length", ({ url, given, expected }) => {
    expect(ids(file({ issuer: { ...issuer, url } }), { serviceAccountIssuers: given })).toEqual(expected);
  });

  test("may be the discovery URL of another issuer", () => {
    const withDiscovery = { ...issuer, url: "https://other.example.org", discoveryURL: "https://login.example.org" };
    expect(ids(file({ issuer: withDiscovery }), { serviceAccountIssuers })).toEqual([]);
  });
});

describe("certificates", () => {
  const withAuthority = file({ issuer: { ...issuer, certificateAuthority: "some text" } });
  test.each([
    { what: "no host", host: {}, expected: ["info"] },
    { what: "a host that finds them well-formed", host: { parseCertificates: () => success(1) }, expected: [] },
    { what: "a host that does not", host: { parseCertificates: () => failure("malformed") }, expected: ["error"] },
  ])("$what", ({ host, expected }) => {
    const found = findings(authenticationConfiguration, withAuthority, { host });
    expect(found.map(({ severity }) => severity)).toEqual(expected);
    for (const { rule } of found) expect(rule).toBe("authentication/certificate-authority");
  });
});

describe("feature gates", () => {
  const egress = file({ issuer: { ...issuer, egressSelectorType: "cluster" } });
  const anonymous = { anonymous: { enabled: true } };
  const gates = {
    StructuredAuthenticationConfiguration: true,
    AnonymousAuthConfigurableEndpoints: true,
    StructuredAuthenticationConfigurationEgressSelector: true,
  };
  test.each([
    {
      what: "an egress selector, gate off",
      object: egress,
      context: contextFor("1.34"),
      expected: ["authentication/egress-selector-gate"],
    },
    { what: "an egress selector, gate on", object: egress, context: contextFor("1.34", gates), expected: [] },
    // Before 1.34 the field is unknown, which the schema reports.
    {
      what: "an egress selector before the gate",
      object: egress,
      context: contextFor("1.33", { ...gates, StructuredAuthenticationConfigurationEgressSelector: false }),
      expected: [],
    },
    {
      what: "anonymous, gate off",
      object: anonymous,
      context: contextFor("1.33", { ...gates, AnonymousAuthConfigurableEndpoints: false }),
      expected: ["authentication/anonymous-gate"],
    },
    { what: "anonymous, gate on", object: anonymous, context: contextFor("1.31", gates), expected: [] },
    {
      what: "anonymous before the gate",
      object: anonymous,
      context: contextFor("1.30", { ...gates, AnonymousAuthConfigurableEndpoints: false }),
      expected: [],
    },
    { what: "anonymous, gate locked on", object: anonymous, context: contextFor("1.34"), expected: [] },
    { what: "the file, gate off", object: {}, context: contextFor("1.33"), expected: ["authentication/feature-gate"] },
    { what: "the file, gate locked on", object: {}, context: contextFor("1.34"), expected: [] },
  ])("$what", ({ object, context, expected }) => {
    expect(ids(object, context)).toEqual(expected);
  });
});

describe("domains of extra keys", () => {
  test.each([
    { key: "k8s.io/team", target: "1.37", expected: ["error"] },
    { key: "authentication.kubernetes.io/credential-id", target: "1.32", expected: ["error"] },
    { key: "k8s.io/team", target: "1.31", expected: ["warning"] },
    { key: "notk8s.io/team", target: "1.37", expected: [] },
    { key: "example.com/k8s.io/team", target: "1.37", expected: [] },
  ])("$key for $target", ({ key, target, expected }) => {
    const object = file({ claimMappings: { ...claimMappings, extra: [{ key, valueExpression: "claims.team" }] } });
    const gates = { StructuredAuthenticationConfiguration: true };
    const found = findings(authenticationConfiguration, object, contextFor(target, gates));
    expect(found.map(({ severity }) => severity)).toEqual(expected);
  });

  test("extra keys of a custom group domain are reserved if that domain is configured", () => {
    const extra = [{ key: "sub.example.org/team", valueExpression: "claims.team" }];
    const object = file({ claimMappings: { ...claimMappings, extra } });
    expect(ids(object, { groupDomain: "example.org" })).toEqual(["authentication/extra-key"]);
    expect(ids(object)).toEqual([]);
  });
});

describe("expressions that the rule about email_verified checks", () => {
  const verified = "claims.email_verified == true";
  const username = (expression: string) => ({ claimMappings: { username: { expression } } });
  const rule = ["authentication/email-verified"];
  test.each([
    { what: "a select", jwt: username("claims.email"), expected: rule },
    { what: "an optional select", jwt: username("claims.?email.orValue('a')"), expected: rule },
    { what: "a select in a macro", jwt: username("['a'].map(x, claims.email)[0]"), expected: rule },
    { what: "no text", jwt: username("'claims.email'"), expected: [] },
    { what: "no other e-mail", jwt: username("claims.profile.email"), expected: [] },
    { what: "the user name itself", jwt: username("claims.email_verified ? claims.email : claims.sub"), expected: [] },
    {
      what: "claim rules",
      jwt: { ...username("claims.email"), claimValidationRules: [{ expression: verified }] },
      expected: [],
    },
    {
      what: "no user rules",
      jwt: { ...username("claims.email"), userValidationRules: [{ expression: "user.username != ''" }] },
      expected: rule,
    },
    {
      what: "extra mappings",
      jwt: {
        claimMappings: {
          username: { expression: "claims.email" },
          extra: [{ key: "a.b/c", valueExpression: "string(claims.email_verified)" }],
        },
      },
      expected: [],
    },
    {
      what: "no uid",
      jwt: {
        claimMappings: {
          username: { expression: "claims.email" },
          uid: { expression: "string(claims.email_verified)" },
        },
      },
      expected: rule,
    },
    {
      what: "no claim rule that does not compile",
      jwt: { ...username("claims.email"), claimValidationRules: [{ expression: "claims.email_verified" }] },
      expected: ["authentication/claim-rule-expression", ...rule],
    },
    { what: "no claim name", jwt: { claimMappings: { username: { claim: "email", prefix: "" } } }, expected: [] },
  ])("$what", ({ jwt, expected }) => {
    expect(ids(file(jwt))).toEqual(expected);
  });
});

describe("nearly empty documents", () => {
  test.each([
    { what: "nothing at all", object: {}, expected: [] },
    { what: "no authenticators", object: { jwt: [] }, expected: [] },
    { what: "an anonymous block that says off", object: { anonymous: { enabled: false } }, expected: [] },
    {
      what: "an anonymous block that says nothing",
      object: { anonymous: {} },
      expected: ["authentication/anonymous-off"],
    },
  ])("$what", ({ object, expected }) => {
    expect(ids(object)).toEqual(expected);
  });
});
