/**
 * ServiceAccount: assigns pods an existing service account, with its token and its image pull secrets.
 *
 * @module
 */
import { setTimeout } from "node:timers/promises";
import type { Pod, ServiceAccount } from "../../api/types/core-v1.ts";
import { applyServiceAccount } from "../../kinds/core/default-admission.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { podReferences } from "../authz/pod-references.ts";
import { generateName } from "../registry/object-meta.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { limitsSecrets, unlistedContainerSecretFault, unlistedSecretFault } from "./mountable-secrets.ts";
import { mirrorAnnotation } from "./nodes/node-write.ts";
import {
  type AdmissionPlugin,
  clientNameFault,
  createdObject,
  isForResource,
  lookUp,
  type PluginParts,
  refused,
} from "./plugin.ts";

export function serviceAccount({ store }: PluginParts): AdmissionPlugin {
  /** Returns the service account of a pod; undefined for a mirror pod, which has no account. */
  const accountFor = async (attempt: AdmissionAttributes, pod: Pod): Promise<ServiceAccount | undefined> => {
    if (isMirror(pod)) checkMirror(attempt, pod);
    else return accountOf(attempt, pod, store("", "serviceaccounts"));
    return undefined;
  };
  const assertListed = (attempt: AdmissionAttributes, { spec = { containers: [] } }: Pod, account?: ServiceAccount) => {
    if (!account || !limitsSecrets(account)) return;
    const fault = createdObject<Pod>(attempt, "", "pods")
      ? unlistedSecretFault(spec, account)
      : unlistedContainerSecretFault("ephemeral container", spec.ephemeralContainers ?? [], account);
    if (fault !== undefined) throw refused(attempt, fault);
  };
  return {
    async mutate(attempt) {
      const pod = createdObject<Pod>(attempt, "", "pods");
      if (!pod) return;
      const account = await accountFor(attempt, pod);
      applyServiceAccount(pod, generateName(""), account);
      assertListed(attempt, pod, account);
    },
    async approve(attempt) {
      const pod = createdObject<Pod>(attempt, "", "pods") ?? withNewEphemeralContainers(attempt);
      if (pod) assertListed(attempt, pod, await accountFor(attempt, pod));
    },
  };
}

/** Returns the pod of a write to its ephemeral containers. */
function withNewEphemeralContainers(attempt: AdmissionAttributes): Pod | undefined {
  const isWritten = attempt.subresource === "ephemeralcontainers" && isForResource(attempt, "", "pods");
  return isWritten ? (attempt.object as Pod | undefined) : undefined;
}

const defaultName = "default";
/**
 * Number of lookups of the `default` account, which a controller creates for a new namespace, and the pause between
 * them. As many lookups as in kube-apiserver, with at least its pause.
 */
const maxLookups = 10;
const lookupPauseMs = 100;

async function accountOf(
  attempt: AdmissionAttributes,
  { spec }: Pod,
  accounts: ResourceStore | undefined,
): Promise<ServiceAccount | undefined> {
  if (!accounts) return undefined;
  const { namespace } = attempt.target;
  const name = spec?.serviceAccountName || defaultName;
  const fault = clientNameFault(name);
  for (let lookup = 1; !fault && lookup <= (name === defaultName ? maxLookups : 1); lookup++) {
    if (lookup > 1) await setTimeout(lookupPauseMs);
    const account = await lookUp<ServiceAccount>(accounts, name, namespace);
    if (account) return account;
  }
  const why = fault ?? `serviceaccount ${quoteGo(name)} not found`;
  throw refused(attempt, `error looking up service account ${namespace}/${name}: ${why}`);
}

/** Whether the pod mirrors a static pod of a kubelet. Its service account must not be changed. */
const isMirror = ({ metadata }: Pod): boolean => metadata?.annotations?.[mirrorAnnotation] !== undefined;

function checkMirror(attempt: AdmissionAttributes, pod: Pod): void {
  const { serviceAccountName, volumes = [] } = pod.spec ?? {};
  if (serviceAccountName) throw refused(attempt, "a mirror pod may not reference service accounts");
  if (podReferences(pod).some(({ resource }) => resource === "secrets")) {
    throw refused(attempt, "a mirror pod may not reference secrets");
  }
  const sources = volumes.flatMap(({ projected }) => projected?.sources ?? []);
  if (sources.some((source) => source.serviceAccountToken)) {
    throw refused(attempt, "a mirror pod may not use ServiceAccountToken volume projections");
  }
}
