/**
 * Faults in a resize of a pod that kube-apiserver rejects: only cpu and memory of the pod and its containers may
 * change.
 *
 * @module
 */
import type { Container, Pod, PodStatus, ResourceRequirements } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { qosClassOf } from "./pod-qos.ts";
import { checkResizedVolumes, volumeResizeGate } from "./pod-resize-volumes.ts";
import { mirrorAnnotation } from "./pod-rule.ts";

type Amounts = Readonly<Record<string, string>>;

const resizable: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** Returns the resources without those that a resize may change. */
function immutableResourcesOf({ requests, limits, claims = [] }: ResourceRequirements = {}): object {
  const fixed = (amounts: Amounts = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !resizable.has(name)));
  return { requests: fixed(requests), limits: fixed(limits), claims };
}

const immutablePartOf = ({ resources, ...container }: Container): object => ({
  ...container,
  resources: immutableResourcesOf(resources),
});

type ContainerList = "containers" | "initContainers";

/** @returns whether the containers are the same ones, in the same order */
function checkOrder(
  now: readonly Container[],
  stored: readonly Container[],
  place: Place,
  list: ContainerList,
): boolean {
  if (now.length !== stored.length) {
    place.forbidden("a resize must not add or remove containers", {
      serverText: `${list} may not be added or removed on resize`,
    });
    return false;
  }
  const moved = stored.flatMap(({ name }, index) => (now[index]?.name === name ? [] : [index]));
  for (const index of moved) {
    place.at(index, "name").forbidden("must keep its position", {
      serverText: `${list} may not be renamed or reordered on resize`,
    });
  }
  return moved.length === 0;
}

function checkNoneRemoved(
  now: ResourceRequirements | undefined,
  stored: ResourceRequirements | undefined,
  place: Place,
  ofPod: "" | "pod-level " = "",
): void {
  for (const list of ["requests", "limits"] as const) {
    const lost = Object.keys(stored?.[list] ?? {}).find((name) => !Object.hasOwn(now?.[list] ?? {}, name));
    if (lost === undefined) continue;
    place.at(list).forbidden(`\`${lost}\` must not be removed`, {
      serverText: `${ofPod}resource ${list} cannot be removed`,
    });
  }
}

const onlyCpuAndMemory = "only `cpu` and `memory` may change";

/** Reports changes of a container's resources. kube-apiserver's error names the spec, not the container. */
function checkContainer(now: Container, stored: Container, place: Place, spec: Place): void {
  if (semanticEqual(immutablePartOf(now), immutablePartOf(stored))) return;
  place.at("resources").forbidden(onlyCpuAndMemory, {
    field: spec.path,
    serverText: "only cpu and memory resources are mutable",
  });
}

function checkInitContainer(now: Container, stored: Container, place: Place, visit: RuleContext, spec: Place): void {
  const isSidecar = now.restartPolicy === "Always";
  const isModified = !semanticEqual(now, stored);
  if (!isSidecar && !visit.isEnabled("InPlacePodVerticalScalingInitContainers")) {
    if (!isModified) return;
    place.at("resources").forbidden("must not change in an init container that is no sidecar", {
      field: spec.path,
      serverText: "resources for non-sidecar init containers are immutable",
    });
    return;
  }
  const field = place.path;
  if (!semanticEqual(immutablePartOf(now), immutablePartOf(stored))) {
    place.at("resources").forbidden(onlyCpuAndMemory, {
      field,
      serverText: "only cpu and memory resources for init or sidecar containers are mutable",
    });
  }
  const restarts = now.resizePolicy?.some(({ restartPolicy }) => restartPolicy === "RestartContainer");
  if (!restarts || isSidecar || !isModified) return;
  place.at("resizePolicy").forbidden("an init container that would restart cannot be resized", {
    field,
    serverText: "non-sidecar init containers with a resize policy of RestartContainer cannot be resized",
  });
}

function checkContainers(now: Pod["spec"] = {}, stored: Pod["spec"] = {}, at: Place, visit: RuleContext): void {
  const lists = (["containers", "initContainers"] as const).map((list) => ({
    now: now[list] ?? [],
    stored: stored[list] ?? [],
    place: at.at(list),
    list,
  }));
  const areInOrder = lists.map((each) => checkOrder(each.now, each.stored, each.place, each.list));
  if (areInOrder.includes(false)) return;
  const mayResizeInitial = visit.isEnabled("InPlacePodVerticalScalingInitContainers");
  for (const each of lists.toReversed()) {
    for (const [index, before] of each.stored.entries()) {
      if (each.list === "initContainers" && !mayResizeInitial && before.restartPolicy !== "Always") continue;
      checkNoneRemoved(each.now[index]?.resources, before.resources, each.place.at(index, "resources"));
    }
  }
  for (const { now: written, stored: kept, place, list } of lists) {
    for (const [index, before] of kept.entries()) {
      const container = written[index] ?? {};
      if (list === "containers") checkContainer(container, before, place.at(index), at);
      else checkInitContainer(container, before, place.at(index), visit, at);
    }
  }
}

