/**
 * Rules of kube-apiserver about the ports of containers.
 *
 * @module
 */
import type { Container, ContainerPort, PodSpec } from "../../api/types/core-v1.ts";
import { type Demand, each, inRange, required, text } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type UniqueOptions, unique } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validatePortName } from "../../text/names.ts";
import { containersOf, podOf } from "./pod-rule.ts";

/** The numbers of TCP, UDP and SCTP ports. */
export const portNumber = inRange(1, 65_535);

const portName = text(validatePortName);

const checkPort: Demand<ContainerPort> = ({ name, containerPort, hostPort }, place) => {
  if (name) portName(name, place.at("name"));
  required(containerPort, place.at("containerPort"), portNumber);
  if (hostPort) portNumber(hostPort, place.at("hostPort"));
};

const uniqueNames: UniqueOptions<ContainerPort> = {
  textOf: ({ name = "" }) => (validatePortName(name).length === 0 ? name : undefined),
  placeOf: (item) => item.at("name"),
  message: (name) => `must be unique in the container; ${JSON.stringify(name)} is taken`,
};

const ports = rule<PodSpec>(
  {
    id: "pod/ports",
    severity: "error",
    summary: "container ports have numbers, and unique names",
  },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (!container.ports) return;
      const list = at.at("ports");
      each(container.ports, list, checkPort);
      unique(container.ports, list, uniqueNames);
    });
  },
);

const hostPorts = rule<PodSpec>(
  { id: "pod/host-ports", severity: "error", cause: "duplicate", summary: "host ports are unique within the pod" },
  ({ containers, initContainers = [] }, place) => {
    checkHostPorts(containers ?? [], place.at("containers"));
    initContainers.forEach((container, index) => {
      checkHostPorts([container], place.at("initContainers"), index);
    });
  },
);

/** @param offset - the index of the first container in its list */
function checkHostPorts(containers: readonly Container[], place: Place<readonly Container[]>, offset = 0): void {
  const firstByPort = new Map<string, Place>();
  containers.forEach((container, index) => {
    container.ports?.forEach(({ hostPort, hostIP = "", protocol = "" }, portIndex) => {
      if (!hostPort) return;
      const at = place.at(offset + index, "ports", portIndex, "hostPort");
      const key = `${protocol}/${hostIP}/${hostPort}`;
      const first = firstByPort.get(key);
      if (first) at.duplicate(`must be unique in the pod; ${protocol} port ${hostPort} of the node is taken`, first);
      else firstByPort.set(key, at);
    });
  });
}

const hostNetworkPorts = rule<PodSpec>(
  {
    id: "pod/host-network-ports",
    severity: "error",
    summary: "with `hostNetwork`, `hostPort` equals `containerPort`",
  },
  ({ hostNetwork, containers }, place, visit) => {
    const { isPod } = podOf(visit);
    if (!hostNetwork) return;
    for (const [index, container] of (containers ?? []).entries()) {
      container.ports?.forEach(({ hostPort = 0, containerPort = 0 }, portIndex) => {
        if (hostPort === containerPort || (hostPort === 0 && !isPod)) return;
        place
          .at("containers", index, "ports", portIndex)
          .at("hostPort")
          .invalid(`must be \`containerPort\` (${containerPort}) with \`hostNetwork: true\``, hostPort, {
            help: "leave `hostPort` out",
          });
      });
    }
  },
);

export const portRules: readonly Rule<PodSpec>[] = [ports, hostPorts, hostNetworkPorts];
