/**
 * Files by pattern. Naming files one by one never comes here, so the program loads this on first use.
 *
 * @module
 */
import fastGlob from "fast-glob";

/**
 * Files below the current directory that match, relative to it; links are not followed.
 *
 * @param notEntered - names of directories that are not walked into
 */
export function findFiles(pattern: string, notEntered: readonly string[]): string[] {
  return fastGlob.sync(pattern, {
    dot: true,
    ignore: notEntered.map((name) => `**/${name}/**`),
    suppressErrors: true,
    followSymbolicLinks: false,
  });
}

/** Whether an argument that names no file is meant as a pattern. */
export function isPattern(text: string): boolean {
  return fastGlob.isDynamicPattern(text);
}
