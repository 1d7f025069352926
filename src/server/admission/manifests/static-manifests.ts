/**
 * The manifests of a plugin as they are now: files may change while the server runs.
 *
 * @module
 */
import type { Registry } from "prom-client";
import type { ClusterObject } from "../../../policy/admission-request.ts";
import { type ManifestMetrics, manifestMetrics } from "../../http/reload-metrics.ts";
import type { PluginParts } from "../plugin.ts";
import type { Manifests } from "./load-manifests.ts";

/** Part of the configuration of a plugin that has manifests. */
export interface ManifestSettings {
  readonly manifests?: StaticManifests;
}

/** Those of a plugin, which are counted from now on. */
export function manifestsOf(plugin: string, { configurationOf, register }: PluginParts): StaticManifests | undefined {
  const { manifests } = configurationOf<ManifestSettings>(plugin) ?? {};
  manifests?.countIn(register);
  return manifests;
}

export class StaticManifests {
  private readonly plugin: string;
  private current: Manifests;
  private metrics: ManifestMetrics | undefined;

  constructor(plugin: string, current: Manifests) {
    this.plugin = plugin;
    this.current = current;
  }

  /** Another list after each change. */
  get objects(): readonly ClusterObject[] {
    return this.current.objects;
  }

  get hash(): string {
    return this.current.hash;
  }

  /** Counts from now on. */
  countIn(register: Registry): void {
    this.metrics = manifestMetrics(register);
    this.metrics.noteLoad(this.plugin, this.hash);
  }

  /** @param next - undefined for changed files that are not used */
  replace(next: Manifests | undefined): void {
    if (next) this.current = next;
    this.metrics?.noteLoad(this.plugin, next?.hash);
  }
}
