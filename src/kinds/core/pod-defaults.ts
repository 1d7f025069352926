/**
 * The defaults that kube-apiserver sets in pods and pod templates.
 *
 * @module
 */
import type {
  Container,
  DownwardAPIVolumeFile,
  EphemeralContainer,
  HTTPGetAction,
  PodSpec,
  PodStatus,
  Probe,
  PullPolicy,
  ResourceRequirements,
  Volume,
} from "../../api/types/core-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { memberOf, setMember } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { imageTag } from "../../text/image-reference.ts";
import { formatQuantity, type Quantity } from "../../text/quantity.ts";
import { defaultClaimSpec } from "./claim-defaults.ts";
import { containerLimits, containerRequests, roundToMillis } from "./resource-list.ts";

import type { VolumeSource } from "./volume-source-checks.ts";

/** The mode of the files in a volume. */
const defaultFileMode = 0o644;
const defaultTokenSeconds = 3600;
const defaultGracePeriodSeconds = 30;

/** Matches an image with a tag other than `latest`. Most images match, which avoids parsing them. */
const fixedTagPattern = /^[^@]*:(?!latest$)[\w.-]+$/;

/** Returns the default pull policy: always for the tag `latest`, else only if the image is not present. */
const pullPolicyOf = (image = ""): PullPolicy =>
  !fixedTagPattern.test(image) && imageTag(image) === "latest" ? "Always" : "IfNotPresent";

interface HasLabels {
  metadata?: ObjectMeta;
}

/**
 * Copies the labels of the template to an object without labels. kube-apiserver does this whenever it reads the object.
 */
export function copyTemplateLabels(object: HasLabels, template: HasLabels | undefined): void {
  const labels = template?.metadata?.labels;
  if (!labels || Object.keys(object.metadata?.labels ?? {}).length > 0) return;
  object.metadata = { ...object.metadata, labels };
}

/** Sets the defaults of pods and of pod templates. */
export function defaultPodSpec(spec: PodSpec, context: RuleContext): void {
  spec.serviceAccountName ||= spec.serviceAccount ?? "";
  if (spec.serviceAccountName) spec.serviceAccount = spec.serviceAccountName;
  else delete spec.serviceAccountName;
  spec.dnsPolicy ||= "ClusterFirst";
  spec.restartPolicy ||= "Always";
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= defaultGracePeriodSeconds;
  spec.schedulerName ||= "default-scheduler";
  spec.volumes?.forEach(defaultVolume);
  spec.initContainers?.forEach(defaultContainer);
  spec.containers?.forEach(defaultContainer);
  spec.ephemeralContainers?.forEach(defaultContainer);
  roundToMillis(spec.overhead);
  if (context.isEnabled("PodLevelResources")) {
    roundToMillis(spec.resources?.limits);
    roundToMillis(spec.resources?.requests);
  }
}

/** Sets the defaults of pods only; templates do not get them. */
export function defaultPod(spec: PodSpec, context: RuleContext): void {
  defaultPodSpec(spec, context);
  if (Number(spec.terminationGracePeriodSeconds) < 0) spec.terminationGracePeriodSeconds = 1;
  spec.enableServiceLinks ??= true;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) requestLimits(resources);
  if (context.isEnabled("PodLevelResources")) defaultPodResources(spec, context);
  if (spec.hostNetwork) {
    for (const port of containers.flatMap(({ ports = [] }) => ports)) port.hostPort ||= port.containerPort ?? 0;
  }
  if (context.isEnabled("H2CContainerProbe")) {
    for (const action of [...containers, ...(spec.ephemeralContainers ?? [])].flatMap(httpActions))
      action.protocol ??= "HTTP1";
  }
}

/** Makes `podIP` and `podIPs` agree, and sets the defaults of the status. */
export function defaultPodStatus(status: PodStatus): void {
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (!status.podIP && first) status.podIP = first;
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status;
  for (const { allocatedResources, resources } of [
    status,
    ...initContainerStatuses,
    ...containerStatuses,
    ...ephemeralContainerStatuses,
  ]) {
    roundToMillis(allocatedResources);
    roundToMillis(resources?.limits);
    roundToMillis(resources?.requests);
  }
}

function httpActions({
  livenessProbe,
  readinessProbe,
  startupProbe,
  lifecycle,
}: Container | EphemeralContainer): HTTPGetAction[] {
  const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop];
  return handlers.flatMap((handler) => (handler?.httpGet ? [handler.httpGet] : []));
}

