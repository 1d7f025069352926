/**
 * DefaultTolerationSeconds: pods stay on a node that does not answer for five minutes, unless they say otherwise.
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
