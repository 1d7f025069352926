/**
 * Files of the node that a configuration names: whether they are there, as far as it can be known.
 *
 * @module
 */
import type { Host } from "../../rule/host.ts";
import type { Place } from "../../rule/place.ts";

/** Anything at all may be at the path; without a look at the node's files an info says so. */
export function reportMissingFile(file: string, place: Place<string>, host: Host | undefined): void {
  const state = file.startsWith("/") ? host?.stat?.(file) : undefined;
  if (state === undefined) {
    const help = "give `--root DIR`, the node's file system, to have it looked up";
    place.say(`clustervet did not check whether ${file} exists on the node`, { severity: "info", help });
  } else if (state === "missing") {
    place.say(`must name a file that exists; "${file}" does not`, { cause: "not-found", value: file });
  }
}
