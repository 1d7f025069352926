/**
 * The objects of every new cluster as they are stored: the system's namespaces, roles and bindings, priority classes, flow schemas,
 * priority levels and APIServices. To make them one by one takes a quarter of a start.
 *
 * @module
 */
import { newestTarget } from "../../release/release.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { StoredText } from "../registry/registry.ts";
import type { ServerOptions } from "../server-options.ts";
import { firstObjectLines } from "./data/first-objects.ts";

/** In the place of uids and times in the data. */
export const placeholders = { uid: "<uid>", time: "<time>" } as const;

/** Whether a server's objects are those of the data: other releases, gates and domains have others. */
export function hasFirstObjects(options: ServerOptions): boolean {
  const { target = newestTarget, groupDomain = "k8s.io", featureGates = {} } = options;
  const isWhole = (options.bootstrapPolicy ?? true) && (options.clusterObjects ?? true);
  return isWhole && target === newestTarget && groupDomain === "k8s.io" && Object.keys(featureGates).length === 0;
}

/** @param newUid - makes one for each object */
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
