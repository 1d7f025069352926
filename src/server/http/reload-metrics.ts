/**
 * Metrics about configuration files that a server reloads when they change, under kube-apiserver's names.
 *
 * @module
 */
import { createHash, randomUUID } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";

export interface ReloadMetrics {
  /** @param text - the configuration with which the server started */
  noteStart(text: string): void;
  /** @param text - the changed configuration; undefined if it is not used */
  noteReload(text: string | undefined): void;
}

const hashOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** @param serverId - differs between servers whose metrics are collected in one place */
export function reloadMetrics(
  register: Registry,
  subject: "authentication" | "authorization" | "encryption",
  serverId: string,
): ReloadMetrics {
  const controller = { name: `${subject}_config_controller`, subject, serverId, labelNames: [] };
  const { noteUsed, noteReload } = countersIn(register, controller)({});
  const hashOfText = (text: string | undefined) => (text === undefined ? undefined : hashOf(text));
  return { noteStart: (text) => noteUsed(hashOf(text)), noteReload: (text) => noteReload(hashOfText(text)) };
}

export interface ManifestMetrics {
  /** @param hash - of the plugin's manifests that are used from now on; undefined if the previous ones remain in use */
  noteLoad(plugin: string, hash: string | undefined): void;
}

const metricsByRegistry = new WeakMap<Registry, ManifestMetrics>();

/**
 * Returns the metrics for the manifests of admission plugins, including those loaded at the start; all plugins share
 * them.
 */
export function manifestMetrics(register: Registry): ManifestMetrics {
  const made = metricsByRegistry.get(register) ?? manifestMetricsIn(register);
  metricsByRegistry.set(register, made);
  return made;
}

function manifestMetricsIn(register: Registry): ManifestMetrics {
  const countersOf = countersIn(register, {
    name: "manifest_admission_config_controller",
    subject: "admission manifest",
    serverId: randomUUID(),
    labelNames: ["plugin"],
  });
  const countersByPlugin = new Map<string, ReturnType<typeof countersOf>>();
  return {
    noteLoad(plugin, hash) {
      const counters = countersByPlugin.get(plugin) ?? countersOf({ plugin });
      countersByPlugin.set(plugin, counters);
      counters.noteReload(hash);
    },
  };
}

interface Controller {
  readonly name: string;
  readonly subject: string;
  readonly serverId: string;
  readonly labelNames: readonly string[];
}

/** @returns a function that makes the counters of one configuration with its labels */
function countersIn(register: Registry, { name, subject, serverId, labelNames: more }: Controller) {
  const registers = [register];
  const prefix = `apiserver_${name}`;
  const id = { apiserver_id_hash: hashOf(serverId) };
  const labelNames = ["status", ...more, "apiserver_id_hash"];
  const reloads = new Counter({
    name: `${prefix}_automatic_reloads_total`,
    help: `Reloads of the ${subject} configuration by status.`,
    labelNames,
    registers,
  });
  const lastReload = new Gauge({
    name: `${prefix}_automatic_reload_last_timestamp_seconds`,
    help: `Time of the last reload of the ${subject} configuration by status.`,
    labelNames,
    registers,
  });
  const info = new Gauge({
    name: `${prefix}_last_config_info`,
    help: `Hash of the ${subject} configuration that is used.`,
    labelNames: [...more, "apiserver_id_hash", "hash"],
    registers,
  });
  return (labels: Readonly<Record<string, string>>) => {
    let usedLabels: Readonly<Record<string, string>> | undefined;
    const noteUsed = (hash: string) => {
      if (usedLabels) info.remove(usedLabels);
      usedLabels = { ...labels, ...id, hash };
      info.set(usedLabels, 1);
    };
    return {
      noteUsed,
      noteReload(hash: string | undefined) {
        const reloadLabels = { ...labels, ...id, status: hash === undefined ? "failure" : "success" };
        reloads.inc(reloadLabels);
        lastReload.set(reloadLabels, Date.now() / 1000);
        if (hash !== undefined) noteUsed(hash);
      },
    };
  };
}
