/**
 * Converts file names to paths and URIs relative to the repository: code hosts show findings there, not relative to the
 * current directory.
 *
 * @module
 */

const absolutePath = /^(?:\/|[A-Za-z]:\/)/;
const loneSurrogate = /\p{Cs}/gu;

/** Returns `file` relative to the repository's root; absolute paths are unchanged. */
export function repositoryPath(file: string, workingDirectory = ""): string {
  if (absolutePath.test(file)) return file;
  const parts: string[] = [];
  for (const part of `${workingDirectory}/${file}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/**
 * Returns a percent-encoded URI with forward slashes: relative to the repository's root, or a `file:` URI for an
 * absolute path.
 */
export function repositoryUri(file: string, workingDirectory?: string): string {
  const path = repositoryPath(file, workingDirectory);
  const encoded = path.replace(loneSurrogate, "\ufffd").split("/").map(encodeURIComponent).join("/");
  if (!absolutePath.test(path)) return encoded;
  return path.startsWith("/") ? `file://${encoded}` : `file:///${encoded}`;
}
