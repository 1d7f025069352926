/**
 * Files of manifests as texts of single documents, split as kube-apiserver splits them.
 *
 * @module
 */
import { createHash } from "node:crypto";

export interface ManifestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Differs with the contents; empty without any. */
export function hashOfFiles(files: readonly ManifestFile[]): string {
  const filled = files.filter(({ bytes }) => bytes.length > 0);
  if (filled.length === 0) return "";
  const hash = createHash("sha256");
  for (const { bytes } of filled) hash.update(bytes).update("\0");
  return `sha256:${hash.digest("hex")}`;
}

/**
 * A file for each document.
 *
 * @throws {Error} for a line that begins as a separator and goes on
 */
export function documentsIn({ path, bytes }: ManifestFile): readonly ManifestFile[] {
  // A character for each byte: what is no UTF-8 stays as it is.
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
