/**
 * Files by pattern. Naming files one by one never comes here, so the program loads this on first use.
 *
 * @module
 */
import fastGlob from "fast-glob";

/** Never walked into; naming a file in them still vets it. */
const neverWalked = ["**/node_modules/**", "**/.git/**"];

/** Files below `directory` that match, relative to it; links are not followed. */
export function findFiles(pattern: string, directory: string): string[] {
  return fastGlob.sync(pattern, {
    cwd: directory,
    dot: true,
    ignore: neverWalked,
    suppressErrors: true,
    followSymbolicLinks: false,
  });
}

/** Whether an argument that names no file is meant as a pattern. */
export function isPattern(text: string): boolean {
  return fastGlob.isDynamicPattern(text);
}
