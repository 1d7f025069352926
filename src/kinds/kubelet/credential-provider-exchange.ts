/**
 * CredentialProviderRequest and CredentialProviderResponse: the messages that the kubelet and a credential provider
 * exchange.
 *
 * @module
 */
import type { CredentialProviderResponse } from "../../api/types/credentialprovider-v1.ts";
import { rule } from "../../rule/rule.ts";
import { parseUrl } from "../../text/go-url.ts";
import { kind } from "../kind.ts";

const cacheKeyTypes = ["Image", "Registry", "Global"] as const;

const cacheKeyType = rule<CredentialProviderResponse>(
  {
    id: "credential-provider/cache-key-type",
    severity: "error",
    summary: "`cacheKeyType` is Image, Registry or Global",
  },
  ({ cacheKeyType: type = "" }, place) => {
    if (cacheKeyTypes.some((known) => known === type)) return;
    const message = `must be "Image", "Registry" or "Global"; got "${type}"`;
    place.at("cacheKeyType").say(message, { cause: "unsupported", value: type });
  },
);

const authPattern = rule<CredentialProviderResponse>(
  {
    id: "credential-provider/auth-pattern",
    severity: "warning",
    summary: "a key of `auth` is a host with optional port and path",
  },
  ({ auth = {} }, place) => {
    for (const pattern of Object.keys(auth)) {
      const parsed = parseUrl(`https://${pattern}`);
      if (parsed.ok) continue;
      const at = place.at("auth", pattern);
      at.say(`matches no image: ${parsed.reason}`, { atKey: true });
    }
  },
);

export const credentialProviderRequest = kind("credentialprovider/v1.CredentialProviderRequest");

export const credentialProviderResponse = kind("credentialprovider/v1.CredentialProviderResponse", {
  rules: [cacheKeyType, authPattern],
});
