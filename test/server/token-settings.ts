/** Settings with which a server makes tokens and knows them: the issuer of a real cluster, and a key of its own. */
import { createTokenKey, readSigningKey } from "../../src/server/authn/service-account-key.ts";
import type { TokenSettings } from "../../src/server/authn/service-account-tokens.ts";

export const issuer = "https://kubernetes.default.svc";

export const tokenSettings = (): TokenSettings => ({
  issuers: [issuer],
  audiences: [issuer],
  signingKey: readSigningKey(createTokenKey()),
  otherKeys: [],
});