const amountCount = ({ requests = {}, limits = {} }: ResourceRequirements = {}): number =>
  Object.keys(requests).length + Object.keys(limits).length;

/** @returns whether kube-apiserver validates the rest of the pod */
function checkPodLevel(
  now: ResourceRequirements | undefined,
  stored: ResourceRequirements | undefined,
  place: Place,
  visit: RuleContext,
): boolean {
  if (amountCount(now) + amountCount(stored) === 0) return true;
  if (!visit.isEnabled("InPlacePodLevelResourcesVerticalScaling")) {
    const gate = "InPlacePodLevelResourcesVerticalScaling";
    place.forbidden(`a pod with resources of its own is resized with the feature gate ${gate} only`, {
      field: [],
      serverText: `resize of pods with pod-level resources is forbidden when ${gate}Enabled feature gate is disabled`,
    });
    return false;
  } else if (stored && !now)
    place.forbidden("must not be removed", { serverText: "pod-level resources cannot be removed" });
  else {
    checkNoneRemoved(now, stored, place, "pod-level ");
    if (semanticEqual(immutableResourcesOf(now), immutableResourcesOf(stored))) return true;
    place.forbidden(onlyCpuAndMemory, {
      field: place.path.slice(0, -1),
      serverText: "only cpu and memory resources are mutable at pod-level",
    });
  }
  return true;
}

/** Whether the pod's node cannot resize it: a kubelet without support reports no resources of running containers. */
function isOnOldNode({ containerStatuses = [] }: PodStatus): boolean {
  const running = containerStatuses.find(({ state }) => state?.running !== undefined);
  return running !== undefined && running.resources === undefined;
}

/** Properties of faults that kube-apiserver reports without a field, and without other faults of the spec. */
const soleFaultExtra = { field: [], hides: [] } as const;

export const podResize = rule<Pod>(
  {
    id: "pod/resize",
    severity: "error",
    cause: "forbidden",
    summary: "a resize changes only cpu and memory, and keeps the QoS class",
  },
  ({ spec = {}, status: written = {} }, place, visit) => {
    if (visit.subresource !== "resize") return;
    const { metadata, spec: stored = {}, status = {} }: Pod = visit.oldObject ?? {};
    let isFaulty = false;
    const at = place
      .changing((finding) => {
        isFaulty = true;
        return { ...finding, after: ["spec"] };
      })
      .at("spec");
    if (metadata?.annotations?.[mirrorAnnotation] !== undefined)
      at.forbidden("a static pod cannot be resized", {
        ...soleFaultExtra,
        serverText: "static pods cannot be resized",
      });
    else if (stored.os?.name === "windows")
      at.forbidden("a Windows pod cannot be resized", {
        ...soleFaultExtra,
        serverText: "windows pods cannot be resized",
      });
    if ((status.qosClass ?? qosClassOf(stored, visit)) !== qosClassOf(spec, visit)) {
      const shown = showGoValue(written.qosClass ?? "");
      const serverText = `${shown}: Pod QOS Class may not change as a result of resizing`;
      at.say("must keep its QoS class", { cause: "invalid", atKey: true, serverText });
    }
    if (isOnOldNode(status)) {
      const serverText = "Pod running on node without support for resize";
      at.forbidden("the pod's node does not support resizing", { serverText });
    }
    if (checkPodLevel(spec.resources, stored.resources, at.at("resources"), visit)) {
      checkContainers(spec, stored, at, visit);
      if (visit.isEnabled(volumeResizeGate)) {
        checkResizedVolumes(spec.volumes ?? [], stored.volumes ?? [], at.at("volumes"));
      }
    }
    // kube-apiserver gets here only if there are no other faults. Claims are rejected in every pod.
    if (isFaulty || spec.resources?.claims || semanticEqual(spec.resources, stored.resources)) return;
    if (amountCount(spec.resources) + amountCount(stored.resources) > 0) return;
    const serverText = "only cpu and memory resources are mutable";
    at.at("resources").forbidden("must not change from absent to empty, or back", { field: at.path, serverText });
  },
);
