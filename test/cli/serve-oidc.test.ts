import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../../src/cli/exit.ts";
import { readFrontProxy } from "../../src/cli/serve-front-proxy.ts";
import { type OidcFlags, readOidc } from "../../src/cli/serve-oidc.ts";
import { createAuthority } from "../../src/server/certificates/issue.ts";

const least: OidcFlags = { oidcIssuerUrl: "https://issuer.example", oidcClientId: "id" };
const jwtFrom = (flags: OidcFlags) => readOidc({ ...least, ...flags })?.configuration.jwt?.[0];

test("--oidc-* flags produce the configuration that kube-apiserver makes of them", () => {
  expect(readOidc({})).toBeUndefined();
  expect(readOidc(least)).toEqual({
    algorithms: ["RS256"],
    configuration: {
      jwt: [
        {
          issuer: { url: "https://issuer.example", audiences: ["id"] },
          claimMappings: { username: { claim: "sub", prefix: "https://issuer.example#" } },
          claimValidationRules: [],
        },
      ],
    },
  });
  expect(jwtFrom({ oidcGroupsClaim: "roles", oidcRequiredClaim: ["hd=a", "x = y=z", "hd=b"] })).toMatchObject({
    claimMappings: { groups: { claim: "roles", prefix: "" } },
    claimValidationRules: [
      { claim: "hd", requiredValue: "b" },
      { claim: "x", requiredValue: "y=z" },
    ],
  });
});

test.each<[OidcFlags, string]>([
  [{ oidcUsernameClaim: "email" }, ""],
  [{ oidcUsernameClaim: "email", oidcUsernamePrefix: "p:" }, "p:"],
  [{ oidcUsernamePrefix: "-" }, ""],
  [{ oidcUsernameClaim: "name" }, "https://issuer.example#"],
])("user names with %j have the prefix %j", (flags, prefix) => {
  expect(jwtFrom(flags)?.claimMappings?.username?.prefix).toBe(prefix);
});

test("incomplete --oidc-* flags are rejected", () => {
  const both = new UsageError("--oidc-issuer-url and --oidc-client-id must both be given with any other --oidc-* flag");
  expect(() => readOidc({ oidcClientId: "id" })).toThrow(both);
  expect(() => readOidc({ oidcSigningAlgs: ["RS256"] })).toThrow(both);
  expect(() => jwtFrom({ oidcRequiredClaim: ["x"] })).toThrow("--oidc-required-claim must be a claim and its value");
});

test("a front proxy that shares an authority with clients needs allowed names; invalid flags for it are rejected", async () => {
  const { certificate } = await createAuthority("both", { nowMs: Date.now(), lifetimeMs: 60_000 });
  const file = join(mkdtempSync(join(tmpdir(), "clustervet-proxy-")), "ca.crt");
  writeFileSync(file, certificate);
  const flags = { requestheaderClientCaFile: file };
  expect(() => readFrontProxy(flags, certificate)).toThrow("--requestheader-allowed-names must say which clients");
  expect(readFrontProxy({ ...flags, requestheaderAllowedNames: ["proxy"] }, certificate)).toMatchObject({
    authority: certificate,
  });
  expect(() => readFrontProxy({ ...flags, requestheaderUsernameHeaders: [" "] })).toThrow("has an empty value");
  expect(() => readFrontProxy({ requestheaderUidHeaders: ["X-Uid"] })).toThrow("must have X-Remote-Uid");
  writeFileSync(file, "no certificate");
  expect(() => readFrontProxy(flags)).toThrow("--requestheader-client-ca-file has no certificate in PEM");
});
