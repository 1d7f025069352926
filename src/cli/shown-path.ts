/**
 * Paths as reports show them.
 *
 * @module
 */
import { parse, relative, resolve, sep } from "node:path";

export const withSlashes = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

/**
 * A path as reports show it, with forward slashes: relative to the current directory, unless that is the root, or the way there by
 * `..` is longer than the whole path.
 */
export function shownPath(path: string): string {
  const here = process.cwd();
  const full = resolve(path);
  if (here === parse(here).root && full !== here) return withSlashes(full);
  const isBelow = full.startsWith(here) && full[here.length] === sep;
  const fromHere = isBelow ? full.slice(here.length + 1) : relative(here, full);
  if (fromHere === "") return ".";
  return withSlashes(isBelow || fromHere.length <= full.length ? fromHere : full);
}

/** Whether a path is a directory or lies below it; both absolute and without links. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
