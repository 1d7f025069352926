/**
 * CredentialProviderConfig of the kubelet: which programs provide the registry credentials for which images.
 *
 * @module
 */
import type { CredentialProvider, CredentialProviderConfig } from "../../api/types/kubelet-v1.ts";
import { groupIn } from "../../kind/kind.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type ProjectDocument, rule, ruleAcross } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { parseDuration } from "../../text/duration.ts";
import { parseUrl } from "../../text/go-url.ts";
import { kind } from "../kind.ts";
import { tokenAttributeRules } from "./token-attributes.ts";

/** Versions of the exchange with a provider, in the order of the kubelet's error. */
const exchangeVersions = ["v1", "v1alpha1", "v1beta1"] as const;

const providersRequired = rule<CredentialProviderConfig>(
  {
    id: "credential-provider/providers-required",
    severity: "error",
    cause: "required",
    summary: "at least one provider is configured",
  },
  ({ providers = [] }, place) => {
    if (providers.length === 0) place.at("providers").say("at least one provider must be listed");
  },
);

const nameUnique = rule<CredentialProviderConfig>(
  {
    id: "credential-provider/name-unique",
    severity: "error",
    cause: "duplicate",
    summary: "provider names are unique",
  },
  ({ providers = [] }, place) => {
    for (const { index, first, text: name } of findRepeats(providers.map(({ name = "" }) => name))) {
      place.at("providers", index, "name").say(`must be unique; provider ${first} is named "${name}" too`, {
        see: place.at("providers", first, "name").note("first named here"),
        value: name,
      });
    }
  },
);

const nameForm = rule<CredentialProvider>(
  {
    id: "credential-provider/name",
    severity: "error",
    summary: "a provider's name is the file name of its executable",
  },
  ({ name = "" }, place) => {
    const at = place.at("name");
    const message = (fault: string) => `must be the name of a program in the provider directory: ${fault}`;
    if (name.includes("/")) at.say(message("no `/`"), { value: name });
    if (name.includes(" ")) at.say(message("no blank"), { value: name });
    if (name === "." || name === "..") at.say(message(`not "${name}"`), { value: name });
    if (name === "") {
      at.say(message("it is empty, so the kubelet cannot run it"), { severity: "warning", value: name });
    }
  },
);

const exchangeVersion = rule<CredentialProvider>(
  {
    id: "credential-provider/api-version",
    severity: "error",
    summary: "the kubelet supports the `apiVersion` of a provider",
  },
  ({ apiVersion = "", tokenAttributes: attributes }, place, visit) => {
    const group = groupIn(visit.groupDomain, "credentialprovider.kubelet.<domain>");
    const known = exchangeVersions.map((version) => `${group}/${version}`);
    const at = place.at("apiVersion");
    const help = `write \`apiVersion: ${known[0]}\``;
    if (apiVersion === "") at.required("`apiVersion` must be set", { help });
    else if (!known.includes(apiVersion)) {
      const message = `must be ${group}/ and one of ${exchangeVersions.join(", ")}; got "${apiVersion}"`;
      at.say(message, { cause: "unsupported", help, value: apiVersion });
    }
    if (attributes === undefined || apiVersion === known[0]) return;
    const message = `may only be set for a provider of version ${known[0]}`;
    place.at("tokenAttributes").say(message, { atKey: true, cause: "forbidden" });
  },
);

const matchImages = rule<CredentialProvider>(
  {
    id: "credential-provider/match-images",
    severity: "error",
    summary: "a provider has `matchImages`, each a host with optional port and path",
  },
  ({ matchImages: images = [] }, place) => {
    if (images.length === 0) {
      place.at("matchImages").required("at least one image must be listed");
    }
    for (const [index, image] of images.entries()) {
      const at = place.at("matchImages", index);
      const parsed = parseUrl(`https://${image}`);
      if (!parsed.ok) at.say(`must be a host with port and path: ${parsed.reason}`, { value: image });
      else if (/^\w+:\/\//.test(image)) {
        const message = "matches no image: image names have no scheme";
        at.say(message, { severity: "warning", help: `write "${image.replace(/^\w+:\/\//, "")}"`, value: image });
      }
    }
  },
);

const cacheDuration = rule<CredentialProvider>(
  {
    id: "credential-provider/cache-duration",
    severity: "error",
    summary: "the default cache duration is set and not negative",
  },
  ({ defaultCacheDuration: value }, place) => {
    const at = place.at("defaultCacheDuration");
    if (value === undefined) {
      const help = "write `defaultCacheDuration: 0s` to cache nothing";
      at.required("`defaultCacheDuration` must be set", { help });
      return;
    }
    const parsed = parseDuration(value);
    if (parsed.ok && parsed.value < 0n) at.say(`must not be negative; got "${value}"`, { value });
  },
);

const tokenGate = rule<CredentialProvider>(
  {
    id: "credential-provider/token-attributes-gate",
    severity: "error",
    cause: "forbidden",
    summary: "token attributes need the feature gate KubeletServiceAccountTokenForCredentialProviders",
  },
  ({ tokenAttributes: attributes }, place, visit) => {
    if (attributes === undefined || visit.isEnabled("KubeletServiceAccountTokenForCredentialProviders")) return;
    const message = "needs the feature gate KubeletServiceAccountTokenForCredentialProviders, which is off";
    place.at("tokenAttributes").say(message, { atKey: true });
  },
);

/**
 * Only a warning: the kubelet merges all files of a configuration directory, but clustervet cannot know whether it uses
 * this directory.
 */
const uniqueInDirectory = ruleAcross(
  {
    id: "credential-provider/directory-unique",
    severity: "warning",
    cause: "duplicate",
    summary: "no two files of a configuration directory configure the same provider",
    kinds: ["CredentialProviderConfig"],
  },
  (documents, placeIn, context) => {
    if (!context.reaches("1.34")) return;
    const ownerByName = new Map<string, ProjectDocument>();
    for (const document of [...documents].sort((a, b) => (a.file < b.file ? -1 : 1))) {
      const { providers = [] } = document.object as CredentialProviderConfig;
      for (const [index, { name = "" }] of providers.entries()) {
        const key = `${directoryOf(document.file)}\n${name}`;
        const owner = ownerByName.get(key);
        if (!owner) ownerByName.set(key, document);
        else if (owner.file !== document.file) {
          const message = `must be unique in the directory; ${owner.file} configures "${name}" too`;
          const extra = { help: "the kubelet refuses the directory as a whole", value: name };
          placeIn<CredentialProviderConfig>(document).at("providers", index, "name").say(message, extra);
        }
      }
    }
  },
);

const directoryOf = (file: string): string => file.slice(0, file.lastIndexOf("/") + 1);

export const credentialProviderConfig = kind("kubelet/v1.CredentialProviderConfig", {
  rules: [
    providersRequired,
    nameUnique,
    ...within<CredentialProviderConfig, CredentialProvider>(
      [nameForm, exchangeVersion, matchImages, cacheDuration, tokenGate],
      ({ providers }, place, visit) => visit.each(providers, place.at("providers")),
    ),
    ...within(tokenAttributeRules, ({ providers = [] }: CredentialProviderConfig, place, visit) =>
      providers.flatMap(({ tokenAttributes }, index) =>
        visit.maybe(tokenAttributes, place.at("providers", index, "tokenAttributes")),
      ),
    ),
  ],
  projectRules: [uniqueInDirectory],
  loader: {
    flag: "--image-credential-provider-config",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.32",
    mayOmit: "nothing",
  },
});
