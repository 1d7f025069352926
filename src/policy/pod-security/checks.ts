/**
 * The checks of the Pod Security Standards, with the messages of kube-apiserver.
 *
 * @module
 */
import type { Container, LifecycleHandler, PodSpec, Probe, SecurityContext, Volume } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { compareUtf8 } from "../../text/utf8.ts";

/** The reason why a pod fails a check. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** The parts of a pod, or of a pod template, that checks read. */
export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

/** Returns the violation; undefined if the pod passes the check. */
export type Check = (pod: CheckedPod) => Violation | undefined;

type PodContext = NonNullable<PodSpec["securityContext"]>;

const quoteAndJoin = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(", ");
const plural = (one: string, count: number, many = `${one}s`): string => (count === 1 ? one : many);
const sorted = (items: Iterable<string>): string[] => [...new Set(items)].sort(compareUtf8);
const describeNames = (word: string, names: readonly string[]): string =>
  `${plural(word, names.length)} ${quoteAndJoin(names)}`;

/** Returns the init containers, containers and ephemeral containers. */
function containersOf({ initContainers = [], containers, ephemeralContainers = [] }: PodSpec): Container[] {
  return [...initContainers, ...(containers ?? []), ...(ephemeralContainers as Container[])];
}

const failingContainerNames = (
  spec: PodSpec,
  isBad: (container: Container, context: SecurityContext) => boolean,
): string[] => containersOf(spec).flatMap((each) => (isBad(each, each.securityContext ?? {}) ? [each.name ?? ""] : []));

/** Names the pod and the containers that set a field: `pod and containers "a", "b"`. */
function describeSetters(isPod: boolean, containers: readonly string[]): string {
  return [...(isPod ? ["pod"] : []), ...(containers.length > 0 ? [describeNames("container", containers)] : [])].join(
    " and ",
  );
}

/**
 * Returns the violation if the pod or a container sets a field to a bad value.
 *
 * @param must - the text that follows their names
 */
function settingViolation(
  { spec }: CheckedPod,
  reason: string,
  isBad: (context: PodContext | SecurityContext) => boolean,
  must: string,
): Violation | undefined {
  const who = describeSetters(
    isBad(spec.securityContext ?? {}),
    failingContainerNames(spec, (_, context) => isBad(context)),
  );
  return who === "" ? undefined : { reason, detail: `${who} ${must}` };
}

const isWindows = ({ spec }: CheckedPod): boolean => spec.os?.name === "windows";
const hasUserNamespace = ({ spec }: CheckedPod): boolean => spec.hostUsers === false;

const exceptPods =
  (isExempt: (pod: CheckedPod) => boolean, check: Check): Check =>
  (pod) =>
    isExempt(pod) ? undefined : check(pod);

/** Exempts Windows pods, which cannot set the required fields. */
export const exceptWindows = (check: Check): Check => exceptPods(isWindows, check);
/** Exempts pods with user namespaces, whose users are not users of the host. */
export const exceptUserNamespaces = (check: Check): Check => exceptPods(hasUserNamespace, check);

export const hostNamespaces: Check = ({ spec }) => {
  const names = (["hostNetwork", "hostPID", "hostIPC"] as const).filter((name) => spec[name]);
  return names.length > 0
    ? { reason: "host namespaces", detail: names.map((name) => `${name}=true`).join(", ") }
    : undefined;
};

export const privileged: Check = ({ spec }) => {
  const names = failingContainerNames(spec, (_, context) => context.privileged === true);
  if (names.length === 0) return undefined;
  return {
    reason: "privileged",
    detail: `${describeNames("container", names)} must not set securityContext.privileged=true`,
  };
};

const baselineCapabilities: ReadonlySet<string> = new Set([
  ...["AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP"],
  ...["SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"],
]);
const restrictedCapabilities: ReadonlySet<string> = new Set(["NET_BIND_SERVICE"]);

function addedCapabilities({ spec }: CheckedPod, allowed: ReadonlySet<string>): string | undefined {
  const badOf = ({ capabilities }: SecurityContext) => (capabilities?.add ?? []).filter((each) => !allowed.has(each));
  const names = failingContainerNames(spec, (_, context) => badOf(context).length > 0);
  if (names.length === 0) return undefined;
  const bad = sorted(containersOf(spec).flatMap(({ securityContext = {} }) => badOf(securityContext)));
  return `${describeNames("container", names)} must not include ${quoteAndJoin(bad)} in securityContext.capabilities.add`;
}

export const capabilitiesBaseline: Check = (pod) => {
  const detail = addedCapabilities(pod, baselineCapabilities);
  return detail === undefined ? undefined : { reason: "non-default capabilities", detail };
};

