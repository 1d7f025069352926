/**
 * Cleans file paths as Go's filepath.Clean does.
 *
 * @module
 */

/** Returns the shortest form of an absolute path. */
export function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
