/**
 * Small plugins. Each of DenyServiceExternalIPs, LimitPodHardAntiAffinityTopology and ExtendedResourceToleration
 * handles one field; AlwaysAdmit and AlwaysDeny read no object.
 *
 * @module
 */
import type { Pod, Service } from "../../api/types/core-v1.ts";
import { isExtended } from "../../kinds/core/resource-rules.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { type AdmissionPlugin, refused, writtenObject } from "./plugin.ts";

export const denyServiceExternalIPs = (): AdmissionPlugin => ({
  async approve(attempt) {
    const { externalIPs: addresses = [] } = writtenObject<Service>(attempt, "", "services")?.spec ?? {};
    const known = new Set((attempt.oldObject as Service | undefined)?.spec?.externalIPs ?? []);
    if (addresses.every((address) => known.has(address))) return;
    throw refused(attempt, "Use of external IPs is denied by admission control");
  },
});

const hostname = "kubernetes.io/hostname";

export const limitPodHardAntiAffinityTopology = (): AdmissionPlugin => ({
  async approve(attempt) {
    const { podAntiAffinity } = writtenObject<Pod>(attempt, "", "pods")?.spec?.affinity ?? {};
    const terms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const bad = terms.find(({ topologyKey }) => topologyKey !== hostname);
    if (!bad) return;
    const found = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${bad.topologyKey ?? ""}`;
    throw refused(attempt, `${found} but only key ${hostname} is allowed`);
  },
});

/**
 * Adds tolerations for the extended resources that a pod requests, so that it can run on nodes reserved for these
 * devices.
 */
export const extendedResourceToleration = (): AdmissionPlugin => ({
  async mutate(attempt) {
    const spec = writtenObject<Pod>(attempt, "", "pods")?.spec;
    if (!spec) return;
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
    const names = new Set(containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
    for (const key of [...names].filter(isExtended).sort(compareUtf8)) {
      const others = (spec.tolerations ?? []).filter(
        (each) => each.key !== key || each.effect !== "NoSchedule" || each.operator !== "Exists" || each.value,
      );
      spec.tolerations = [...others, { key, operator: "Exists", effect: "NoSchedule" }];
    }
  },
});

export const alwaysAdmit = (): AdmissionPlugin => ({});

export const alwaysDeny = (): AdmissionPlugin => ({
  async mutate(attempt) {
    throw refused(attempt, "admission control is denying all modifications");
  },
});
