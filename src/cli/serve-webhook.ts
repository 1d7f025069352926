/**
 * Webhooks that flags and files of `clustervet serve` name by a kubeconfig.
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
import { loadConfiguration } from "./answer.ts";
import { UsageError } from "./exit.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readGiven } from "./serve-files.ts";

/** A client for webhooks of kubeconfigs. */
export const kubeconfigClient = (egress: EgressSelection): WebhookClient =>
  new WebhookClient(() => {
    throw new Error("a kubeconfig names no service");
  }, egress);

/** @throws {UsageError} for a kubeconfig that cannot be used; its faults are printed first */
export function readTarget(file: string, settings: Settings): Target {
  const { object } = loadConfiguration<Config>(file, "Config", settings, { format: "text", color: "auto" });
  return targetOf(object, file);
}

/** The users of a kubeconfig, which needs no context, by the webhooks that they are for. @throws {UsageError} */
export function readHookCredentials(file: string, settings: Settings): CredentialsFor {
  const { object } = loadConfiguration<Config>(file, undefined, settings, { format: "text", color: "auto" });
  return usable(() => hookCredentials(object, file, (path) => readGiven(file, path)));
}

/** The same while the server runs. @throws {UsageError} */
export function readChangedTarget(file: string, settings: Settings): Target {
  const { object, faults } = readConfiguration<Config>(file, readGiven(file, file), { kind: "Config", settings });
  if (!object) throw new UsageError(`${file}: ${faults.join("; ")}`);
  return targetOf(object, file);
}

const targetOf = (config: Config, file: string): Target =>
  usable(() => kubeconfigTarget(config, file, (path) => readGiven(file, path)));

function usable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
}
