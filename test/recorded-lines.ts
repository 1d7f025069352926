import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The lines of a recording that the repository holds compressed. */
export function recordedLines(file: URL): string[] {
  return gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
}
