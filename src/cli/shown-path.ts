/**
 * Formats paths as reports show them.
 *
 * @module
 */
import { parse, relative, resolve, sep } from "node:path";

export const withSlashes = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

/**
 * Returns a path with forward slashes, relative to the current directory. It is absolute if the current directory is
 * the root, or if the relative path with `..` would be longer.
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

/** Whether a path is the directory itself or below it. Both must be absolute and free of links. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
