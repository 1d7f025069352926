/**
 * Paths of files, as Go's filepath.Clean writes them.
 *
 * @module
 */

/** The shortest way to write an absolute path. */
export function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
