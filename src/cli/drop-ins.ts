/**
 * Lists the drop-in files of a directory in the order in which the kubelet applies them.
 *
 * @module
 */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The contents of a directory of drop-ins. */
export interface DropInDirectory {
  readonly files: readonly string[];
  /** Files that the kubelet silently ignores because their names do not end in `.conf`. */
  readonly skipped: readonly string[];
}

/** Maximum depth of nested directories to search. */
const maxDepth = 64;

/**
 * Lists the directory as the kubelet does: sorts names by their bytes, lists the files of a subdirectory at the
 * position of its name, and follows no link to a directory, not even if the directory itself is a link.
 *
 * @throws {NodeJS.ErrnoException} if the directory or a subdirectory can't be read
 */
export function listDropIns(directory: string): DropInDirectory {
  if (!lstatSync(directory).isDirectory()) return partitionDropIns([directory]);
  return partitionDropIns(walk(directory, 0));
}

function walk(directory: string, depth: number): string[] {
  if (depth > maxDepth) return [];
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? walk(path, depth + 1) : [path];
    });
}

/** Checks only the end of the name: `.conf` itself is a drop-in, too. */
const isDropIn = (path: string): boolean => path.endsWith(".conf");

function partitionDropIns(paths: readonly string[]): DropInDirectory {
  return { files: paths.filter(isDropIn), skipped: paths.filter((path) => !isDropIn(path)) };
}
