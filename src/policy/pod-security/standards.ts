/**
 * The Pod Security Standards: the checks of each level in each version, and the violations of a pod.
 *
 * @module
 */
import {
  allowPrivilegeEscalation,
  appArmorProfile,
  type Check,
  type CheckedPod,
  capabilitiesBaseline,
  capabilitiesRestricted,
  exceptUserNamespaces,
  exceptWindows,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProcess,
  privileged,
  probeHosts,
  procMount,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccompAnnotations,
  seccompBaseline,
  seccompRestricted,
  seLinuxOptions,
  sysctls,
  type Violation,
} from "./checks.ts";

/** From the most lenient to the strictest. */
export const levels = ["privileged", "baseline", "restricted"] as const;
export type Level = (typeof levels)[number];

/** A level, and the minor release whose checks it uses; `latest` means that of the target. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: number | "latest";
}

export const formatLevel = ({ level, version }: LevelVersion): string =>
  `${level}:${version === "latest" ? version : `v1.${version}`}`;

/** A check in each minor release that changed it. */
type CheckVersions = readonly (readonly [sinceMinor: number, check: Check])[];

const safeSysctls = [
  ...["kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies"],
  ...["net.ipv4.ping_group_range", "net.ipv4.ip_unprivileged_port_start"],
];
const sysctls27 = [...safeSysctls, "net.ipv4.ip_local_reserved_ports"];
const keepalive = ["net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_keepalive_intvl", "net.ipv4.tcp_keepalive_probes"];
const sysctls29 = [...sysctls27, ...keepalive, "net.ipv4.tcp_fin_timeout"];
const sysctls32 = [...sysctls29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];
const sysctls37 = [...sysctls32, "net.ipv4.tcp_slow_start_after_idle", "net.ipv4.tcp_notsent_lowat"];

interface StandardCheck {
  readonly versions: CheckVersions;
  /** The minor release since which the restricted level has a stricter check instead. */
  readonly replacedSince?: number;
}

/** In the order in which kube-apiserver lists violations. */
const baselineChecks: readonly StandardCheck[] = [
  { versions: [[0, appArmorProfile]] },
  { versions: [[0, capabilitiesBaseline]], replacedSince: 22 },
  { versions: [[0, hostNamespaces]] },
  { versions: [[0, hostPathVolumes]], replacedSince: 0 },
  { versions: [[0, hostPorts]] },
  { versions: [[34, probeHosts]] },
  { versions: [[0, privileged]] },
  {
    versions: [
      [0, procMount],
      [35, exceptUserNamespaces(procMount)],
    ],
    replacedSince: 35,
  },
  {
    versions: [
      [0, seLinuxOptions()],
      [31, seLinuxOptions("container_engine_t")],
    ],
  },
  {
    versions: [
      [0, seccompAnnotations],
      [19, seccompBaseline],
    ],
    replacedSince: 19,
  },
  {
    versions: [
      [0, sysctls(safeSysctls)],
      [27, sysctls(sysctls27)],
      [29, sysctls(sysctls29)],
      [32, sysctls(sysctls32)],
      [37, sysctls(sysctls37)],
    ],
  },
  { versions: [[0, hostProcess]] },
];

const restrictedChecks: readonly StandardCheck[] = [
  {
    versions: [
      [8, allowPrivilegeEscalation],
      [25, exceptWindows(allowPrivilegeEscalation)],
    ],
  },
  {
    versions: [
      [22, capabilitiesRestricted],
      [25, exceptWindows(capabilitiesRestricted)],
    ],
  },
  { versions: [[35, procMount]] },
  { versions: [[0, restrictedVolumes]] },
  {
    versions: [
      [0, runAsNonRoot],
      [35, exceptUserNamespaces(runAsNonRoot)],
    ],
  },
  {
    versions: [
      [23, runAsUser],
      [35, exceptUserNamespaces(runAsUser)],
    ],
  },
  {
    versions: [
      [19, seccompRestricted],
      [25, exceptWindows(seccompRestricted)],
    ],
  },
];

/** @param newestMinor - the minor release of the server; later versions have its checks */
export function violationsOf(
  pod: CheckedPod,
  { level, version }: LevelVersion,
  newestMinor: number,
): readonly Violation[] {
  if (level === "privileged") return [];
  const minor = version === "latest" ? newestMinor : Math.min(version, newestMinor);
  const baseline =
    level === "baseline"
      ? baselineChecks
      : baselineChecks.filter(({ replacedSince = Number.POSITIVE_INFINITY }) => minor < replacedSince);
  const checks = level === "baseline" ? baseline : [...baseline, ...restrictedChecks];
  return checks.flatMap(({ versions }) => versions.findLast(([since]) => since <= minor)?.[1](pod) ?? []);
}

/** Joins violations: `privileged (container "a" must not ...), hostPort (...)`. */
export const describeViolations = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(", ");
