/**
 * Checks the type of a file; links are followed. A path that does not exist or that the user may not access has no
 * type; reading it reports the reason.
 *
 * @module
 */
import { type Stats, statSync } from "node:fs";

export const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() ?? false;

export const isFile = (path: string): boolean => statsOf(path)?.isFile() ?? false;

/** Whether the path exists but is not a regular file: a pipe, a device or a directory. */
export const isNoFile = (path: string): boolean => statsOf(path)?.isFile() === false;

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
