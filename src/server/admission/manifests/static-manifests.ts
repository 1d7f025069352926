/**
 * The current manifests of a plugin. Their files may change while the server runs.
 *
 * @module
 */
import type { Registry } from "prom-client";
import type { ClusterObject } from "../../../policy/admission-request.ts";
import { type ManifestMetrics, manifestMetrics } from "../../http/reload-metrics.ts";
import type { PluginParts } from "../plugin.ts";
import type { Manifests } from "./load-manifests.ts";

/** The part of a plugin's configuration that holds its manifests. */
export interface ManifestSettings {
  readonly manifests?: StaticManifests;
}

/** Returns the manifests of a plugin, and starts to count their loads in the metrics. */
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

  /** A new array after each change of the files. */
  get objects(): readonly ClusterObject[] {
    return this.current.objects;
  }

  get hash(): string {
    return this.current.hash;
  }

  /** Counts loads in the metrics of the registry from now on. */
  countIn(register: Registry): void {
    this.metrics = manifestMetrics(register);
    this.metrics.noteLoad(this.plugin, this.hash);
  }

  /**
   * Replaces the manifests after a change of the files.
   *
   * @param next - undefined if the changed files are invalid; the current manifests then stay in force
   */
  replace(next: Manifests | undefined): void {
    if (next) this.current = next;
    this.metrics?.noteLoad(this.plugin, next?.hash);
  }
}
