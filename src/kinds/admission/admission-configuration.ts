/**
 * AdmissionConfiguration of apiserver.config: the configurations of admission plugins, in place or by file.
 *
 * @module
 */
import type { AdmissionConfiguration, AdmissionPluginConfiguration } from "../../api/types/apiserver-v1.ts";
import type { EmbeddedDocument, FileReference } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { kind } from "../kind.ts";
import { pluginFile } from "./plugin-file.ts";
import { pluginNamed, pluginNames } from "./plugins.ts";

const nameKnown = rule<AdmissionConfiguration>(
  {
    id: "admission/plugin-name",
    severity: "warning",
    cause: "not-found",
    summary: "each configured plugin is an admission plugin of kube-apiserver",
  },
  ({ plugins = [] }, place) => {
    for (const [index, { name = "" }] of plugins.entries()) {
      if (pluginNamed(name)) continue;
      const meant = closest(name, pluginNames);
      place
        .at("plugins", index, "name")
        .say(`has no effect: ${name === "" ? "it names no plugin" : `kube-apiserver has no plugin "${name}"`}`, {
          ...(meant ? { help: `did you mean "${meant}"?` } : {}),
          value: name,
        });
    }
  },
);

const nameUnique = rule<AdmissionConfiguration>(
  {
    id: "admission/plugin-unique",
    severity: "warning",
    summary: "a plugin is configured once: kube-apiserver uses the first entry",
  },
  ({ plugins = [] }, place) => {
    for (const { index, first, text: name } of findRepeats(plugins.map((plugin) => plugin.name || undefined))) {
      place.at("plugins", index, "name").say(`has no effect: entry ${first} configures "${name}"`, {
        see: place.at("plugins", first, "name").note("the entry that is used"),
        value: name,
      });
    }
  },
);

const source = rule<AdmissionConfiguration>(
  { id: "admission/plugin-source", severity: "warning", summary: "a plugin has either `configuration` or `path`" },
  ({ plugins = [] }, place) => {
    for (const [index, { path = "", configuration }] of plugins.entries()) {
      if (path === "" || !isPresent(configuration)) continue;
      place
        .at("plugins", index, "path")
        .say("is ignored: `configuration` is set too", { help: "keep one of them", value: path });
    }
  },
);

const configurable = rule<AdmissionConfiguration>(
  {
    id: "admission/not-configurable",
    severity: "warning",
    summary: "only plugins that read a configuration have one",
  },
  ({ plugins = [] }, place) => {
    for (const [index, entry] of plugins.entries()) {
      const plugin = pluginNamed(entry.name ?? "");
      if (!plugin || plugin.configuration || (!entry.path && !isPresent(entry.configuration))) continue;
      place
        .at("plugins", index, isPresent(entry.configuration) ? "configuration" : "path")
        .say(`has no effect: the plugin ${plugin.name} takes no configuration`, { atKey: true, help: "remove it" });
    }
  },
);

const configurationRequired = rule<AdmissionConfiguration>(
  {
    id: "admission/configuration-required",
    severity: "error",
    cause: "required",
    summary: "EventRateLimit and ImagePolicyWebhook have a configuration: kube-apiserver does not start without it",
  },
  ({ plugins = [] }, place, visit) => {
    for (const { entry, index } of firstEntries(plugins)) {
      const plugin = pluginNamed(entry.name ?? "");
      if (!plugin?.configuration?.isRequired || entry.path || isPresent(entry.configuration)) continue;
      // A user who lists a plugin here probably enables it, but only the command line of kube-apiserver shows whether
      // it is enabled.
      const isEnabled = visit.enabledAdmissionPlugins?.includes(plugin.name) === true;
      place
        .at("plugins", index, "configuration")
        .say(`\`configuration\` or \`path\` must be set: ${plugin.name} does not start without it`, {
          ...(isEnabled ? {} : { severity: "warning" as const }),
        });
    }
  },
);

const enabled = rule<AdmissionConfiguration>(
  { id: "admission/not-enabled", severity: "warning", summary: "a configured plugin is enabled" },
  ({ plugins = [] }, place, visit) => {
    for (const { entry, index } of firstEntries(plugins)) {
      const name = entry.name ?? "";
      if (!pluginNamed(name) || mayRun(name, visit)) continue;
      place.at("plugins", index, "name").say(`has no effect: ${name} is off by default and not enabled`, {
        help: `add it to --enable-admission-plugins`,
        value: name,
      });
    }
  },
);

export const admissionConfiguration = kind("apiserver/v1.AdmissionConfiguration", {
  loader: {
    flag: "--admission-control-config-file",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.32",
    mayOmit: "nothing",
    unversioned: {
      imagePolicy: "ImagePolicyWebhookConfiguration",
      podNodeSelectorPluginConfig: "PodNodeSelectorConfiguration",
    },
  },
  rules: [nameKnown, nameUnique, source, configurable, configurationRequired, enabled],
  projectRules: [pluginFile],
  embedded: ({ plugins = [] }, context) =>
    configurationEntries(plugins, context).flatMap(({ entry, index, kind, severity }): EmbeddedDocument[] =>
      isPresent(entry.configuration) ? [{ path: ["plugins", index, "configuration"], kind, ...severity }] : [],
    ),
  references: ({ plugins = [] }, context) =>
    configurationEntries(plugins, context).flatMap(({ entry, index, kind, severity }): FileReference[] =>
      entry.path && !isPresent(entry.configuration)
        ? [{ path: ["plugins", index, "path"], file: entry.path, kind, ...severity }]
        : [],
    ),
});

/** Returns the entries that kube-apiserver uses: the first of each plugin name. */
function firstEntries(plugins: readonly AdmissionPluginConfiguration[]) {
  const entries = plugins.map((entry, index) => ({ entry, index }));
  return entries.filter(({ entry, index }) => plugins.findIndex(({ name }) => name === entry.name) === index);
}

/**
 * Returns the entries that configure a plugin, each with the kind of configuration that its plugin expects. Faults are
 * only warnings if the plugin is disabled or tolerates them.
 */
function configurationEntries(plugins: readonly AdmissionPluginConfiguration[], context: RuleContext) {
  return firstEntries(plugins).flatMap(({ entry, index }) => {
    const plugin = pluginNamed(entry.name ?? "");
    if (!plugin?.configuration) return [];
    const { kind, isTolerant } = plugin.configuration;
    const isHarmless = isTolerant === true || !mayRun(plugin.name, context);
    return [{ entry, index, kind, severity: isHarmless ? ({ severity: "warning" } as const) : {} }];
  });
}

function mayRun(plugin: string, { enabledAdmissionPlugins: names }: RuleContext): boolean {
  return names === undefined || names.includes(plugin) || pluginNamed(plugin)?.isOnByDefault === true;
}

function isPresent(configuration: unknown): boolean {
  return configuration !== undefined && configuration !== null;
}