export const capabilitiesRestricted: Check = (pod) => {
  const undroppedContainers = failingContainerNames(
    pod.spec,
    (_, { capabilities }) => !capabilities?.drop?.includes("ALL"),
  );
  const details = [
    undroppedContainers.length > 0
      ? `${describeNames("container", undroppedContainers)} must set securityContext.capabilities.drop=["ALL"]`
      : undefined,
    addedCapabilities(pod, restrictedCapabilities),
  ].filter((detail) => detail !== undefined);
  return details.length > 0 ? { reason: "unrestricted capabilities", detail: details.join("; ") } : undefined;
};

export const hostPathVolumes: Check = ({ spec }) => {
  const names = (spec.volumes ?? []).flatMap(({ hostPath, name = "" }) => (hostPath ? [name] : []));
  return names.length > 0 ? { reason: "hostPath volumes", detail: describeNames("volume", names) } : undefined;
};

export const hostPorts: Check = ({ spec }) => {
  const portsOf = ({ ports = [] }: Container) =>
    (ports ?? []).flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []));
  const names = failingContainerNames(spec, (container) => portsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(containersOf(spec).flatMap(portsOf));
  const uses = plural("uses", names.length, "use");
  return {
    reason: "hostPort",
    detail: `${describeNames("container", names)} ${uses} ${plural("hostPort", ports.length)} ${ports.join(", ")}`,
  };
};

const hostsOf = (handler: Probe | LifecycleHandler | undefined): string[] =>
  [handler?.httpGet?.host, handler?.tcpSocket?.host].flatMap((host) => host || []);

export const probeHosts: Check = ({ spec }) => {
  const badOf = ({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container) =>
    [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap(hostsOf);
  const names = sorted(failingContainerNames(spec, (container) => badOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sorted(containersOf(spec).flatMap(badOf));
  const uses = plural("uses", names.length, "use");
  return {
    reason: "probe or lifecycle host",
    detail: `${describeNames("container", names)} ${uses} ${describeNames("probe or lifecycle host", hosts)}`,
  };
};

const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
const isAppArmorValue = (value: string): boolean =>
  value === "" || value === "runtime/default" || value.startsWith("localhost/");

export const appArmorProfile: Check = ({ annotations, spec }) => {
  const badOf = ({ appArmorProfile: profile }: PodContext | SecurityContext) =>
    profile && profile.type !== "RuntimeDefault" && profile.type !== "Localhost" ? [profile.type ?? ""] : [];
  const ofPod = badOf(spec.securityContext ?? {});
  const names = failingContainerNames(spec, (_, context) => badOf(context).length > 0);
  const bad = Object.entries(annotations)
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAppArmorValue(value))
    .map(([key, value]) => `${key}=${quoteGo(value)}`)
    .sort(compareUtf8);
  const who = [describeSetters(ofPod.length > 0, names), bad.length > 0 ? plural("annotation", bad.length) : ""].filter(
    Boolean,
  );
  if (who.length === 0) return undefined;
  const types = containersOf(spec).flatMap(({ securityContext = {} }) => badOf(securityContext));
  const values = [...sorted([...ofPod, ...types]), ...bad];
  return {
    reason: plural("forbidden AppArmor profile", values.length),
    detail: `${who.join(" and ")} must not set AppArmor profile type to ${quoteAndJoin(values)}`,
  };
};

export const procMount: Check = ({ spec }) => {
  const badOf = ({ procMount: mount }: SecurityContext) => (mount !== undefined && mount !== "Default" ? [mount] : []);
  const names = failingContainerNames(spec, (_, context) => badOf(context).length > 0);
  if (names.length === 0) return undefined;
  const types = sorted(containersOf(spec).flatMap(({ securityContext = {} }) => badOf(securityContext)));
  return {
    reason: "procMount",
    detail: `${describeNames("container", names)} must not set securityContext.procMount to ${quoteAndJoin(types)}`,
  };
};

const seLinuxTypes = ["", "container_t", "container_init_t", "container_kvm_t"];

/** @param more - additional allowed types */
export const seLinuxOptions =
  (...more: readonly string[]): Check =>
  ({ spec }) => {
    const allowed = new Set([...seLinuxTypes, ...more]);
    const isBad = ({ seLinuxOptions: options }: PodContext | SecurityContext) =>
      options !== undefined && (!allowed.has(options.type ?? "") || Boolean(options.user) || Boolean(options.role));
    const who = describeSetters(
      isBad(spec.securityContext ?? {}),
      failingContainerNames(spec, (_, context) => isBad(context)),
    );
    if (who === "") return undefined;
    const contexts = [spec.securityContext ?? {}, ...containersOf(spec).map((each) => each.securityContext ?? {})];
    const options = contexts.flatMap((context) => context.seLinuxOptions ?? []);
    const types = sorted(options.flatMap(({ type = "" }) => (allowed.has(type) ? [] : [type])));
    const data = [
      ...(types.length > 0 ? [describeNames("type", types)] : []),
      ...(options.some(({ user }) => user) ? ["user may not be set"] : []),
      ...(options.some(({ role }) => role) ? ["role may not be set"] : []),
    ];
    return {
      reason: "seLinuxOptions",
      detail: `${who} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}`,
    };
  };

const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
const seccompContainer = "container.seccomp.security.alpha.kubernetes.io/";
const isSeccompValue = (value: string): boolean =>
  value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");

export const seccompAnnotations: Check = ({ annotations, spec }) => {
  const keys = [seccompPod, ...containersOf(spec).map(({ name }) => seccompContainer + name)];
  const bad = sorted(
    keys.flatMap((key) => {
      const value = memberOf(annotations, key);
      return value === undefined || isSeccompValue(value) ? [] : [`${key}=${quoteGo(value)}`];
    }),
  );
  if (bad.length === 0) return undefined;
  return { reason: "seccompProfile", detail: `forbidden ${plural("annotation", bad.length)} ${bad.join(", ")}` };
};

const badSeccomp = ({ seccompProfile: profile }: PodContext | SecurityContext): string[] =>
  profile && profile.type !== "Localhost" && profile.type !== "RuntimeDefault" ? [profile.type ?? ""] : [];

export const seccompBaseline: Check = (pod) => {
  const contexts = [
    pod.spec.securityContext ?? {},
    ...containersOf(pod.spec).map((each) => each.securityContext ?? {}),
  ];
  const must = `must not set securityContext.seccompProfile.type to ${quoteAndJoin(sorted(contexts.flatMap(badSeccomp)))}`;
  return settingViolation(pod, "seccompProfile", (context) => badSeccomp(context).length > 0, must);
};

export const seccompRestricted: Check = (pod) => {
  const explicit = seccompBaseline(pod);
  if (explicit || pod.spec.securityContext?.seccompProfile) return explicit;
  const names = failingContainerNames(pod.spec, (_, { seccompProfile: profile }) => profile === undefined);
  if (names.length === 0) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: "seccompProfile", detail: `pod or ${describeNames("container", names)} ${must}` };
};

/** @param allowed - the sysctls that a pod may set */
export const sysctls =
  (allowed: readonly string[]): Check =>
  ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? []).flatMap(({ name = "" }) =>
      allowed.includes(name) ? [] : [name],
    );
    return bad.length > 0 ? { reason: "forbidden sysctls", detail: bad.join(", ") } : undefined;
  };

