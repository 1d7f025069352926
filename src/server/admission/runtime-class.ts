/**
 * RuntimeClass: applies the overhead and the node selection of its runtime class to a pod, and rejects an overhead that
 * the class does not define.
 *
 * @module
 */
import type { Pod, PodSpec, Toleration } from "../../api/types/core-v1.ts";
import type { RuntimeClass } from "../../api/types/node-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { ResourceList } from "../../kinds/core/resource-list.ts";
import { quantityOf } from "../../kinds/core/resource-rules.ts";
import { mergeTolerations } from "../../kinds/core/tolerations.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { compareQuantities } from "../../text/quantity.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, clientNameFault, createdObject, lookUp, type PluginParts, refused } from "./plugin.ts";

export function runtimeClass({ store }: PluginParts): AdmissionPlugin {
  const find = (attempt: AdmissionAttributes, spec: PodSpec) =>
    classOf(attempt, spec, store("node.<domain>", "runtimeclasses"));
  return {
    async mutate(attempt) {
      const spec = createdObject<Pod>(attempt, "", "pods")?.spec;
      const found = spec && (await find(attempt, spec));
      if (!found) return;
      applyOverhead(attempt, spec, found);
      applyScheduling(attempt, spec, found);
    },
    async approve(attempt) {
      const spec = createdObject<Pod>(attempt, "", "pods")?.spec;
      if (!spec) return;
      const overhead = (await find(attempt, spec))?.overhead;
      if (overhead && !sameAmounts(overhead.podFixed, spec.overhead)) throw overheadMismatch(attempt);
      if (overhead || spec.overhead === undefined) return;
      throw refused(attempt, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    },
  };
}

async function classOf(
  attempt: AdmissionAttributes,
  { runtimeClassName: name }: PodSpec,
  classes: ResourceStore | undefined,
): Promise<RuntimeClass | undefined> {
  if (name === undefined) return undefined;
  const found = await lookUp<RuntimeClass>(classes, name);
  if (found) return found;
  const fault = clientNameFault(name);
  throw fault === undefined
    ? refused(attempt, `pod rejected: RuntimeClass ${quoteGo(name)} not found`)
    : new StatusError(500, "", fault);
}

function applyOverhead(attempt: AdmissionAttributes, spec: PodSpec, { overhead }: RuntimeClass): void {
  if (!overhead) return;
  const hasOverhead = Object.keys(spec.overhead ?? {}).length > 0;
  if (hasOverhead && !sameAmounts(overhead.podFixed, spec.overhead)) throw overheadMismatch(attempt);
  if (overhead.podFixed) spec.overhead = { ...overhead.podFixed };
}

const overheadMismatch = (attempt: AdmissionAttributes) =>
  refused(attempt, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");

function applyScheduling(attempt: AdmissionAttributes, spec: PodSpec, { scheduling }: RuntimeClass): void {
  if (!scheduling) return;
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    const own = memberOf(spec.nodeSelector, key);
    if (own === undefined || own === value) continue;
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
    throw refused(attempt, why);
  }
  if (scheduling.nodeSelector) spec.nodeSelector = { ...spec.nodeSelector, ...scheduling.nodeSelector };
  const tolerations: readonly Toleration[] = [...(spec.tolerations ?? []), ...(scheduling.tolerations ?? [])];
  if (tolerations.length > 0) spec.tolerations = mergeTolerations(tolerations);
}

function sameAmounts(a: ResourceList = {}, b: ResourceList = {}): boolean {
  const names = Object.keys(a);
  const isSame = (name: string) => {
    const [one, other] = [memberOf(a, name), memberOf(b, name)];
    return one !== undefined && other !== undefined && compareQuantities(quantityOf(one), quantityOf(other)) === 0;
  };
  return names.length === Object.keys(b).length && names.every(isSame);
}
