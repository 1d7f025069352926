/**
 * Where a file lies in the repository, as paths and as URIs: services show findings there, not in the current directory.
 *
 * @module
 */

const absolutePath = /^(?:\/|[A-Za-z]:\/)/;
const loneSurrogate = /\p{Cs}/gu;

/** `file` seen from the repository's root; absolute paths stay as they are. */
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

/** Percent-encoded with forward slashes: relative to the repository's root, or a `file:` URI for an absolute path. */
export function repositoryUri(file: string, workingDirectory?: string): string {
  const path = repositoryPath(file, workingDirectory);
  const encoded = path.replace(loneSurrogate, "\ufffd").split("/").map(encodeURIComponent).join("/");
  if (!absolutePath.test(path)) return encoded;
  return path.startsWith("/") ? `file://${encoded}` : `file:///${encoded}`;
}
