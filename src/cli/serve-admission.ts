/**
 * The flag of `clustervet serve` that names the configuration of admission plugins.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { AdmissionConfiguration } from "../api/types/apiserver-v1.ts";
import type { AdmissionConfig as ImagePolicyConfiguration } from "../api/types/imagepolicywebhook-unversioned.ts";
import type { WebhookAdmission } from "../api/types/webhookadmission-v1.ts";
import { settle } from "../engine/options.ts";
import { pluginNamed } from "../kinds/admission/plugins.ts";
import type { ImagePolicySettings } from "../server/admission/image-policy-webhook.ts";
import { servedPlugins } from "../server/admission/plugins.ts";
import { type HookSettings, hookPlugins } from "../server/admission/webhooks/dispatch.ts";
import { loadConfiguration } from "./answer.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { readHookCredentials, readTarget } from "./serve-webhook.ts";
import { given } from "./target-options.ts";

export interface AdmissionFlags {
  readonly admissionControlConfigFile?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/**
 * The configuration of each plugin: the part in the file itself, or the file that it names.
 *
 * @throws {UsageError} for files with which kube-apiserver would not start, whose faults are printed first, and for a plugin that is
 *   on and lacks the configuration that it needs
 */
export function readPluginConfigurations(
  flags: AdmissionFlags,
  isPluginOn: (name: string) => boolean,
): ReadonlyMap<string, unknown> {
  const configurations = configurationsIn(flags);
  const needy = servedPlugins.find(
    (name) => isPluginOn(name) && pluginNamed(name)?.configuration?.isRequired && !configurations.has(name),
  );
  if (needy === undefined) return configurations;
  throw new UsageError(
    `--enable-admission-plugins: ${needy} does not start without a configuration`,
    "write one, and name its file with --admission-control-config-file",
  );
}

function configurationsIn(flags: AdmissionFlags): ReadonlyMap<string, unknown> {
  const { admissionControlConfigFile: path } = flags;
  if (path === undefined) return new Map();
  const settings = settle({
    host: nodeHost(undefined),
    ...given("target", flags.target),
    ...given("groupDomain", flags.groupDomain),
  });
  const load = <T>(file: string, kind: string) =>
    loadConfiguration<T>(file, kind, settings, { format: "text", color: "auto" });
  const { plugins = [] } = load<AdmissionConfiguration>(path, "AdmissionConfiguration").object;
  // The first entry of a plugin counts.
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
  for (const name of Object.values(hookPlugins)) {
    const { kubeConfigFile = "" } = (configurations.get(name) ?? {}) as WebhookAdmission;
    if (kubeConfigFile === "") continue;
    configurations.set(name, { credentialsFor: readHookCredentials(kubeConfigFile, settings) } satisfies HookSettings);
  }
  return configurations;
}
