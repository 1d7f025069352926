/**
 * ServiceAccount: pods run as an account, with its token and its secrets for images. The account need not be there.
 *
 * @module
 */
import type { Pod, ServiceAccount } from "../../api/types/core-v1.ts";
import { runAs } from "../../kinds/core/default-admission.ts";
import { generateName } from "../registry/object-meta.ts";
import { type AdmissionPlugin, created, lookUp, type PluginParts } from "./plugin.ts";

export function serviceAccount({ store }: PluginParts): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const pod = created<Pod>(attempt, "", "pods");
      if (!pod) return;
      const name = pod.spec?.serviceAccountName || "default";
      const account = await lookUp<ServiceAccount>(store("", "serviceaccounts"), name, attempt.target.namespace);
      runAs(pod, generateName(""), account);
    },
  };
}
