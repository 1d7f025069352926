/**
 * Where in its repository the program runs; reports that are shown there name files from the repository's root.
 *
 * @module
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** The current directory as seen from the repository's root, with forward slashes; empty at the root or outside. */
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
