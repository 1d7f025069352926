/**
 * Reads `--runtime-config`: the API versions and resources that a server enables.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { reaches } from "../release/release.ts";
import { parseGoBoolean } from "../text/go-boolean.ts";
import { readFlagValue } from "./flag-value.ts";
import { registeredVersions } from "./registered-versions.ts";

/** A resource in the notation of the flag. */
export interface VersionedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
}

/** Whether the server enables a resource. */
export type IsEnabled = (resource: VersionedResource) => boolean;

export interface RuntimeConfigFault {
  /** The message without the name of the flag. */
  readonly message: string;
  readonly help?: string;
}

export interface RuntimeConfig {
  readonly isEnabled: IsEnabled;
  readonly faults: readonly RuntimeConfigFault[];
}

/** The API server that reads the flag. */
export interface ApiServerRelease {
  readonly target: string;
  /** The domain of its API groups; absent: any. */
  readonly groupDomain?: string;
}

const isStable = (version: string): boolean => /^v\d+$/.test(version);

/**
 * The group whose beta version is enabled by default, since it is older than the rule that beta versions are not.
 * Source: `legacyBetaEnabledByDefaultResources` of kube-apiserver.
 */
const legacyBeta = { group: "flowcontrol.apiserver", version: "v1beta3", until: "1.32" };

/** Sets of versions by key, in ascending precedence. */
const matcherByKey: Readonly<Record<string, (version: string) => boolean>> = {
  "api/all": () => true,
  "api/ga": isStable,
  "api/beta": (version) => /^v\d+beta\d+$/.test(version),
  "api/alpha": (version) => /^v\d+alpha\d+$/.test(version),
};

/** A setting for one version, or for one resource of a version. */
interface Preference {
  readonly key: string;
  readonly value: string;
  readonly group: string;
  readonly version: string;
  readonly resource?: string;
}

/** A key without a value means true. */
const readSwitch = (value: string): boolean | undefined => (value === "" ? true : parseGoBoolean(value));

/** @param given - values by key; empty for a key without a value */
export function readRuntimeConfig(given: Readonly<Record<string, string>>, release: ApiServerRelease): RuntimeConfig {
  const settings = withCoreGroup(given);
  if (Object.keys(settings).length === 1 && settings["api/all"] === "false") {
    const message = "`api/all=false` alone turns the whole API off";
    return { isEnabled: () => false, faults: [{ message, help: "turn some versions on, such as `v1=true`" }] };
  }
  const faults: RuntimeConfigFault[] = [];
  const preferences: Preference[] = [];
  for (const [key, value] of Object.entries(settings)) {
    const isSet = Object.hasOwn(matcherByKey, key);
    const preference = isSet ? undefined : readPreference(key, value);
    const ownFault = preference ? preferenceFault(preference, release) : malformedKeyFault(key);
    const fault = isSet ? versionSetFault(key, value) : ownFault;
    if (fault) faults.push(fault);
    else if (preference) preferences.push(preference);
  }
  return { isEnabled: (resource) => isEnabled(resource, settings, preferences, release), faults };
}

/** Matches the keys of the core group. They apply to the whole group, even with a resource after the version. */
const coreKey = /^(?:api\/)?v1(?:\/|$)/;

/** Renames the key of the core group to `/v1`, and drops the obsolete `api/legacy`. */
function withCoreGroup(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(given).filter(([key]) => key !== "api/legacy");
  const core = named.findLast(([key]) => coreKey.test(key));
  const others = named.filter(([key]) => !coreKey.test(key));
  return { ...Object.fromEntries(others), ...(core ? { "/v1": core[1] } : {}) };
}

/** Parses the value of the flag: `api/beta=true,apps/v1/daemonsets=false`. */
export function parseRuntimeConfig(text: string): Readonly<Record<string, string>> {
  const read = readFlagValue("configuration", text, undefined);
  return read.ok ? (read.value as Record<string, string>) : {};
}

function versionSetFault(key: string, value: string): RuntimeConfigFault | undefined {
  if (value === "true" || value === "false") return undefined;
  return { message: `\`${key}\` must be true or false; got ${JSON.stringify(value)}` };
}

const malformedKeyFault = (key: string): RuntimeConfigFault => ({
  message: `must name a group and version such as \`apps/v1\`; got ${JSON.stringify(key)}`,
});

function readPreference(key: string, value: string): Preference | undefined {
  const [group = "", version, resource, ...more] = key.split("/");
  if (version === undefined || more.length > 0) return undefined;
  return { key, value, group, version, ...(resource === undefined ? {} : { resource }) };
}

function preferenceFault(
  { key, value, group, version, resource }: Preference,
  { target, groupDomain }: ApiServerRelease,
): RuntimeConfigFault | undefined {
  const versions = registeredVersions(group, target, groupDomain);
  if (!versions) {
    return {
      message: `kube-apiserver ${target} has no API group ${JSON.stringify(group)}; got ${JSON.stringify(key)}`,
    };
  }
  if (!versions.includes(version)) {
    const message = `kube-apiserver ${target} has no version ${JSON.stringify(version)} of ${JSON.stringify(group)}`;
    return { message, help: `it has ${versions.join(", ")}` };
  }
  if (resource !== undefined && resource !== resource.toLowerCase()) {
    const help = `write \`${group}/${version}/${resource.toLowerCase()}\``;
    return { message: `the resource of \`${key}\` must be in lower case`, help };
  }
  if (readSwitch(value) !== undefined) return undefined;
  return { message: `\`${key}\` must be true or false; got ${JSON.stringify(value)}` };
}

/**
 * A setting for a resource has precedence over one for its version, and that over sets of versions. By default, only
 * stable versions and `legacyBeta` are enabled.
 */
function isEnabled(
  { group, version, resource }: VersionedResource,
  settings: Readonly<Record<string, string>>,
  preferences: readonly Preference[],
  { target }: ApiServerRelease,
): boolean {
  const own = preferences.filter((item) => item.group === group && item.version === version);
  const matchingPreference =
    own.find((item) => item.resource === resource) ?? own.find((item) => item.resource === undefined);
  if (matchingPreference) return readSwitch(matchingPreference.value) === true;
  const sets = Object.entries(matcherByKey).filter(
    ([key, matches]) => Object.hasOwn(settings, key) && matches(version),
  );
  const [key] = sets.at(-1) ?? [];
  if (key === undefined) return isStable(version) || isLegacyBeta(group, version, target);
  return memberOf(settings, key) === "true";
}

function isLegacyBeta(group: string, version: string, target: string): boolean {
  const isGroup = group.startsWith(`${legacyBeta.group}.`);
  return isGroup && version === legacyBeta.version && !reaches(target, legacyBeta.until);
}
