/**
 * A KMS provider of an EncryptionConfiguration: a plugin behind a Unix domain socket.
 *
 * @module
 */
import type { KMSConfiguration } from "../../api/types/apiserver-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { parseDuration } from "../../text/duration.ts";
import { parseUrl } from "../../text/go-url.ts";

type KmsRule = Rule<KMSConfiguration>;

const version = rule<KMSConfiguration>(
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

const oldVersion = rule<KMSConfiguration>(
  {
    id: "encryption/kms-v1",
    severity: "error",
    cause: "forbidden",
    summary: "a KMS provider of version v1 needs the feature gate KMSv1",
  },
  ({ apiVersion }, place, visit) => {
    const gate = "KMSv1";
    if (apiVersion !== "v1" || visit.isEnabled(gate)) return;
    place.at("apiVersion").say(`must be "v2": v1, the default, needs the feature gate ${gate}, which is off`, {
      help: "write `apiVersion: v2`",
    });
  },
);

const name = rule<KMSConfiguration>(
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

const endpointForm = rule<KMSConfiguration>(
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

const timeoutPositive = rule<KMSConfiguration>(
  { id: "encryption/kms-timeout", severity: "error", summary: "the timeout of a KMS provider is above 0s" },
  ({ timeout = "3s" }, place) => {
    const parsed = parseDuration(timeout);
    if (!parsed.ok || parsed.value > 0n) return;
    place.at("timeout").say(`must be above 0s; got ${timeout}`, { value: timeout });
  },
);

const cacheSize = rule<KMSConfiguration>(
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

/** Paths are relative to the provider's block. */
export const kmsConfigurationRules: readonly KmsRule[] = [
  version,
  oldVersion,
  name,
  endpointForm,
  timeoutPositive,
  cacheSize,
];