export const hostProcess: Check = (pod) =>
  settingViolation(
    pod,
    "hostProcess",
    ({ windowsOptions: options }) => options?.hostProcess === true,
    "must not set securityContext.windowsOptions.hostProcess=true",
  );

export const allowPrivilegeEscalation: Check = ({ spec }) => {
  const names = failingContainerNames(spec, (_, context) => context.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${describeNames("container", names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const allowedVolumes = [
  ...[
    "configMap",
    "csi",
    "downwardAPI",
    "emptyDir",
    "ephemeral",
    "image",
    "persistentVolumeClaim",
    "projected",
    "secret",
  ],
] as const satisfies readonly (keyof Volume)[];
/**
 * Volume types that are not allowed, by their names in kube-apiserver's messages. A message names the first one that is
 * set.
 */
const forbiddenVolumes = [
  ...["hostPath", "gcePersistentDisk", "awsElasticBlockStore", "gitRepo", "nfs", "iscsi", "glusterfs", "rbd"],
  ...["flexVolume", "cinder", "cephfs", "flocker", "fc", "azureFile", "vsphereVolume", "quobyte", "azureDisk"],
  ...["photonPersistentDisk", "portworxVolume", "scaleIO", "storageos"],
] as const satisfies readonly (keyof Volume)[];

export const restrictedVolumes: Check = ({ spec }) => {
  const bad = (spec.volumes ?? []).filter((volume) => allowedVolumes.every((name) => volume[name] === undefined));
  if (bad.length === 0) return undefined;
  const types = sorted(bad.map((volume) => forbiddenVolumes.find((name) => volume[name] !== undefined) ?? "unknown"));
  const uses = plural("uses", bad.length, "use");
  const names = bad.map(({ name = "" }) => name);
  return {
    reason: "restricted volume types",
    detail: `${describeNames("volume", names)} ${uses} ${describeNames("restricted volume type", types)}`,
  };
};

export const runAsNonRoot: Check = (pod) => {
  const reason = "runAsNonRoot != true";
  const isRoot = (context: PodContext | SecurityContext) => context.runAsNonRoot === false;
  const explicit = settingViolation(pod, reason, isRoot, "must not set securityContext.runAsNonRoot=false");
  if (explicit || pod.spec.securityContext?.runAsNonRoot) return explicit;
  const names = failingContainerNames(pod.spec, (_, context) => context.runAsNonRoot === undefined);
  if (names.length === 0) return undefined;
  return { reason, detail: `pod or ${describeNames("container", names)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: Check = (pod) => {
  const isZero = ({ runAsUser: user }: PodContext | SecurityContext) => user !== undefined && Number(user) === 0;
  return settingViolation(pod, "runAsUser=0", isZero, "must not set runAsUser=0");
};
