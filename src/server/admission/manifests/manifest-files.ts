/**
 * Splits manifest files into single YAML documents, in the same way as kube-apiserver.
 *
 * @module
 */
import { createHash } from "node:crypto";

export interface ManifestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns a hash of the contents of all files; empty if they have no content. */
export function hashOfFiles(files: readonly ManifestFile[]): string {
  const filled = files.filter(({ bytes }) => bytes.length > 0);
  if (filled.length === 0) return "";
  const hash = createHash("sha256");
  for (const { bytes } of filled) hash.update(bytes).update("\0");
  return `sha256:${hash.digest("hex")}`;
}

/**
 * Returns one file for each document.
 *
 * @throws {Error} for a separator line that has other text than a comment after the separator
 */
export function documentsIn({ path, bytes }: ManifestFile): readonly ManifestFile[] {
  // Latin-1 maps each byte to one character, so that bytes that are invalid in UTF-8 stay unchanged.
  const lines = Buffer.from(bytes).toString("latin1").split(/\r?\n/);
  const texts: string[][] = [[]];
  for (const line of lines) {
    if (!line.startsWith(separator)) {
      texts.at(-1)?.push(line);
      continue;
    }
    const rest = line.slice(separator.length).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      const file = JSON.stringify(path);
      throw new Error(`failed to split YAML documents in file ${file}: invalid Yaml document separator: ${rest}`);
    }
    texts.push([]);
  }
  return texts
    .map((each) => each.join("\n").replace(/^[\t-\r ]+|[\t-\r ]+$/g, ""))
    .filter((text) => text !== "")
    .map((text) => ({ path, bytes: Buffer.from(text, "latin1") }));
}

const separator = "---";
