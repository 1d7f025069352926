/**
 * The objects of every new cluster in stored form: the system namespaces, roles and bindings, priority classes, flow
 * schemas, priority levels and APIServices. Creating them one by one would take a quarter of the time of a start.
 *
 * @module
 */
import { newestTarget } from "../../release/release.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { StoredText } from "../registry/registry.ts";
import type { ServerOptions } from "../server-options.ts";
import { firstObjectLines } from "./data/first-objects.ts";

/** Placeholders for UIDs and times in the data. */
export const placeholders = { uid: "<uid>", time: "<time>" } as const;

/**
 * Whether the data fits a server with these options: other releases, feature gates and group domains have other
 * objects.
 */
export function hasFirstObjects(options: ServerOptions): boolean {
  const { target = newestTarget, groupDomain = "k8s.io", featureGates = {} } = options;
  const isWhole = (options.bootstrapPolicy ?? true) && (options.clusterObjects ?? true);
  return isWhole && target === newestTarget && groupDomain === "k8s.io" && Object.keys(featureGates).length === 0;
}

/**
 * Returns the objects with UIDs and times.
 *
 * @param newUid - called once for each object
 */
export function firstObjects(newUid: () => string, nowMs: number): readonly StoredText[] {
  const time = formatTime(nowMs);
  return firstObjectLines().map((line) => {
    const keyEnd = line.indexOf(" ");
    const text = line
      .slice(keyEnd + 1)
      .replaceAll(placeholders.time, time)
      .replace(placeholders.uid, newUid());
    return { key: line.slice(0, keyEnd), text };
  });
}
