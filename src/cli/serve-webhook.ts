/**
 * Reads the kubeconfigs with which flags and files of `clustervet serve` configure webhooks.
 *
 * @module
 */
import type { Config } from "../api/types/clientcmd-v1.ts";
import type { Settings } from "../engine/options.ts";
import type { EgressSelection } from "../server/outgoing/egress.ts";
import { hookCredentials } from "../server/webhook/hook-credentials.ts";
import { kubeconfigTarget } from "../server/webhook/kubeconfig-target.ts";
import type { CredentialsFor, Target } from "../server/webhook/target.ts";
import { WebhookClient } from "../server/webhook/webhook-client.ts";
import { UsageError } from "./exit.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readFlagFile } from "./serve-files.ts";
import { loadConfiguration } from "./single-result.ts";

/** Returns a client for webhooks that a kubeconfig configures. */
export const kubeconfigClient = (egress: EgressSelection): WebhookClient =>
  new WebhookClient(() => {
    throw new Error("a kubeconfig names no service");
  }, egress);

/** @throws {UsageError} if the kubeconfig can't be used; its faults are printed first */
export function readTarget(file: string, settings: Settings): Target {
  const { object } = loadConfiguration<Config>(file, "Config", settings);
  return targetOf(object, file);
}

/**
 * Reads the users of a kubeconfig, each of which is for certain webhooks. The kubeconfig needs no context. @throws
 * {UsageError}
 */
export function readHookCredentials(file: string, settings: Settings): CredentialsFor {
  const { object } = loadConfiguration<Config>(file, undefined, settings);
  return convertToUsageError(() => hookCredentials(object, file, (path) => readFlagFile(file, path)));
}

/** Like `readTarget`, but does not print faults; for use while the server runs. @throws {UsageError} */
export function readChangedTarget(file: string, settings: Settings): Target {
  const { object, faults } = readConfiguration<Config>(file, readFlagFile(file, file), { kind: "Config", settings });
  if (!object) throw new UsageError(`${file}: ${faults.join("; ")}`);
  return targetOf(object, file);
}

const targetOf = (config: Config, file: string): Target =>
  convertToUsageError(() => kubeconfigTarget(config, file, (path) => readFlagFile(file, path)));

function convertToUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
}
