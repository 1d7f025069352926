/**
 * Finds the files to vet from the paths of the command line: named files, files in directories, and files that match
 * patterns.
 *
 * @module
 */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { mayHaveCommandLines } from "../flags/assignments.ts";
import { reasonOf } from "./exit.ts";
import { isPattern, parsePattern } from "./glob.ts";
import { createExclusionCheck, type ExclusionOptions } from "./ignore-files.ts";
import { readBytes } from "./read-bytes.ts";
import { shownPath, withSlashes } from "./shown-path.ts";
import { type NamedPath, type Walked, walk } from "./walk.ts";

/** Names of the files that a directory search picks up. */
const walkedFiles = /\.(?:yaml|yml|json)$/;

export interface Discovery {
  /**
   * Relative to the current directory, with forward slashes, without duplicates; in the order of the arguments, then
   * sorted.
   */
  readonly files: readonly string[];
  /** The files of `files` that an argument names; a search found the others. */
  readonly explicitFiles: ReadonlySet<string>;
  /** Arguments that match nothing, and paths that a search could not read, with the reasons. */
  readonly faults: readonly NamedPath[];
  /** Files that a search found and skipped: circular links, links out of the repository, pipes and devices. */
  readonly skippedFiles: readonly NamedPath[];
  /** The directories that were searched, named as in reports. */
  readonly folders: ReadonlySet<string>;
}

/** @param paths - without `-`, which the caller handles */
export function discover(paths: readonly string[], options: ExclusionOptions): Discovery {
  const walked: Walked = { files: [], faults: [], skippedFiles: [], realFiles: new Set(), folders: new Set() };
  const explicitFiles = new Set<string>();
  for (const path of paths) {
    const isNamed = add(path, options, walked);
    if (isNamed) explicitFiles.add(shownPath(path));
  }
  const { files, faults, skippedFiles: skipped, folders } = walked;
  return { files: [...new Set(files)], explicitFiles, faults: eachOnce(faults), skippedFiles: skipped, folders };
}

/** Returns the faults without repetitions: several arguments may lead to the same path. */
const eachOnce = (faults: readonly NamedPath[]): readonly NamedPath[] => [
  ...new Map(faults.map((fault) => [`${fault.path}: ${fault.reason}`, fault])).values(),
];

/** @returns whether the path names a file */
function add(path: string, options: ExclusionOptions, walked: Walked): boolean {
  const kind = kindOf(path);
  if (path === "") walked.faults.push({ path: '""', reason: "the path is empty; the current directory is `.`" });
  else if (kind === "file") walked.files.push(shownPath(path));
  else if (kind === "directory")
    walk(path, { isWanted: isWalked, isLeftOut: exclusionCheck(path, options, walked) }, walked);
  else if (kind.code !== "ENOENT" || !isPattern(path)) walked.faults.push({ path, reason: kind.reason });
  else addMatches(path, options, walked);
  return kind === "file";
}

function kindOf(path: string): "file" | "directory" | { readonly code: string; readonly reason: string } {
  try {
    return statSync(path).isDirectory() ? "directory" : "file";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { code, reason: readingFault(path, error) };
  }
}

/** Whether a directory search picks up a file with this name. */
export const isWalked = (path: string, name: string): boolean =>
  walkedFiles.test(name) || mayHaveCommandLines(withSlashes(path));

const exclusionCheck = (directory: string, options: ExclusionOptions, { faults }: Walked) =>
  createExclusionCheck(directory, options, (path, reason) => faults.push({ path: shownPath(path), reason }));

function addMatches(pattern: string, options: ExclusionOptions, walked: Walked): void {
  const { directory, depth, matches } = parsePattern(withSlashes(pattern));
  const root = resolve(directory);
  const below = (path: string): string => withSlashes(relative(root, path));
  const choice = {
    isWanted: (path: string) => matches(below(path)),
    isEntered: (path: string) => below(path).split("/").length <= depth,
    isLeftOut: exclusionCheck(".", options, walked),
  };
  const isMet = kindOf(root) === "directory" && walk(root, choice, walked);
  if (!isMet) walked.faults.push({ path: pattern, reason: "the pattern matches no file" });
}

/** Returns the bytes of a file, or the reason why it can't be read. */
export function readInput(path: string): Uint8Array | string {
  try {
    return readBytes(path);
  } catch (error) {
    return readingFault(path, error);
  }
}

/**
 * Returns the reason why a file can't be read. Node.js decodes file names as UTF-8, so it can't open a file whose name
 * is not valid UTF-8.
 */
const readingFault = (path: string, error: unknown): string =>
  path.includes("\ufffd") ? "its name is not UTF-8: rename the file" : reasonOf(error);
