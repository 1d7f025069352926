/**
 * `--schema-location`: definitions of custom resources that are not among the files of a run, and JSON Schemas made of such.
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
 * The definitions in files, directories and patterns. One that defines nothing is left out, with a word on standard
 * error.
 *
 * @throws {UsageError} when a path names nothing, can't be read or holds no definition
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

/** Locations by their content. */
export interface SplitLocations {
  /** Files, directories and patterns with definitions. */
  readonly definitions: readonly string[];
  /** Templates of paths, and directories in a layout of kubeconform. */
  readonly schemas: readonly string[];
}

/**
 * Tells definitions from JSON Schemas. kubeconform's `default` is the kinds that are built in.
 *
 * @throws {UsageError} for a URL: nothing is downloaded
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

/** A directory as kubeconform has them: of releases, or a checkout of CRDs-catalog with a directory for each group. */
function isSchemaFolder(path: string): boolean {
  const folders = entriesOf(path).flatMap((entry) => (entry.isFile() ? [] : [entry.name]));
  if (folders.some((name) => /^(?:master|v\d+\.\d+\.\d+)-standalone(?:-strict)?$/.test(name))) return true;
  const groups = folders.filter((name) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name));
  const holdsVersion = (file: Dirent) => /^[a-z0-9]+_v\d+[a-z0-9]*\.json$/.test(file.name);
  return groups.some((name) => entriesOf(join(path, name)).some(holdsVersion));
}

/** None of what is no directory. One that can't be read has no schemas either: it is walked for definitions, which says why. */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
