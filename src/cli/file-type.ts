/**
 * The type of a file, links followed. A path that leads nowhere, or where the user may not look, has no type; reading it gives the reason.
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
