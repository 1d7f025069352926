/**
 * Faults in a resize of a pod that the API server refuses: nothing but cpu and memory of its containers changes.
 *
 * @module
 */
import type { Container, Pod, PodStatus } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { mirrorAnnotation } from "./pod-annotation-rules.ts";
import { qosClassOf } from "./pod-qos.ts";

type Amounts = Readonly<Record<string, string>>;

const resizable: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** Without what a resize may change. */
function fixedPart({ resources = {}, ...container }: Container): object {
  const fixed = (amounts: Amounts = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !resizable.has(name)));
  const { requests, limits, claims = [] } = resources;
  return { ...container, resources: { requests: fixed(requests), limits: fixed(limits), claims } };
}

function checkContainers(now: readonly Container[], stored: readonly Container[], place: Place): void {
  if (now.length !== stored.length) {
    place.say("a resize must not add or remove containers", { cause: "forbidden" });
    return;
  }
  for (const [index, before] of stored.entries()) {
    const container = now[index] ?? {};
    const at = place.at(index);
    if (container.name !== before.name) at.at("name").say("must keep its position", { cause: "forbidden" });
    checkKept(container.resources?.requests, before.resources?.requests, at.at("resources", "requests"));
    checkKept(container.resources?.limits, before.resources?.limits, at.at("resources", "limits"));
    if (semanticEqual(fixedPart(container), fixedPart(before))) continue;
    at.at("resources").say("only `cpu` and `memory` may change", { cause: "forbidden" });
  }
}

function checkKept(now: Amounts = {}, stored: Amounts = {}, place: Place): void {
  const lost = Object.keys(stored).find((name) => resizable.has(name) && !Object.hasOwn(now, name));
  if (lost !== undefined) place.say(`\`${lost}\` must not be removed`, { cause: "forbidden" });
}

/** A node that reports no resources of a running container cannot resize it. */
function isOnOldNode({ containerStatuses = [] }: PodStatus): boolean {
  const running = containerStatuses.find(({ state }) => state?.running !== undefined);
  return running !== undefined && running.resources === undefined;
}

export const podResize = rule<Pod>(
  {
    id: "pod/resize",
    severity: "error",
    cause: "forbidden",
    summary: "a resize changes only cpu and memory, and keeps the QoS class",
  },
  ({ spec = {} }, place, visit) => {
    if (visit.subresource !== "resize") return;
    const { metadata, spec: stored = {}, status = {} }: Pod = visit.oldObject ?? {};
    const at = place.at("spec");
    if (metadata?.annotations?.[mirrorAnnotation] !== undefined)
      at.say("a static pod cannot be resized", { cause: "forbidden" });
    if (stored.os?.name === "windows") at.say("a Windows pod cannot be resized", { cause: "forbidden" });
    if (qosClassOf(spec, visit) !== qosClassOf(stored, visit)) at.say("must keep its QoS class", { cause: "invalid" });
    if (isOnOldNode(status)) at.say("the pod's node does not support resizing", { cause: "forbidden" });
    checkContainers(spec.containers ?? [], stored.containers ?? [], at.at("containers"));
    checkContainers(spec.initContainers ?? [], stored.initContainers ?? [], at.at("initContainers"));
    if (semanticEqual(spec.resources, stored.resources)) return;
    const amounts = [spec.resources, stored.resources].flatMap((each) => [each?.requests ?? {}, each?.limits ?? {}]);
    if (amounts.every((each) => Object.keys(each).length === 0)) {
      at.at("resources").say("field is immutable", { cause: "forbidden" });
    }
  },
);
