import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** Reads the lines of a recording that the repository stores compressed. */
export function recordedLines(file: URL): string[] {
  const decompress = file.pathname.endsWith(".br") ? brotliDecompressSync : gunzipSync;
  return decompress(readFileSync(file)).toString("utf8").trimEnd().split("\n");
}
