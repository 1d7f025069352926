/**
 * Settings for a server that issues and verifies service account tokens: the issuer of a real cluster, and a new key.
 */
import { createTokenKey, readSigningKey } from "../../src/server/authn/service-account-key.ts";
import type { TokenSettings } from "../../src/server/authn/service-account-tokens.ts";

export const issuer = "https://kubernetes.default.svc";

export const tokenSettings = (): TokenSettings => ({
  issuers: [issuer],
  audiences: [issuer],
  signingKey: readSigningKey(createTokenKey()),
  otherKeys: [],
});
