/**
 * `--schema-location`: definitions of custom resources that are not among the files of a run.
 *
 * @module
 */
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
