/**
 * Rules of kube-scheduler about its configuration.
 *
 * @module
 */
import type { KubeSchedulerConfiguration } from "../../api/types/kubescheduler-v1.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { configurablePlugins } from "./plugin-args.ts";

type SchedulerRule = Rule<KubeSchedulerConfiguration>;
type Profile = NonNullable<KubeSchedulerConfiguration["profiles"]>[number];

const maxPercentage = 100;

const numbers = rule<KubeSchedulerConfiguration>(
  { id: "scheduler/number-range", severity: "error", summary: "numbers are within the scheduler's bounds" },
  (config, place) => {
    const {
      parallelism = 0,
      podInitialBackoffSeconds: first = 0,
      podMaxBackoffSeconds: longest = 0,
      profiles = [],
    } = config;
    if (parallelism <= 0) place.at("parallelism").say(`must be above 0; got ${parallelism}`);
    if (first <= 0) place.at("podInitialBackoffSeconds").say(`must be above 0; got ${first}`);
    if (longest < first) {
      const message = `must not be below \`podInitialBackoffSeconds\` (${first}); got ${longest}`;
      place.at("podMaxBackoffSeconds").say(message);
    }
    const percentages = [
      { path: ["percentageOfNodesToScore"], value: config.percentageOfNodesToScore },
      ...profiles.map(({ percentageOfNodesToScore: value }, index) => ({
        path: ["profiles", index, "percentageOfNodesToScore"],
        value,
      })),
    ];
    for (const { path, value = 0 } of percentages) {
      if (value < 0 || value > maxPercentage) {
        place.along(path).say(`must be from 0 to ${maxPercentage}; got ${value}`, { value });
      }
    }
  },
);

const names = rule<KubeSchedulerConfiguration>(
  {
    id: "scheduler/profile-names",
    severity: "error",
    cause: "duplicate",
    summary: "each profile has a unique `schedulerName`, which a single profile may omit",
  },
  ({ profiles = [] }, place) => {
    const indexByName = new Map<string, number>();
    for (const [index, { schedulerName = "" }] of profiles.entries()) {
      const at = place.at("profiles", index, "schedulerName");
      const first = indexByName.get(schedulerName);
      if (schedulerName === "") at.required("`schedulerName` must be set");
      if (first !== undefined) {
        const see = { path: ["profiles", first, "schedulerName"], message: "the first of that name" };
        at.say(`must be unique; ${JSON.stringify(schedulerName)} is the name of another profile`, { see });
      }
      indexByName.set(schedulerName, index);
    }
  },
);

/** Plugins that v1 has not supported since release 1.31. */
const retired: readonly string[] = ["AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"];

/** Extension points for which kube-scheduler does not check whether the plugins exist. */
const unchecked: readonly string[] = ["multiPoint", "placementGenerate", "placementScore"];

const retiredPlugins = rule<KubeSchedulerConfiguration>(
  {
    id: "scheduler/retired-plugins",
    severity: "error",
    summary: "since 1.31, profiles use NodeVolumeLimits, not AzureDiskLimits, CinderLimits, EBSLimits or GCEPDLimits",
  },
  ({ profiles = [] }, place, { reaches }) => {
    if (!reaches("1.31")) return;
    for (const [index, profile] of profiles.entries()) {
      for (const { name, path } of pluginsOf(profile, index)) {
        if (!retired.includes(name)) continue;
        place.along(path).say(`must be a plugin of kubescheduler.config.k8s.io/v1; got "${name}"`, {
          help: "write `NodeVolumeLimits`",
          value: name,
        });
      }
    }
  },
);

function* pluginsOf({ plugins = {}, pluginConfig = [] }: Profile, profile: number) {
  for (const [place, set] of Object.entries(plugins)) {
    if (unchecked.includes(place)) continue;
    for (const [index, { name = "" }] of (set?.enabled ?? []).entries()) {
      yield { name, path: ["profiles", profile, "plugins", place, "enabled", index, "name"] };
    }
  }
  for (const [index, { name = "" }] of pluginConfig.entries()) {
    yield { name, path: ["profiles", profile, "pluginConfig", index, "name"] };
  }
}

const configuredOnce = rule<KubeSchedulerConfiguration>(
  {
    id: "scheduler/plugin-config-unique",
    severity: "error",
    cause: "duplicate",
    summary: "a profile configures a plugin once",
  },
  ({ profiles = [] }, place) => {
    for (const [profile, { pluginConfig = [] }] of profiles.entries()) {
      const known = new Set<string>();
      for (const [index, { name = "" }] of pluginConfig.entries()) {
        const at = place.at("profiles", profile, "pluginConfig", index).at("name");
        if (known.has(name)) at.say(`"${name}" is configured twice`, { value: name });
        known.add(name);
      }
    }
  },
);

