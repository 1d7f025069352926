/**
 * A KMS provider of an EncryptionConfiguration: a plugin behind a Unix domain socket.
 *
 * @module
 */
import { parseDuration } from "../../lexical/duration.ts";
import { parseUrl } from "../../lexical/go-url.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { duration, int32, type Static, struct, text } from "../../schema/fields.ts";

export const kmsConfiguration = struct({
  apiVersion: text({ description: "Version of the plugin's protocol, v1 or v2; v1 when absent." }),
  name: text({ description: "Stored with what the plugin encrypted.", "x-required": true }),
  cachesize: int32({
    description: "How many keys are kept decrypted, for v1 only; 1000 when absent, without limit when negative.",
    "x-pointer": true,
  }),
  endpoint: text({ description: "Address of the plugin, unix:///path/of/socket.", "x-required": true }),
  timeout: duration({ description: "Longest wait for the plugin; 3s when absent.", "x-pointer": true }),
});

export type KmsConfiguration = Static<typeof kmsConfiguration>;
type KmsRule = Rule<KmsConfiguration>;

const version = rule<KmsConfiguration>(
  {
    id: "encryption/kms-version",
    severity: "error",
    cause: "unsupported",
    summary: "the version of a KMS provider is v1 or v2",
  },
  ({ apiVersion = "v1" }, place) => {
    if (apiVersion === "v1" || apiVersion === "v2") return;
    place
      .at("apiVersion")
      .say(`must be "v1" or "v2"; got "${apiVersion}"`, { help: "write `apiVersion: v2`", value: apiVersion });
  },
);

const oldVersion = rule<KmsConfiguration>(
  {
    id: "encryption/kms-v1",
    severity: "error",
    cause: "forbidden",
    summary: "a KMS provider of version v1 needs the feature gate KMSv1",
  },
  ({ apiVersion }, place, visit) => {
    const gate = "KMSv1";
    if (apiVersion !== "v1" || visit.isEnabled(gate)) return;
    place
      .at("apiVersion")
      .say(`must be "v2": version v1, which is meant when there is none, needs the feature gate ${gate}`, {
        help: "write `apiVersion: v2`",
      });
  },
);

const name = rule<KmsConfiguration>(
  {
    id: "encryption/kms-name",
    severity: "error",
    summary: "a KMS provider has a name; that of a v2 provider has no colon",
  },
  ({ apiVersion, name: given = "" }, place) => {
    if (given === "") place.at("name").required();
    if (apiVersion === "v1" || !given.includes(":")) return;
    place.at("name").say(`must not contain ":"; got "${given}"`, { value: given });
  },
);

const endpointForm = rule<KmsConfiguration>(
  { id: "encryption/kms-endpoint", severity: "error", summary: "a KMS provider is reached at a unix:// address" },
  ({ endpoint = "" }, place) => {
    const at = place.at("endpoint");
    const help = "write `endpoint: unix:///path/of/socket`";
    const parsed = parseUrl(endpoint);
    if (endpoint === "") at.required("`endpoint` must be set", { help });
    else if (!parsed.ok) at.say(`must be a URL: ${parsed.reason}`, { value: endpoint, help });
    else if (parsed.value.scheme !== "unix") {
      at.say(`must begin with unix://; got "${endpoint}"`, { value: endpoint, help });
    }
  },
);

const timeoutPositive = rule<KmsConfiguration>(
  { id: "encryption/kms-timeout", severity: "error", summary: "the timeout of a KMS provider is above 0s" },
  ({ timeout = "3s" }, place) => {
    const parsed = parseDuration(timeout);
    if (!parsed.ok || parsed.value > 0n) return;
    place.at("timeout").say(`must be above 0s; got ${timeout}`, { value: timeout });
  },
);

const cacheSize = rule<KmsConfiguration>(
  {
    id: "encryption/kms-cache-size",
    severity: "error",
    summary: "`cachesize` of a v1 provider is not 0; a v2 provider has none",
  },
  ({ apiVersion, cachesize }, place) => {
    const at = place.at("cachesize");
    if (apiVersion === "v1" && cachesize === 0) {
      at.say("must not be 0; got 0", { help: "a negative size is no limit", value: 0 });
    }
    if (apiVersion !== "v1" && cachesize !== undefined) {
      at.say("may be set only with version v1", { atKey: true, help: "remove it" });
    }
  },
);

/** Paths are from the provider's block. */
export const kmsConfigurationRules: readonly KmsRule[] = [
  version,
  oldVersion,
  name,
  endpointForm,
  timeoutPositive,
  cacheSize,
];
