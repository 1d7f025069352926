/**
 * Checks paths that a project file names. They must stay inside the project file's directory after links are resolved:
 * a user who vets a change by someone else must not have other files of the machine printed. The command line may name
 * any file.
 *
 * @module
 */

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { notRegular, UsageError } from "./exit.ts";
import { isNoFile } from "./file-type.ts";
import { isWithin } from "./shown-path.ts";

/** The directory of the project file, and the setting that contains the path, for messages. */
export interface PathSource {
  readonly directory: string;
  readonly setting: string;
}

/** @throws {UsageError} if the path leads out of the directory */
export function projectPath(path: string, by: PathSource): string {
  const full = join(by.directory, path);
  assertInside(full, by);
  return full;
}

/** Checks a file before it is read. @throws {UsageError} if it is outside of the directory or not a regular file */
export function assertProjectFile(path: string, by: PathSource): void {
  assertInside(path, by);
  if (isNoFile(path)) throw new UsageError(`clustervet.yaml: ${by.setting}: ${path}: ${notRegular}`);
}

/** @throws {UsageError} if the path leads out of the directory */
export function assertInside(path: string, { directory, setting }: PathSource): void {
  if (isWithin(realPathOf(path), realPathOf(directory))) return;
  throw new UsageError(
    `clustervet.yaml: ${setting}: ${path} is outside of the directory of the project file`,
    "name it on the command line, or move it",
  );
}

/** Resolves links in a path. If the path does not exist, resolves the part that does. */
export function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
}
