/**
 * Checks whether files of the node that a configuration names exist, if the file system of the node is available.
 *
 * @module
 */
import type { Host } from "../../rule/host.ts";
import type { Place } from "../../rule/place.ts";

/**
 * Reports a file that does not exist. A file of any type is accepted. If clustervet cannot read the node's file system,
 * reports an info.
 */
export function reportMissingFile(file: string, place: Place<string>, host: Host | undefined): void {
  const state = file.startsWith("/") ? host?.stat?.(file) : undefined;
  if (state === undefined) {
    const help = "give `--root DIR`, the node's file system, to have it looked up";
    place.say(`clustervet did not check whether ${file} exists on the node`, { severity: "info", help });
  } else if (state === "missing") {
    place.say(`must name a file that exists; "${file}" does not`, { cause: "not-found", value: file });
  }
}
