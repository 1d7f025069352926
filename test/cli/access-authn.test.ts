import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { authentication, claims } from "./access-documents.ts";
import { badAuthentication } from "./documents.ts";
import { directoryWith, runWaiting } from "./run-cli.ts";

const directory = directoryWith({
  "authn.yaml": authentication,
  "bad.yaml": badAuthentication,
  "claims.json": JSON.stringify(claims),
  "no-team.yaml": JSON.stringify({ ...claims, team: undefined }),
  "elsewhere.json": JSON.stringify({ ...claims, iss: "https://other.example.com" }),
  "remote.json": JSON.stringify({
    ...claims,
    _claim_names: { groups: "s" },
    _claim_sources: { s: { endpoint: "https://issuer.example.com/groups" } },
  }),
  "list.json": "[]",
  "two.yaml": `${JSON.stringify(claims)}\n---\n${JSON.stringify(claims)}\n`,
  "broken.json": "{",
  "remote-groups.yaml": authentication.replace(/expression: claims.\?roles.*/, 'claim: groups\n      prefix: ""'),
});

function authn(...args: readonly string[]) {
  return runWaiting(["authn", "--config", "authn.yaml", ...args], { cwd: directory });
}

async function authnJson(...args: readonly string[]) {
  return JSON.parse((await authn("--format", "json", ...args)).stdout);
}

describe("exit codes", () => {
  test.each([
    { name: "a user", args: ["--claims", "claims.json"], code: 0 },
    { name: "a rejected token", args: ["--claims", "no-team.yaml"], code: 1 },
    { name: "another issuer's token", args: ["--claims", "elsewhere.json"], code: 1 },
    { name: "text that is not a token", args: ["--token", "a.b.c"], code: 1 },
    { name: "two sets of claims", args: ["--claims", "two.yaml"], code: 2 },
    { name: "an invalid configuration", args: ["--config", "bad.yaml", "--claims", "claims.json"], code: 2 },
    {
      name: "groups of a distributed claim",
      args: ["--config", "remote-groups.yaml", "--claims", "remote.json"],
      code: 2,
    },
    { name: "neither claims nor a token", args: [], code: 2 },
    { name: "both claims and a token", args: ["--claims", "claims.json", "--token", "a.b.c"], code: 2 },
    { name: "claims that are a list", args: ["--claims", "list.json"], code: 2 },
    { name: "claims that can't be read", args: ["--claims", "broken.json"], code: 2 },
    { name: "a missing file", args: ["--claims", "nowhere.json"], code: 2 },
    { name: "an invalid time", args: ["--claims", "claims.json", "--at", "noon"], code: 2 },
    { name: "keys together with claims", args: ["--claims", "claims.json", "--jwks", "claims.json"], code: 2 },
    { name: "invalid keys", args: ["--token", "a.b.c", "--jwks", "claims.json"], code: 2 },
    { name: "help", args: ["--help"], code: 0 },
  ])("$name: $code", async ({ args, code }) => {
    const result = await authn(...args);
    expect(result.stderr).not.toContain("    at ");
    expect(result.code).toBe(code);
    if (code === 2) expect(result.stderr + result.stdout).not.toBe("");
  });
});

test("JSON contains the complete user", async () => {
  expect(await authnJson("--claims", "claims.json")).toEqual({
    version: 1,
    target: "1.37",
    outcome: "user",
    signature: "not verified",
    authenticator: { index: 0, issuer: claims.iss },
    user: {
      username: "oidc:jane",
      uid: "42",
      groups: ["dev", "ops"],
      extra: { "example.org/team": ["core"] },
    },
  });
});

test("a refusal points at the part of the rule that causes it", async () => {
  expect((await authnJson("--claims", "no-team.yaml")).refusal).toMatchObject({
    stage: "extra",
    message: "expression 'claims.team' resulted in error: no such key: team",
    path: "jwt[0].claimMappings.extra[0].valueExpression",
    file: "authn.yaml",
    line: 19,
    column: 24,
    endColumn: 35,
  });
  expect((await authn("--claims", "no-team.yaml")).stdout).toContain("authn.yaml:19:24: error [authn/extra]");
});

test("errors of the configuration are shown", async () => {
  const { stderr, stdout } = await authn("--config", "bad.yaml", "--claims", "claims.json");
  expect(stderr).toContain("bad.yaml:5:10: error [authentication/issuer-url-form]");
  expect(stdout).toBe("");
});

test("--at sets the time at which the token's expiry is checked", async () => {
  expect((await authnJson("--claims", "claims.json", "--at", "2101-01-01")).refusal).toMatchObject({
    stage: "verify",
    message: "oidc: verify token: oidc: token is expired (Token Expiry: 2100-01-01 00:00:00 +0000 UTC)",
  });
});

describe("tokens", () => {
  let token = "";
  let keys = "";

  beforeAll(async () => {
    const good = await generateKeyPair("ES256", { extractable: true });
    const other = await generateKeyPair("ES256", { extractable: true });
    const jwks = [
      { ...(await exportJWK(other.publicKey)), kid: "one" },
      { ...(await exportJWK(good.publicKey)), kid: "two" },
    ];
    keys = directoryWith({ "keys.json": JSON.stringify({ keys: jwks }), "other.json": JSON.stringify(jwks[0]) });
    token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(good.privateKey);
  });

  test("with the issuer's keys the signature is verified", async () => {
    expect(await authnJson("--token", token, "--jwks", `${keys}/keys.json`)).toMatchObject({
      outcome: "user",
      signature: "verified",
      user: { username: "oidc:jane" },
    });
  });

  test("with other keys the token is refused", async () => {
    expect(await authnJson("--token", token, "--jwks", `${keys}/other.json`)).toMatchObject({
      outcome: "refused",
      signature: "refused",
      refusal: {
        stage: "verify",
        message: "oidc: verify token: failed to verify signature: failed to verify id token signature",
      },
    });
  });

  test("without keys, a note says that the signature was not verified", async () => {
    const { stdout } = await runWaiting(["authn", "--config", "authn.yaml", "--token", "-"], {
      cwd: directory,
      stdin: token,
    });
    expect(stdout).toContain("oidc:jane");
    expect(stdout).toContain("note: the signature was not verified");
  });

  test("an unsigned token is refused", async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode(claims)}.`;
    expect((await authnJson("--token", unsigned, "--jwks", `${keys}/keys.json`)).refusal.message).toContain(
      'signed with unsupported algorithm, expected ["ES256" "ES384"',
    );
  });
});

test.each([
  { username: "'jane'", isAdded: true },
  { username: "'system:anonymous'", isAdded: false },
])(
  "a note names the group system:authenticated only if the API server adds it: $username",
  async ({ username, isAdded }) => {
    const mapped = directoryWith({
      "authn.yaml": `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer: { url: "https://issuer.example.com", audiences: [web] }
    claimMappings: { username: { expression: "${username}" } }
`,
      "claims.json": JSON.stringify({ ...claims, iss: "https://issuer.example.com", aud: "web" }),
    });
    const { stdout } = await runWaiting(["authn", "--config", "authn.yaml", "--claims", "claims.json"], {
      cwd: mapped,
    });
    expect(stdout.includes("adds the group system:authenticated")).toBe(isAdded);
  },
);
