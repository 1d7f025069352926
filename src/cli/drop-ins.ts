/**
 * The drop-ins of a directory, in the order in which the kubelet applies them.
 *
 * @module
 */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The contents of a directory of drop-ins. */
export interface DropInDirectory {
  readonly files: readonly string[];
  /** Files that the kubelet passes over in silence, since their names do not end in `.conf`. */
  readonly skipped: readonly string[];
}

/** Directories deeper than this are not walked. */
const maxDepth = 64;

/**
 * Walks the directory as the kubelet does: names in the order of their bytes, a directory at the place of its name,
 * no link to a directory followed, not even that of the directory itself.
 *
 * @throws {NodeJS.ErrnoException} when it, or a directory in it, can't be read
 */
export function listDropIns(directory: string): DropInDirectory {
  if (!lstatSync(directory).isDirectory()) return sorted([directory]);
  return sorted(walk(directory, 0));
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

/** The end of a name counts, also when there is nothing before it. */
const isDropIn = (path: string): boolean => path.endsWith(".conf");

function sorted(paths: readonly string[]): DropInDirectory {
  return { files: paths.filter(isDropIn), skipped: paths.filter((path) => !isDropIn(path)) };
}
