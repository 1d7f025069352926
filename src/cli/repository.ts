/**
 * Finds the position of the current directory in its repository: code hosts need file names relative to the
 * repository's root.
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Returns the current directory relative to the repository's root, with forward slashes; empty at the root or outside
 * of a repository.
 */
export function workingDirectory(): string {
  const here = realpathSync(process.cwd());
  const workspace = process.env["GITHUB_WORKSPACE"];
  const root = workspace && existsSync(workspace) ? realpathSync(workspace) : gitRoot(here);
  const path = root === undefined ? "" : relative(root, here);
  return path.startsWith("..") || isAbsolute(path) ? "" : path.split(sep).join("/");
}

function gitRoot(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
