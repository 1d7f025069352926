/**
 * What is at a path, links followed. Nothing is where nobody may look, or where no path can lead; whoever reads it says why.
 *
 * @module
 */
import { type Stats, statSync } from "node:fs";

export const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

export const isFile = (path: string): boolean => statsOf(path)?.isFile() ?? false;

/** A pipe, or a device; a directory too. */
export const isNoFile = (path: string): boolean => statsOf(path)?.isFile() === false;

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
