/**
 * The flag of `clustervet serve` that names the file with the configuration of admission plugins.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { AdmissionConfiguration } from "../api/types/apiserver-v1.ts";
import type { AdmissionConfig as ImagePolicyConfiguration } from "../api/types/imagepolicywebhook-unversioned.ts";
import type { WebhookAdmission } from "../api/types/webhookadmission-v1.ts";
import type { VetOptions } from "../engine/vet-options.ts";
import { pluginNamed } from "../kinds/admission/plugins.ts";
import type { ImagePolicySettings } from "../server/admission/image-policy-webhook.ts";
import { manifestPlugins } from "../server/admission/manifests/load-manifests.ts";
import { servedPlugins } from "../server/admission/plugins.ts";
import { type HookSettings, hookPlugins } from "../server/admission/webhooks/dispatch.ts";
import { UsageError } from "./exit.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import { nodeHost } from "./node-host.ts";
import { readManifests, type ServedManifests } from "./serve-manifests.ts";
import { readHookCredentials, readTarget } from "./serve-webhook.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

export interface AdmissionFlags {
  readonly admissionControlConfigFile?: string;
  readonly featureGates?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/** The configurations of plugins, and the manifests that they name. */
export interface PluginConfigurations {
  /** The configurations by plugin name. */
  readonly byPlugin: ReadonlyMap<string, unknown>;
  /** The manifests of plugins that are on. */
  readonly manifests: readonly ServedManifests[];
}

/**
 * Reads the configuration of each plugin: inline in the file, or in another file that it names.
 *
 * @throws {UsageError} if kube-apiserver would not start with the files, whose faults are printed first, or if a plugin
 *   that is on lacks a required configuration
 */
export function readPluginConfigurations(
  flags: AdmissionFlags,
  isPluginOn: (name: string) => boolean,
): PluginConfigurations {
  const { admissionControlConfigFile: path } = flags;
  const byPlugin = path === undefined ? new Map<string, unknown>() : configurationsIn(path, flags);
  const unconfiguredPlugin = servedPlugins.find(
    (name) => isPluginOn(name) && pluginNamed(name)?.configuration?.isRequired && !byPlugin.has(name),
  );
  if (unconfiguredPlugin !== undefined) {
    throw new UsageError(
      `--enable-admission-plugins: ${unconfiguredPlugin} does not start without a configuration`,
      "write one, and name its file with --admission-control-config-file",
    );
  }
  const manifests = manifestPlugins.filter(isPluginOn).flatMap((plugin) => {
    const { staticManifestsDir: directory = "" } = (byPlugin.get(plugin) ?? {}) as WebhookAdmission;
    return directory === "" ? [] : [readManifests(plugin, directory, manifestSettings(flags))];
  });
  for (const { kubeConfigFile = "", plugin } of hookConfigurations(byPlugin)) {
    if (kubeConfigFile === "") continue;
    byPlugin.set(plugin, {
      credentialsFor: readHookCredentials(kubeConfigFile, settingsOf(flags)),
    } satisfies HookSettings);
  }
  for (const { plugin, manifests: own } of manifests) {
    byPlugin.set(plugin, { ...(byPlugin.get(plugin) as object), manifests: own });
  }
  return { byPlugin, manifests };
}

const hookConfigurations = (byPlugin: ReadonlyMap<string, unknown>) =>
  Object.values(hookPlugins).map((plugin) => ({ ...((byPlugin.get(plugin) ?? {}) as WebhookAdmission), plugin }));

function settingsOf(flags: AdmissionFlags, more: VetOptions = {}) {
  const featureGates = { ...parseFeatureGates(flags.featureGates ?? ""), ...more.featureGates };
  return settleServer(flags, { host: nodeHost(undefined), ...more, featureGates });
}

/**
 * Settings for manifest files. With this gate off, the names that only manifest-based objects may have are not errors.
 */
const manifestSettings = (flags: AdmissionFlags) =>
  settingsOf(flags, { asSent: true, featureGates: { ManifestBasedAdmissionControlConfig: false } });

function configurationsIn(path: string, flags: AdmissionFlags): Map<string, unknown> {
  const settings = settingsOf(flags);
  const load = <T>(file: string, kind: string) => loadConfiguration<T>(file, kind, settings);
  const { plugins = [] } = load<AdmissionConfiguration>(path, "AdmissionConfiguration").object;
  // If a plugin has several entries, the first one applies.
  const entries = plugins.toReversed().flatMap(({ name = "", path: file = "", configuration }): [string, unknown][] => {
    const { kind } = pluginNamed(name)?.configuration ?? {};
    if (kind === undefined) return [];
    if (configuration !== undefined && configuration !== null) return [[name, configuration]];
    if (file === "") return [];
    return [[name, load(resolve(dirname(path), file), kind).object]];
  });
  const configurations = new Map(entries);
  const { imagePolicy } = (configurations.get("ImagePolicyWebhook") ?? {}) as ImagePolicyConfiguration;
  if (imagePolicy) {
    const target = readTarget(imagePolicy.kubeConfigFile ?? "", settings);
    configurations.set("ImagePolicyWebhook", { target, imagePolicy } satisfies ImagePolicySettings);
  }
  return configurations;
}
