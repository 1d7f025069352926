/**
 * `--schema-location`: separates locations with CustomResourceDefinitions from locations with JSON Schemas, and reads
 * the definitions.
 *
 * @module
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { definedKind } from "../engine/definitions.ts";
import type { Settings } from "../engine/options.ts";
import { UsageError } from "./exit.ts";
import { type ObjectSource, readObjects } from "./read-objects.ts";
import { printError } from "./terminal.ts";

/**
 * Reads the CustomResourceDefinitions in files, directories and patterns. Skips invalid definitions, with a message on
 * standard error.
 *
 * @throws {UsageError} if a path matches nothing, can't be read or contains no definition
 */
export function readDefinitions(
  paths: readonly string[],
  settings: Settings,
  source: ObjectSource,
): readonly unknown[] {
  return paths.flatMap((path) => {
    const definitions = readObjects([path], source).filter(
      ({ object }) => object["kind"] === "CustomResourceDefinition",
    );
    if (definitions.length === 0) throw new UsageError(`${source.flag} ${path}: contains no CustomResourceDefinition`);
    return definitions.flatMap(({ file, object }) => {
      if (definedKind(object, settings) !== undefined) return [object];
      printError(`${file}: invalid definition; vet the file to see why`);
      return [];
    });
  });
}

/** Locations, separated by their content. */
export interface SplitLocations {
  /** Files, directories and patterns with CustomResourceDefinitions. */
  readonly definitions: readonly string[];
  /** Path templates, and directories in a layout of kubeconform. */
  readonly schemas: readonly string[];
}

/**
 * Separates CustomResourceDefinitions from JSON Schemas. Ignores kubeconform's location `default`, which means the
 * built-in kinds.
 *
 * @throws {UsageError} for a URL, since clustervet downloads nothing
 */
export function splitLocations(locations: readonly string[], flag: string): SplitLocations {
  const [url] = locations.filter((location) => /^https?:/.test(location));
  if (url !== undefined) {
    const help = "clone the repository, and name the checkout: ./CRDs-catalog";
    throw new UsageError(`${flag} ${url}: clustervet downloads nothing`, help);
  }
  const named = locations.filter((location) => location !== "default");
  const holdsSchemas = (location: string) => location.includes("{{") || isSchemaFolder(location);
  return {
    definitions: named.filter((location) => !holdsSchemas(location)),
    schemas: named.filter(holdsSchemas),
  };
}

/**
 * Whether a directory has a layout of kubeconform: schemas by release, or a checkout of CRDs-catalog with a directory
 * for each group.
 */
function isSchemaFolder(path: string): boolean {
  const folders = entriesOf(path).flatMap((entry) => (entry.isFile() ? [] : [entry.name]));
  if (folders.some((name) => /^(?:master|v\d+\.\d+\.\d+)-standalone(?:-strict)?$/.test(name))) return true;
  const groups = folders.filter((name) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name));
  const holdsVersion = (file: Dirent) => /^[a-z0-9]+_v\d+[a-z0-9]*\.json$/.test(file.name);
  return groups.some((name) => entriesOf(join(path, name)).some(holdsVersion));
}

/**
 * Returns an empty list if the path is not a directory. It is also empty for an unreadable directory, which is then
 * searched for definitions; that search reports the error.
 */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
