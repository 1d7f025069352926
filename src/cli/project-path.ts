/**
 * Paths that a project file names. They stay inside its directory, links included: a user who vets a change of
 * somebody else must not have files of the machine printed. The command line may name any file.
 *
 * @module
 */

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { notRegular, UsageError } from "./exit.ts";
import { isNoFile } from "./file-type.ts";
import { isWithin } from "./shown-path.ts";

/** The directory of the project file, and the setting that names a path; both for messages. */
export interface NamedBy {
  readonly directory: string;
  readonly setting: string;
}

/** @throws {UsageError} for a path that leads out of the directory */
export function projectPath(path: string, by: NamedBy): string {
  const full = join(by.directory, path);
  assertInside(full, by);
  return full;
}

/** A file that is read. @throws {UsageError} for one that leads out of the directory or is no regular file */
export function assertProjectFile(path: string, by: NamedBy): void {
  assertInside(path, by);
  if (isNoFile(path)) throw new UsageError(`clustervet.yaml: ${by.setting}: ${path}: ${notRegular}`);
}

/** @throws {UsageError} for a path that leads out of the directory */
export function assertInside(path: string, { directory, setting }: NamedBy): void {
  if (isWithin(realPathOf(path), realPathOf(directory))) return;
  throw new UsageError(
    `clustervet.yaml: ${setting}: ${path} is outside of the directory of the project file`,
    "name it on the command line, or move it",
  );
}

/** Of what is not there yet: where it would be. */
export function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
}
