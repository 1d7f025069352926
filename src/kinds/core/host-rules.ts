/**
 * What the API server asks of a pod that shares the node's namespaces, and of one for a given operating system.
 *
 * @module
 */

import { validateQualifiedName } from "../../lexical/names.ts";
import { notNegative, setFields } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import { containersOf, type PodRule } from "./pod-rule.ts";
import type { PodSpec } from "./pod-spec.ts";

const userNamespaces: PodRule = {
  id: "pod/user-namespaces",
  severity: "error",
  cause: "forbidden",
  summary: "a pod with users of its own shares no other namespace with the node",
  check(spec, place, { context }) {
    if (spec.hostUsers !== false) return;
    const allowed = context.isEnabled("UserNamespacesHostNetworkSupport") ? ["hostNetwork"] : [];
    for (const name of ["hostNetwork", "hostPID", "hostIPC"] as const) {
      if (spec[name] && !allowed.includes(name))
        place.at(name).forbidden(`\`${name}\` must be false with \`hostUsers: false\``);
    }
    containersOf(spec, place).forEach(({ container, place: at }) => {
      if (container.volumeDevices?.length) {
        at.at("volumeDevices").forbidden("`volumeDevices` must be absent with `hostUsers: false`");
      }
    });
  },
};

const processNamespace: PodRule = {
  id: "pod/process-namespace",
  severity: "error",
  summary: "containers share the pod's processes or the node's, not both",
  check({ shareProcessNamespace, hostPID }, place) {
    if (shareProcessNamespace && hostPID) {
      place.at("shareProcessNamespace").invalid("must be false with `hostPID: true`", true);
    }
  },
};

const hostProcess: PodRule = {
  id: "pod/host-process",
  severity: "error",
  summary: "all containers of a Windows pod run on the host, or none",
  check(spec, place) {
    const own = spec.securityContext?.windowsOptions?.hostProcess;
    const containers = containersOf(spec, place);
    let count = 0;
    for (const { container, place: at } of containers) {
      const value = container.securityContext?.windowsOptions?.hostProcess;
      if (own !== undefined && value !== undefined && own !== value) {
        at.along(["securityContext", "windowsOptions", "hostProcess"]).invalid(
          `must be ${own}, as the pod has it`,
          value,
        );
      }
      if (value ?? own) count++;
    }
    if (count === 0) return;
    if (count !== containers.length) place.say("all containers must have `hostProcess: true`, or none", "invalid");
    if (!spec.hostNetwork)
      place.at("hostNetwork").invalid("must be true where containers have `hostProcess: true`", false);
  },
};

/** Fields of security contexts that one system alone has. */
const linuxPodFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "fsGroup",
  "fsGroupChangePolicy",
  "sysctls",
  "runAsUser",
  "runAsGroup",
  "supplementalGroups",
  "supplementalGroupsPolicy",
  "seLinuxChangePolicy",
] as const;
const linuxContainerFields = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
] as const;

const operatingSystem: PodRule = {
  id: "pod/operating-system",
  severity: "error",
  cause: "forbidden",
  summary: "a pod has no settings of another operating system",
  check(spec, place) {
    if (!spec.os) return;
    const { name = "" } = spec.os;
    if (name === "") place.at("os").at("name").required();
    if (name === "linux") forbidWindows(spec, place);
    if (name === "windows") forbidLinux(spec, place);
  },
};

function forbidWindows(spec: PodSpec, place: Place): void {
  const contexts = [
    { context: spec.securityContext, at: place },
    ...containersOf(spec, place).map(({ container, place: at }) => ({ context: container.securityContext, at })),
  ];
  for (const { context, at } of contexts) {
    if (!context?.windowsOptions) continue;
    at.at("securityContext").at("windowsOptions").forbidden("`windowsOptions` must be absent in a pod for Linux");
  }
}

function forbidLinux(spec: PodSpec, place: Place): void {
  const forbid = (names: readonly string[], at: Place) => {
    for (const name of names) at.at(name).forbidden(`\`${name}\` must be absent in a pod for Windows`);
  };
  forbid(setFields(spec, ["hostUsers", "shareProcessNamespace"]), place);
  forbid(
    (["hostPID", "hostIPC"] as const).filter((name) => spec[name]),
    place,
  );
  const { securityContext = {} } = spec;
  const podFields = setFields(securityContext, linuxPodFields);
  forbid(
    podFields.filter((name) => name !== "sysctls" || securityContext.sysctls?.length),
    place.at("securityContext"),
  );
  containersOf(spec, place).forEach(({ container, place: at }) => {
    forbid(setFields(container.securityContext ?? {}, linuxContainerFields), at.at("securityContext"));
  });
}

const deadlines: PodRule = {
  id: "pod/deadlines",
  severity: "error",
  summary: "a pod's deadline is above 0, its grace period not negative",
  check({ activeDeadlineSeconds: deadline, terminationGracePeriodSeconds: period }, place, { isPod }) {
    if (deadline !== undefined && (deadline < 1 || deadline > maxDeadlineSeconds)) {
      place.at("activeDeadlineSeconds").invalid(`must be from 1 to ${maxDeadlineSeconds}`, deadline);
    }
    if (isPod) notNegative(period, place.at("terminationGracePeriodSeconds"), undefined);
  },
};
const maxDeadlineSeconds = 2 ** 31 - 1;

const readinessGates: PodRule = {
  id: "pod/readiness-gates",
  severity: "error",
  summary: "a readiness gate is a qualified name",
  check({ readinessGates: gates = [] }, place) {
    gates.forEach(({ conditionType = "" }, index) => {
      const at = place.at("readinessGates").at(index).at("conditionType");
      for (const fault of validateQualifiedName(conditionType)) at.invalid(fault, conditionType);
    });
  },
};

export const hostRules: readonly PodRule[] = [
  userNamespaces,
  processNamespace,
  hostProcess,
  operatingSystem,
  deadlines,
  readinessGates,
];
