/**
 * Reads the manifest directories of admission plugins of `clustervet serve` at its start, and again when files change.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import type { Settings } from "../engine/options.ts";
import { loadManifests } from "../server/admission/manifests/load-manifests.ts";
import { hashOfFiles, type ManifestFile } from "../server/admission/manifests/manifest-files.ts";
import { StaticManifests } from "../server/admission/manifests/static-manifests.ts";
import type { Log } from "../server/http/log.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { readInput } from "./discover.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";

/** The manifests of a plugin, and the directory and settings with which they are read. */
export interface ServedManifests {
  readonly plugin: string;
  readonly directory: string;
  readonly settings: Settings;
  readonly manifests: StaticManifests;
}

/** @throws {UsageError} if kube-apiserver would not start with the files, with its reason */
export function readManifests(plugin: string, directory: string, settings: Settings): ServedManifests {
  try {
    const manifests = new StaticManifests(plugin, loadManifests(plugin, manifestFiles(directory), settings));
    return { plugin, directory, settings, manifests };
  } catch (error) {
    const sort = plugin.endsWith("Webhook") ? "webhook" : "policy";
    throw new UsageError(`failed to load static ${sort} manifests from "${directory}": ${textOf(error)}`);
  }
}

/** Loads changed files, or logs why they can't be used. @returns a function that stops watching */
export function followManifests(all: readonly ServedManifests[], log: Log): () => void {
  const followed = all.map((served) => {
    const use = async () => {
      reload(served, log);
      return "done" as const;
    };
    return new FollowedFile(served.directory, use, contentOf);
  });
  return () => {
    for (const each of followed) each.stop();
  };
}

function reload({ plugin, directory, settings, manifests }: ServedManifests, log: Log): void {
  try {
    const next = loadManifests(plugin, manifestFiles(directory), settings);
    if (next.hash === manifests.hash) return;
    manifests.replace(next);
    log.info({ plugin, directory, count: next.objects.length }, "the changed manifests are used");
  } catch (error) {
    manifests.replace(undefined);
    log.error({ plugin, directory, error: textOf(error) }, "the changed manifests are not used");
  }
}

/** Returns a text that changes with the content of the directory, or with the reason why it can't be read. */
function contentOf(directory: string): string {
  try {
    return hashOfFiles(manifestFiles(directory));
  } catch (error) {
    return textOf(error);
  }
}

const extensions: ReadonlySet<string> = new Set([".yaml", ".yml", ".json"]);

/** Reads the manifest files, sorted by path. @throws {Error} if the directory or a file can't be read */
function manifestFiles(directory: string): readonly ManifestFile[] {
  return entriesOf(directory)
    .filter((entry) => !entry.isDirectory() && extensions.has(extname(entry.name).toLowerCase()))
    .map(({ name }) => join(directory, name))
    .sort(compareUtf8)
    .map((path) => {
      const bytes = readInput(path);
      if (typeof bytes === "string") throw new Error(`failed to read file "${path}": ${bytes}`);
      return { path, bytes };
    });
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    throw new Error(`failed to read manifest directory "${directory}": ${reasonOf(error)}`);
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
