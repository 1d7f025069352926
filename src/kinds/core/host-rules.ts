/**
 * Rules of kube-apiserver about pods that share namespaces of the node, and about pods for a specific operating system.
 *
 * @module
 */
import type { PodSpec } from "../../api/types/core-v1.ts";
import { notNegative, setFields } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { containersOf, podOf } from "./pod-rule.ts";

const withoutHostUsers = { serverText: "when `hostUsers` is false" };

const userNamespaces = rule<PodSpec>(
  {
    id: "pod/user-namespaces",
    severity: "error",
    cause: "forbidden",
    summary: "a pod with `hostUsers: false` shares no other host namespace",
  },
  (spec, place, visit) => {
    if (spec.hostUsers !== false) return;
    const allowed = visit.isEnabled("UserNamespacesHostNetworkSupport") ? ["hostNetwork"] : [];
    for (const name of ["hostNetwork", "hostPID", "hostIPC"] as const) {
      if (spec[name] && !allowed.includes(name))
        place.at(name).forbidden(`\`${name}\` must be false with \`hostUsers: false\``, withoutHostUsers);
    }
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.volumeDevices?.length) {
        at.at("volumeDevices").forbidden("`volumeDevices` must be absent with `hostUsers: false`", withoutHostUsers);
      }
    });
  },
);

const processNamespace = rule<PodSpec>(
  {
    id: "pod/process-namespace",
    severity: "error",
    summary: "`shareProcessNamespace` and `hostPID` are not both set",
  },
  ({ shareProcessNamespace, hostPID }, place) => {
    if (shareProcessNamespace && hostPID) {
      place.at("shareProcessNamespace").invalid("must be false with `hostPID: true`", true);
    }
  },
);

const hostProcess = rule<PodSpec>(
  {
    id: "pod/host-process",
    severity: "error",
    summary: "in a Windows pod, either all containers are HostProcess containers or none",
  },
  (spec, place, visit) => {
    const own = spec.securityContext?.windowsOptions?.hostProcess;
    const containers = visit.once(containersOf);
    let count = 0;
    for (const { container, place: at } of containers) {
      const value = container.securityContext?.windowsOptions?.hostProcess;
      if (own !== undefined && value !== undefined && own !== value) {
        at.at("securityContext", "windowsOptions", "hostProcess").invalid(`must be ${own}, as in the pod`, value);
      }
      if (value ?? own) count++;
    }
    if (count === 0) return;
    if (count !== containers.length) place.say("all containers must have `hostProcess: true`, or none");
    if (!spec.hostNetwork)
      place.at("hostNetwork").invalid("must be true when containers have `hostProcess: true`", false);
  },
);

/** Fields of security contexts that exist only on one operating system. */
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

const operatingSystem = rule<PodSpec>(
  {
    id: "pod/operating-system",
    severity: "error",
    cause: "forbidden",
    summary: "a pod has no settings of another operating system",
  },
  (spec, place, visit) => {
    if (!spec.os) return;
    const { name = "" } = spec.os;
    if (name === "") place.at("os", "name").required(undefined, { field: place.at("os", "name").path });
    if (name === "linux") forbidWindows(visit);
    if (name === "windows") forbidLinux(visit);
  },
);

function forbidWindows(visit: Visit<PodSpec>): void {
  const holders = [
    { object: visit.object, place: visit.place },
    ...visit.once(containersOf).map(({ container, place }) => ({ object: container, place })),
  ];
  for (const { object, place } of holders) {
    if (!object.securityContext?.windowsOptions) continue;
    place.along(["securityContext", "windowsOptions"]).forbidden("`windowsOptions` must be absent in a pod for Linux");
  }
}

function forbidLinux(visit: Visit<PodSpec>): void {
  const { object: spec, place } = visit;
  const forbid = (names: readonly string[], at: Place) => {
    for (const name of names) at.at(name).forbidden(`\`${name}\` must be absent in a Windows pod`);
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
  visit.once(containersOf).forEach(({ container, place: at }) => {
    forbid(setFields(container.securityContext ?? {}, linuxContainerFields), at.at("securityContext"));
  });
}

const deadlines = rule<PodSpec>(
  {
    id: "pod/deadlines",
    severity: "error",
    summary: "`activeDeadlineSeconds` is above 0 and the grace period is not negative",
  },
  ({ activeDeadlineSeconds: deadline, terminationGracePeriodSeconds: period }, place, visit) => {
    const { isPod } = podOf(visit);
    if (deadline !== undefined && (deadline < 1 || deadline > maxDeadlineSeconds)) {
      place.at("activeDeadlineSeconds").invalid(`must be from 1 to ${maxDeadlineSeconds}`, deadline);
    }
    if (isPod) notNegative(period, place.at("terminationGracePeriodSeconds"));
  },
);
const maxDeadlineSeconds = 2 ** 31 - 1;

const readinessGates = rule<PodSpec>(
  { id: "pod/readiness-gates", severity: "error", summary: "a readiness gate is a qualified name" },
  ({ readinessGates: gates = [] }, place) => {
    gates.forEach(({ conditionType = "" }, index) => {
      const at = place.at("readinessGates", index, "conditionType");
      for (const fault of validateQualifiedName(conditionType)) at.invalid(fault, conditionType);
    });
  },
);

export const hostRules: readonly Rule<PodSpec>[] = [
  userNamespaces,
  processNamespace,
  hostProcess,
  operatingSystem,
  deadlines,
  readinessGates,
];
