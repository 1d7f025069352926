/**
 * Which configuration a server uses that reads it again when its file changes, under the names that the API server has for it.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";

export interface ReloadMetrics {
  /** @param text - of the configuration with which the server started */
  noteStart(text: string): void;
  /** @param text - of the changed configuration; undefined for one that is not used */
  noteReload(text: string | undefined): void;
}

const hashOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** @param serverId - differs between servers whose metrics are gathered in one place */
export function reloadMetrics(
  register: Registry,
  subject: "authentication" | "authorization" | "encryption",
  serverId: string,
): ReloadMetrics {
  const registers = [register];
  const prefix = `apiserver_${subject}_config_controller`;
  const id = { apiserver_id_hash: hashOf(serverId) };
  const labelNames = ["status", "apiserver_id_hash"];
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
    labelNames: ["apiserver_id_hash", "hash"],
    registers,
  });
  const noteStart = (text: string) => {
    info.reset();
    info.set({ ...id, hash: hashOf(text) }, 1);
  };
  return {
    noteStart,
    noteReload(text) {
      const status = text === undefined ? "failure" : "success";
      reloads.inc({ ...id, status });
      lastReload.set({ ...id, status }, Date.now() / 1000);
      if (text !== undefined) noteStart(text);
    },
  };
}
