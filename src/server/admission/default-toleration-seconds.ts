/**
 * DefaultTolerationSeconds: pods tolerate a node that does not respond for five minutes, unless they specify another
 * time.
 *
 * @module
 */
import type { Pod } from "../../api/types/core-v1.ts";
import { addEvictionTolerations } from "../../kinds/core/default-admission.ts";
import { type AdmissionPlugin, writtenObject } from "./plugin.ts";

export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const pod = writtenObject<Pod>(attempt, "", "pods");
      if (!pod) return;
      pod.spec ??= {};
      addEvictionTolerations(pod.spec);
    },
  };
}
