/**
 * Files of the node that a configuration names: whether they are there, as far as it can be known.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Host } from "../../rule/host.ts";
import type { Finding } from "../../rule/rule.ts";

/** The field that names a file, and the file. */
export interface NamedFile {
  readonly path: FieldPath;
  readonly file: string;
}

/** Anything at all may stand at the path; without a look at the node's files an info says so. */
export function reportMissingFile(
  { path, file }: NamedFile,
  host: Host | undefined,
  report: (finding: Finding) => void,
): void {
  const state = file.startsWith("/") ? host?.stat?.(file) : undefined;
  if (state === undefined) {
    const help = "give `--root DIR`, the node's file system, to have it looked up";
    report({ path, severity: "info", message: `not checked: whether ${file} exists on the node`, help });
  } else if (state === "missing") {
    report({ path, cause: "not-found", message: `must name a file that exists; "${file}" does not`, value: file });
  }
}
