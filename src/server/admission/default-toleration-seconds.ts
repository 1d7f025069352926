/**
 * DefaultTolerationSeconds: pods tolerate a node that does not respond for five minutes, unless they specify another
 * time.
 *
 * @module
 */
import type { Pod } from "../../api/types/core-v1.ts";
import { tolerateEviction } from "../../kinds/core/default-admission.ts";
import { type AdmissionPlugin, written } from "./plugin.ts";

export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const pod = written<Pod>(attempt, "", "pods");
      if (!pod) return;
      pod.spec ??= {};
      tolerateEviction(pod.spec);
    },
  };
}
