/**
 * CredentialProviderRequest and CredentialProviderResponse: what node agent and credential provider say to each other.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { parseUrl } from "../../lexical/go-url.ts";
import { rule } from "../../rule/rule.ts";
import { duration, mapOf, type Static, stringMap, struct, text } from "../../schema/fields.ts";

const group = "credentialprovider.kubelet.<domain>";
const cacheKeyTypes = ["Image", "Registry", "Global"] as const;

const identity = { apiVersion: text({ "x-required": true }), kind: text({ "x-required": true }) };
const image = text({ description: "The image that is about to be pulled.", "x-required": true });

const requestSchema = struct(
  {
    ...identity,
    image,
    serviceAccountToken: text({
      description: "Token of the pod's service account, where the configuration asks for it.",
      "x-sensitive": true,
      "x-since": "1.33",
    }),
    serviceAccountAnnotations: stringMap({
      description: "Annotations of the service account that the configuration lists.",
      "x-since": "1.33",
    }),
  },
  { $id: "CredentialProviderRequest" },
);
const oldRequestSchema = struct({ ...identity, image }, { $id: "CredentialProviderRequestOld" });

const responseSchema = struct(
  {
    ...identity,
    cacheKeyType: text({ description: "For what the answer holds: Image, Registry or Global.", "x-required": true }),
    cacheDuration: duration({
      description: "How long the answer is kept; 0s is not at all, absent is as the configuration says.",
      "x-pointer": true,
    }),
    auth: mapOf(
      struct({
        username: text({ description: "Name to log in with.", "x-required": true }),
        password: text({ description: "Password to log in with.", "x-required": true, "x-sensitive": true }),
      }),
      { description: "Credentials by image pattern, as matchImages has them." },
    ),
  },
  { $id: "CredentialProviderResponse" },
);

type Response = Static<typeof responseSchema>;

const cacheKeyType = rule<Response>(
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

const authPattern = rule<Response>(
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

export const credentialProviderRequest: Kind<Static<typeof requestSchema>> = {
  kind: "CredentialProviderRequest",
  group,
  versions: [
    { name: "v1", schema: requestSchema },
    { name: "v1beta1", schema: oldRequestSchema },
    { name: "v1alpha1", schema: oldRequestSchema },
  ],
  description: "What the node agent asks a credential provider, on its standard input.",
  rules: [],
};

export const credentialProviderResponse: Kind<Response> = {
  kind: "CredentialProviderResponse",
  group,
  versions: ["v1", "v1beta1", "v1alpha1"].map((name) => ({ name, schema: responseSchema })),
  description: "What a credential provider answers, on its standard output.",
  rules: [cacheKeyType, authPattern],
};