const queueSort = rule<KubeSchedulerConfiguration>(
  { id: "scheduler/queue-sort", severity: "error", summary: "all profiles use the same single queue sort plugin" },
  ({ profiles = [] }, place) => {
    const [first] = profiles;
    const own = first?.plugins?.queueSort;
    const enabled = own?.enabled?.length ?? 0;
    if (enabled > 1) {
      const at = place.at("profiles", 0, "plugins", "queueSort").at("enabled");
      at.say(`must be at most one plugin; got ${enabled}`);
    }
    for (const [index, { plugins }] of profiles.entries()) {
      if (sortText(plugins?.queueSort) === sortText(own)) continue;
      const at = place.at("profiles", index, "plugins", "queueSort");
      const see = { path: ["profiles", 0, "plugins", "queueSort"], message: "that of the first profile" };
      at.say("must be the same in all profiles: there is one queue", { see });
    }
    const name = own?.enabled?.[0]?.name ?? "";
    const settings = first?.pluginConfig?.findLast((item) => (item.name ?? "") === name && name !== "")?.args;
    for (const [profile, { pluginConfig = [] }] of profiles.slice(1).entries()) {
      for (const [index, item] of pluginConfig.entries()) {
        if ((item.name ?? "") !== name || semanticEqual(item.args, settings)) continue;
        const at = place.at("profiles", profile + 1, "pluginConfig", index).at("args");
        at.say("must be the same in all profiles: they configure the queue sort plugin");
      }
    }
  },
);

/** Formats plugin sets so that absent and empty lists are equal. */
const sortText = (set: { enabled?: unknown[]; disabled?: unknown[] } = {}): string =>
  JSON.stringify([set.enabled ?? [], set.disabled ?? []]);

const extenders = rule<KubeSchedulerConfiguration>(
  {
    id: "scheduler/extenders",
    severity: "error",
    summary: "extenders that prioritize have a positive weight, at most one binds, and no two manage the same resource",
  },
  ({ extenders: found = [] }, place) => {
    const binders = found.filter(({ bindVerb }) => bindVerb).length;
    if (binders > 1)
      place.at("extenders").say(`must have at most one extender that binds; got ${binders}`, { atKey: true });
    const managed = new Set<string>();
    for (const [index, { prioritizeVerb, weight = 0, managedResources = [] }] of found.entries()) {
      if (prioritizeVerb && weight <= 0) {
        place
          .at("extenders", index, "weight")
          .say(`must be above 0 for an extender that prioritizes nodes; got ${weight}`);
      }
      for (const [at, { name = "" }] of managedResources.entries()) {
        const spot = place.at("extenders", index, "managedResources", at).at("name");
        reportResource(name, spot);
        if (managed.has(name)) spot.say(`"${name}" is managed by another extender already`, { value: name });
        managed.add(name);
      }
    }
  },
);

/** The only kind of settings that kube-scheduler's validation rejects as a plugin name; it ignores the others. */
const rejectedPluginName = "NodeResourcesFitArgs";

const pluginConfigName = rule<KubeSchedulerConfiguration>(
  {
    id: "scheduler/plugin-config-name",
    severity: "error",
    summary: "settings are under the name of their plugin, not of their kind",
  },
  ({ profiles = [] }, place) => {
    for (const [profile, { pluginConfig = [] }] of profiles.entries()) {
      for (const [index, { name = "" }] of pluginConfig.entries()) {
        const plugin = name.endsWith("Args") ? name.slice(0, -"Args".length) : "";
        if (!Object.hasOwn(configurablePlugins, plugin)) continue;
        const more = { help: `write ${plugin}`, fix: { set: plugin }, value: name };
        const at = place.at("profiles", profile, "pluginConfig", index).at("name");
        const what = `must be the name of the plugin; ${name} is the kind of its settings`;
        if (name === rejectedPluginName) at.say(what, more);
        else at.say(`${what}, which are ignored`, { ...more, severity: "warning" });
      }
    }
  },
);

/** Requires an extended resource: a name with a domain that is not one of Kubernetes. */
function reportResource(name: string, place: Place<string>): void {
  const faults = validateQualifiedName(name);
  const isOwn = !name.includes("/") || name.includes("kubernetes.io/") || name.startsWith("requests.");
  if (faults.length > 0) place.invalid("must be a resource such as example.com/device", name);
  else if (isOwn || validateQualifiedName(`requests.${name}`).length > 0) {
    place.invalid("must be an extended resource such as example.com/device", name);
  }
}

export const schedulerRules: readonly SchedulerRule[] = [
  numbers,
  names,
  retiredPlugins,
  configuredOnce,
  queueSort,
  extenders,
  pluginConfigName,
];