function defaultContainer(container: Container | EphemeralContainer): void {
  container.imagePullPolicy ||= pullPolicyOf(container.image);
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  container.ports?.forEach((port) => {
    port.protocol ||= "TCP";
  });
  container.env?.forEach(({ valueFrom }) => {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= "v1";
    if (valueFrom?.fileKeyRef) valueFrom.fileKeyRef.optional ??= false;
  });
  roundToMillis(container.resources?.limits);
  roundToMillis(container.resources?.requests);
  defaultProbe(container.livenessProbe);
  defaultProbe(container.readinessProbe);
  defaultProbe(container.startupProbe);
  defaultHttp(container.lifecycle?.postStart?.httpGet);
  defaultHttp(container.lifecycle?.preStop?.httpGet);
}

function defaultProbe(probe: Probe | undefined): void {
  if (!probe) return;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.grpc) probe.grpc.service ??= "";
  defaultHttp(probe.httpGet);
}

function defaultHttp(action: HTTPGetAction | undefined): void {
  if (!action) return;
  action.path ||= "/";
  action.scheme ||= "HTTP";
}

type VolumeDefaults = { readonly [K in keyof VolumeSource]?: (source: NonNullable<VolumeSource[K]>) => void };

const volumeDefaults: VolumeDefaults = {
  hostPath(source) {
    source.type ??= "";
  },
  secret(source) {
    source.defaultMode ??= defaultFileMode;
  },
  configMap(source) {
    source.defaultMode ??= defaultFileMode;
  },
  downwardAPI(source) {
    source.defaultMode ??= defaultFileMode;
    defaultFiles(source.items);
  },
  projected(source) {
    source.defaultMode ??= defaultFileMode;
    for (const { downwardAPI, serviceAccountToken } of source.sources ?? []) {
      defaultFiles(downwardAPI?.items);
      if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= defaultTokenSeconds;
    }
  },
  iscsi(source) {
    source.iscsiInterface ||= "default";
  },
  rbd(source) {
    source.pool ||= "rbd";
    source.user ||= "admin";
    source.keyring ||= "/etc/ceph/keyring";
  },
  azureDisk(source) {
    source.cachingMode ??= "ReadWrite";
    source.fsType ??= "ext4";
    source.readOnly ??= false;
    source.kind ??= "Shared";
  },
  scaleIO(source) {
    source.storageMode ||= "ThinProvisioned";
    source.fsType ||= "xfs";
  },
  ephemeral({ volumeClaimTemplate }) {
    if (!volumeClaimTemplate) return;
    volumeClaimTemplate.spec ??= {};
    defaultClaimSpec(volumeClaimTemplate.spec);
  },
  image(source) {
    source.pullPolicy ||= pullPolicyOf(source.reference);
  },
};

const defaultOfSource: ReadonlyMap<string, (source: unknown) => void> = new Map(
  Object.entries(volumeDefaults as Record<string, (source: unknown) => void>),
);

function defaultVolume(volume: Volume): void {
  const names = Object.keys(volume) as (keyof Volume)[];
  if (names.every((name) => name === "name")) volume.emptyDir = {};
  defaultVolumeSource(volume);
}

/** Sets the defaults of a volume's source, in a pod or a PersistentVolume. */
export function defaultVolumeSource(source: object): void {
  for (const [name, value] of Object.entries(source)) defaultOfSource.get(name)?.(value);
}

function defaultFiles(files: readonly DownwardAPIVolumeFile[] | undefined): void {
  for (const { fieldRef } of files ?? []) if (fieldRef) fieldRef.apiVersion ||= "v1";
}

type Amounts = Record<string, string>;

/** Sets the request of each limited resource to its limit if it is absent. */
function requestLimits(resources: ResourceRequirements | undefined): void {
  if (!resources?.limits) return;
  resources.requests = { ...resources.limits, ...resources.requests };
}

const isHugePages = (name: string): boolean => name.startsWith("hugepages-");
const isShared = (name: string): boolean => name === "cpu" || name === "memory";

/** Derives the missing pod-level resources from the containers, if the pod has any. */
function defaultPodResources(spec: PodSpec, context: RuleContext): void {
  const { resources } = spec;
  if (!resources || Object.keys({ ...resources.limits, ...resources.requests }).length === 0) return;
  const limits: Amounts = { ...resources.limits };
  for (const [name, sum] of containerLimits(spec)) {
    if (isHugePages(name) && memberOf(resources.requests, name) === undefined) fillAmount(limits, name, sum);
  }
  if (Object.keys(limits).length > 0) resources.limits = limits;
  const defaultsWithoutLimits = context.reaches("1.37");
  if (!resources.limits && !defaultsWithoutLimits) return;
  const requests: Amounts = { ...resources.requests };
  for (const [name, sum] of containerRequests(spec)) if (isShared(name)) fillAmount(requests, name, sum);
  for (const [name, limit] of Object.entries(limits)) {
    if (isShared(name) || isHugePages(name)) setMember(requests, name, memberOf(requests, name) ?? limit);
  }
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

function fillAmount(amounts: Amounts, name: string, sum: Quantity): void {
  setMember(amounts, name, memberOf(amounts, name) ?? formatQuantity(sum));
}
