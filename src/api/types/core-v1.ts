/**
 * The types of `core/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface AWSElasticBlockStoreVolumeSource {
  /** Id of the disk. */
  volumeID?: string;
  /** File system. */
  fsType?: string;
  /** Number of the partition; 0 is the whole disk. */
  partition?: number;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface Affinity {
  /** Nodes to run on. */
  nodeAffinity?: NodeAffinity;
  /** Pods to run beside. */
  podAffinity?: PodAffinity;
  /** Pods to keep away from. */
  podAntiAffinity?: PodAntiAffinity;
}

export interface AppArmorProfile {
  /** Which kind of profile. */
  type?: AppArmorProfileType;
  /** A profile that is loaded on the node. */
  localhostProfile?: string;
}

export type AppArmorProfileType = "Localhost" | "RuntimeDefault" | "Unconfined";

export interface AttachedVolume {
  name?: string;
  devicePath?: string;
}

export type AzureDataDiskCachingMode = "None" | "ReadOnly" | "ReadWrite";

export type AzureDataDiskKind = "Dedicated" | "Managed" | "Shared";

export interface AzureDiskVolumeSource {
  /** Name of the disk. */
  diskName?: string;
  /** URI of the disk. */
  diskURI?: string;
  /** Default `ReadWrite`. */
  cachingMode?: AzureDataDiskCachingMode;
  /** File system; default `ext4`. */
  fsType?: string;
  /** Whether writing is refused; default false. */
  readOnly?: boolean;
  /** Default `Shared`. */
  kind?: AzureDataDiskKind;
}

export interface AzureFilePersistentVolumeSource {
  secretName?: string;
  shareName?: string;
  readOnly?: boolean;
  secretNamespace?: string;
}

export interface AzureFileVolumeSource {
  /** Secret with the account's name and key. */
  secretName?: string;
  /** Name of the share. */
  shareName?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

/** Puts a pod on a node; what a scheduler sends. */
export interface Binding {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  target?: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  driver?: string;
  volumeHandle?: string;
  readOnly?: boolean;
  fsType?: string;
  volumeAttributes?: Record<string, string>;
  controllerPublishSecretRef?: SecretReference;
  nodeStageSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  controllerExpandSecretRef?: SecretReference;
  nodeExpandSecretRef?: SecretReference;
}

export interface CSIVolumeSource {
  /** Name of the driver. */
  driver?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** File system. */
  fsType?: string;
  /** Properties that the driver reads. */
  volumeAttributes?: Record<string, string>;
  /** Secret for the driver. */
  nodePublishSecretRef?: LocalObjectReference;
}

export interface Capabilities {
  /** To add. */
  add?: string[];
  /** To take away; `ALL` is all. */
  drop?: string[];
}

export interface CephFSPersistentVolumeSource {
  monitors?: string[];
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface CephFSVolumeSource {
  /** Addresses of the monitors. */
  monitors?: string[];
  /** Root of the mount; default `/`. */
  path?: string;
  /** Default `admin`. */
  user?: string;
  /** Default `/etc/ceph/user.secret`. */
  secretFile?: string;
  /** Secret that replaces the file. */
  secretRef?: LocalObjectReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface CinderPersistentVolumeSource {
  volumeID?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: SecretReference;
}

export interface CinderVolumeSource {
  /** Id of the disk. */
  volumeID?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Secret with the cloud's parameters. */
  secretRef?: LocalObjectReference;
}

export interface ClaimSource {
  /** An existing claim in the pod's namespace. */
  resourceClaimName?: string;
  /** The template to make a claim from. */
  resourceClaimTemplateName?: string;
}

export interface ClientIPConfig {
  timeoutSeconds?: number;
}

export interface ClusterTrustBundleProjection {
  /** One bundle by name. */
  name?: string;
  /** All bundles of a signer. */
  signerName?: string;
  /** Only these bundles of the signer; absent matches none. */
  labelSelector?: metaV1.LabelSelector;
  /** Whether bundles may be missing. */
  optional?: boolean;
  /** File of the certificates. */
  path?: string;
  /** Owner of the file. Since 1.37. */
  user?: number | bigint;
}

export interface ComponentCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** Why, for people. */
  message?: string;
  error?: string;
}

/** How the control plane's parts fare, as seen long ago; read only. */
export interface ComponentStatus {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: ComponentCondition[];
}

/** Settings that are not secret, as texts and bytes by key. */
export interface ConfigMap {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  immutable?: boolean;
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
}

export interface ConfigMapEnvSource {
  /** Name of the ConfigMap. */
  name?: string;
  /** Whether it may be missing. */
  optional?: boolean;
}

export interface ConfigMapKeySelector {
  /** Name of the ConfigMap. */
  name?: string;
  /** The key. */
  key?: string;
  /** Whether the map or the key may be missing. */
  optional?: boolean;
}

export interface ConfigMapNodeConfigSource {
  /** Its namespace. */
  namespace?: string;
  /** Its name. */
  name?: string;
  /** Its uid. */
  uid?: string;
  /** Its resource version. */
  resourceVersion?: string;
  /** The key that holds the configuration. */
  kubeletConfigKey?: string;
}

export interface ConfigMapProjection {
  /** Name of the ConfigMap. */
  name?: string;
  /** Only these keys, at these paths. */
  items?: KeyToPath[];
  /** Whether the map or its keys may be missing. */
  optional?: boolean;
}

export interface ConfigMapVolumeSource {
  /** Name of the ConfigMap. */
  name?: string;
  /** Only these keys, at these paths. */
  items?: KeyToPath[];
  /** Permissions of the files; default 0644. */
  defaultMode?: number;
  /** Whether the map or its keys may be missing. */
  optional?: boolean;
  /** Owner of the files. Since 1.37. */
  defaultUser?: number | bigint;
}

export interface Container {
  /** Unique in the pod; a DNS label. */
  name?: string;
  /** Image to run. */
  image?: string;
  /** Replaces the image's entry point. */
  command?: string[];
  /** Arguments of the entry point. */
  args?: string[];
  /** Directory to start in; default the image's. */
  workingDir?: string;
  /** Ports the container listens on; others are reachable too. */
  ports?: ContainerPort[];
  /** Sources whose every key becomes a variable. */
  envFrom?: EnvFromSource[];
  /** Variables; they win over `envFrom`. */
  env?: EnvVar[];
  /** The least and the most that the container gets of resources. */
  resources?: ResourceRequirements;
  /** Whether changing a resource restarts the container. */
  resizePolicy?: ContainerResizePolicy[];
  /** Overrides the pod's policy; `Always` makes an init container a sidecar. */
  restartPolicy?: ContainerRestartPolicy;
  /** Volumes and where they appear. */
  volumeMounts?: VolumeMount[];
  /** Volumes that appear as block devices. */
  volumeDevices?: VolumeDevice[];
  /** When it fails the container is restarted. */
  livenessProbe?: Probe;
  /** While it fails the pod gets no traffic. */
  readinessProbe?: Probe;
  /** Until it succeeds the other probes wait. */
  startupProbe?: Probe;
  /** Actions after the start and before the stop. */
  lifecycle?: Lifecycle;
  /** File whose content becomes the status message; default `/dev/termination-log`. */
  terminationMessagePath?: string;
  /** Whether the end of the log may stand in for an empty file. */
  terminationMessagePolicy?: TerminationMessagePolicy;
  /** Default `Always` for the tag `latest`, else `IfNotPresent`. */
  imagePullPolicy?: PullPolicy;
  /** Privileges and identity of the processes. */
  securityContext?: SecurityContext;
  /** Keep standard input open. */
  stdin?: boolean;
  /** Close it when the first client leaves. */
  stdinOnce?: boolean;
  /** Give the container a terminal; needs `stdin`. */
  tty?: boolean;
  /** Exit codes that are treated in another way. Since 1.34. */
  restartPolicyRules?: ContainerRestartRule[];
}

export interface ContainerExtendedResourceRequest {
  /** The container. */
  containerName?: string;
  /** The extended resource. */
  resourceName?: string;
  /** The request of the claim. */
  requestName?: string;
}

export interface ContainerImage {
  names?: string[];
  sizeBytes?: number | bigint;
}

export interface ContainerPort {
  /** How services refer to the port. */
  name?: string;
  /** The node's port that leads here. */
  hostPort?: number;
  /** Port number, 1 to 65535. */
  containerPort?: number;
  /** Default `TCP`. */
  protocol?: Protocol;
  /** The node's address to bind `hostPort` to. */
  hostIP?: string;
}

export interface ContainerResizePolicy {
  /** `cpu` or `memory`. */
  resourceName?: string;
  /** `NotRequired` or `RestartContainer`. */
  restartPolicy?: ResourceResizeRestartPolicy;
}

export type ContainerRestartPolicy = "Always" | "Never" | "OnFailure";

export interface ContainerRestartRule {
  /** `Restart`, or `RestartAllContainers` where the gate allows it. */
  action?: string;
  /** The exit codes that the rule is for. */
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

export interface ContainerRestartRuleOnExitCodes {
  /** `In` or `NotIn`. */
  operator?: string;
  /** At most 255 codes. */
  values?: number[];
}

export interface ContainerState {
  /** Not yet running. */
  waiting?: ContainerStateWaiting;
  /** Running. */
  running?: ContainerStateRunning;
  /** Ended. */
  terminated?: ContainerStateTerminated;
}

export interface ContainerStateRunning {
  /** When it started. */
  startedAt?: string;
}

export interface ContainerStateTerminated {
  /** Its exit code. */
  exitCode?: number;
  /** The signal that ended it. */
  signal?: number;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** When it started. */
  startedAt?: string;
  /** When it ended. */
  finishedAt?: string;
  /** `type://id` of the container. */
  containerID?: string;
}

export interface ContainerStateWaiting {
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface ContainerStatus {
  /** Name of the container. */
  name?: string;
  /** Its present state. */
  state?: ContainerState;
  /** How it last ended. */
  lastState?: ContainerState;
  /** Whether its readiness probe succeeds. */
  ready?: boolean;
  /** How often it was started again. */
  restartCount?: number;
  /** The image that runs. */
  image?: string;
  /** The image that runs, exactly. */
  imageID?: string;
  /** `type://id` of the container. */
  containerID?: string;
  /** Whether it has started, its probe included. */
  started?: boolean;
  /** The resources that the node has set aside for it. */
  allocatedResources?: Record<string, string>;
  /** The requests and limits in force for it. */
  resources?: ResourceRequirements;
  /** How its mounts turned out. */
  volumeMounts?: VolumeMountStatus[];
  /** Who its first process is. Since 1.31. */
  user?: ContainerUser;
  /** How its devices are. Since 1.31. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** The signal that stops it. Since 1.33. */
  stopSignal?: string;
}

export interface ContainerUser {
  /** On Linux. */
  linux?: LinuxContainerUser;
}

export type DNSPolicy = "ClusterFirst" | "ClusterFirstWithHostNet" | "Default" | "None";

export interface DaemonEndpoint {
  Port?: number;
}

export interface DownwardAPIProjection {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
}

export interface DownwardAPIVolumeFile {
  /** The file, relative to the volume. */
  path?: string;
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** A request or limit of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** Permissions of the file. */
  mode?: number;
  /** Owner of the file. Since 1.37. */
  user?: number | bigint;
}

export interface DownwardAPIVolumeSource {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
  /** Permissions of the files; default 0644. */
  defaultMode?: number;
  /** Owner of the files. Since 1.37. */
  defaultUser?: number | bigint;
}

export interface EmptyDirVolumeSource {
  /** Empty for the node's disk, `Memory`, or `HugePages` with an optional size. */
  medium?: string;
  /** The most it may hold. */
  sizeLimit?: string;
  /** Permissions of the directory. Since 1.37. */
  mode?: number;
}

export interface EndpointAddress {
  ip?: string;
  hostname?: string;
  nodeName?: string;
  targetRef?: ObjectReference;
}

export interface EndpointPort {
  name?: string;
  port?: number;
  protocol?: Protocol;
  appProtocol?: string;
}

export interface EndpointSubset {
  addresses?: EndpointAddress[];
  notReadyAddresses?: EndpointAddress[];
  ports?: EndpointPort[];
}

/** The addresses behind a service, in one object; EndpointSlice took its place. */
export interface Endpoints {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  subsets?: EndpointSubset[];
}

export interface EnvFromSource {
  /** Put before each name. */
  prefix?: string;
  /** The ConfigMap whose keys are used. */
  configMapRef?: ConfigMapEnvSource;
  /** The Secret whose keys are used. */
  secretRef?: SecretEnvSource;
}

export interface EnvVar {
  /** Name of the variable. */
  name?: string;
  /** Its value; `$(NAME)` is replaced by earlier variables. */
  value?: string;
  /** Where the value comes from instead. */
  valueFrom?: EnvVarSource;
}

export interface EnvVarSource {
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** A request or limit of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** A key of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** A key of a Secret. */
  secretKeyRef?: SecretKeySelector;
  /** A key of a file in a volume. Since 1.34. */
  fileKeyRef?: FileKeySelector;
}

export interface EphemeralContainer {
  /** Unique in the pod; a DNS label. */
  name?: string;
  /** Image to run. */
  image?: string;
  /** Replaces the image's entry point. */
  command?: string[];
  /** Arguments of the entry point. */
  args?: string[];
  /** Directory to start in; default the image's. */
  workingDir?: string;
  /** Ports the container listens on; others are reachable too. */
  ports?: ContainerPort[];
  /** Sources whose every key becomes a variable. */
  envFrom?: EnvFromSource[];
  /** Variables; they win over `envFrom`. */
  env?: EnvVar[];
  /** The least and the most that the container gets of resources. */
  resources?: ResourceRequirements;
  /** Whether changing a resource restarts the container. */
  resizePolicy?: ContainerResizePolicy[];
  /** Overrides the pod's policy; `Always` makes an init container a sidecar. */
  restartPolicy?: ContainerRestartPolicy;
  /** Volumes and where they appear. */
  volumeMounts?: VolumeMount[];
  /** Volumes that appear as block devices. */
  volumeDevices?: VolumeDevice[];
  /** When it fails the container is restarted. */
  livenessProbe?: Probe;
  /** While it fails the pod gets no traffic. */
  readinessProbe?: Probe;
  /** Until it succeeds the other probes wait. */
  startupProbe?: Probe;
  /** Actions after the start and before the stop. */
  lifecycle?: Lifecycle;
  /** File whose content becomes the status message; default `/dev/termination-log`. */
  terminationMessagePath?: string;
  /** Whether the end of the log may stand in for an empty file. */
  terminationMessagePolicy?: TerminationMessagePolicy;
  /** Default `Always` for the tag `latest`, else `IfNotPresent`. */
  imagePullPolicy?: PullPolicy;
  /** Privileges and identity of the processes. */
  securityContext?: SecurityContext;
  /** Keep standard input open. */
  stdin?: boolean;
  /** Close it when the first client leaves. */
  stdinOnce?: boolean;
  /** Give the container a terminal; needs `stdin`. */
  tty?: boolean;
  /** Exit codes that are treated in another way. Since 1.34. */
  restartPolicyRules?: ContainerRestartRule[];
  /** The container whose processes it sees. */
  targetContainerName?: string;
}

export interface EphemeralVolumeSource {
  /** The claim to make. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** A report of something that happened to an object. */
export interface Event {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  involvedObject?: ObjectReference;
  reason?: string;
  message?: string;
  source?: EventSource;
  firstTimestamp?: string;
  lastTimestamp?: string;
  count?: number;
  type?: string;
  eventTime?: string;
  series?: EventSeries;
  action?: string;
  related?: ObjectReference;
  reportingComponent?: string;
  reportingInstance?: string;
}

export interface EventSeries {
  count?: number;
  lastObservedTime?: string;
}

export interface EventSource {
  component?: string;
  host?: string;
}

export interface EvictionResponder {
  /** A qualified name. */
  name?: string;
  /** The highest is asked first. */
  priority?: number;
}

export interface ExecAction {
  /** The command and its arguments; no shell. */
  command?: string[];
}

export interface FCVolumeSource {
  /** Worldwide names of targets. */
  targetWWNs?: string[];
  /** Number of the unit. */
  lun?: number;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Worldwide ids; instead of `targetWWNs` and `lun`. */
  wwids?: string[];
}

export interface FileKeySelector {
  /** The volume that holds the file. */
  volumeName?: string;
  /** The file, relative to the volume. */
  path?: string;
  /** The key in the file. */
  key?: string;
  /** Whether the file or the key may be missing. */
  optional?: boolean;
}

export interface FlexPersistentVolumeSource {
  driver?: string;
  fsType?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
  options?: Record<string, string>;
}

export interface FlexVolumeSource {
  /** Name of the driver. */
  driver?: string;
  /** File system. */
  fsType?: string;
  /** Secret for the driver. */
  secretRef?: LocalObjectReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Options of the driver. */
  options?: Record<string, string>;
}

export interface FlockerVolumeSource {
  /** Name of the dataset. */
  datasetName?: string;
  /** Id of the dataset. */
  datasetUUID?: string;
}

export interface GCEPersistentDiskVolumeSource {
  /** Name of the disk. */
  pdName?: string;
  /** File system. */
  fsType?: string;
  /** Number of the partition; 0 is the whole disk. */
  partition?: number;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface GRPCAction {
  /** Number of the port. */
  port?: number;
  /** The service to ask about. */
  service?: string;
  /** Whether the connection is encrypted. Since 1.37. */
  mode?: GRPCProbeMode;
}

export type GRPCProbeMode = "Plaintext" | "TLS";

export interface GitRepoVolumeSource {
  /** URL of the repository. */
  repository?: string;
  /** Commit to check out. */
  revision?: string;
  /** Where to clone to; no `..`. */
  directory?: string;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints?: string;
  path?: string;
  readOnly?: boolean;
  endpointsNamespace?: string;
}

export interface GlusterfsVolumeSource {
  /** Name of the endpoints. */
  endpoints?: string;
  /** Path of the volume. */
  path?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface HTTPGetAction {
  /** Default `/`. */
  path?: string;
  /** Number, or name of a port of the container. */
  port?: number | string;
  /** Default the pod's address. */
  host?: string;
  /** Default `HTTP`. */
  scheme?: URIScheme;
  /** Headers of the request. */
  httpHeaders?: HTTPHeader[];
  /** Version of HTTP to speak. Since 1.37. */
  protocol?: HTTPProtocol;
}

export interface HTTPHeader {
  /** Name of the header. */
  name?: string;
  /** Its value. */
  value?: string;
}

export type HTTPProtocol = "HTTP1" | "HTTP2";

export interface HostAlias {
  /** The address of the line. */
  ip?: string;
  /** The names of the line. */
  hostnames?: string[];
}

export interface HostIP {
  /** An address. */
  ip?: string;
}

export type HostPathType = "" | "BlockDevice" | "CharDevice" | "Directory" | "DirectoryOrCreate" | "File" | "FileOrCreate" | "Socket";

export interface HostPathVolumeSource {
  /** The path on the node; no `..`. */
  path?: string;
  /** The type of file that must exist there; empty checks nothing. */
  type?: HostPathType;
}

export type IPFamily = "IPv4" | "IPv6";

export type IPFamilyPolicy = "PreferDualStack" | "RequireDualStack" | "SingleStack";

export interface ISCSIPersistentVolumeSource {
  targetPortal?: string;
  iqn?: string;
  lun?: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: SecretReference;
  initiatorName?: string;
}

export interface ISCSIVolumeSource {
  /** Address and port of the target. */
  targetPortal?: string;
  /** Name of the target. */
  iqn?: string;
  /** Number of the unit, 0 to 255. */
  lun?: number;
  /** Transport; default `default`. */
  iscsiInterface?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Further portals. */
  portals?: string[];
  /** Authenticate for discovery. */
  chapAuthDiscovery?: boolean;
  /** Authenticate for the session. */
  chapAuthSession?: boolean;
  /** The CHAP secret. */
  secretRef?: LocalObjectReference;
  /** Name of the initiator. */
  initiatorName?: string;
}

export interface ImageVolumeSource {
  /** The image. */
  reference?: string;
  /** Default `Always` for the tag `latest`, else `IfNotPresent`. */
  pullPolicy?: PullPolicy;
}

export interface ImageVolumeStatus {
  /** The image, by digest. */
  imageRef?: string;
}

export interface KeyToPath {
  /** The key. */
  key?: string;
  /** Its file, relative to the volume. */
  path?: string;
  /** Permissions of the file. */
  mode?: number;
  /** Owner of the file. Since 1.37. */
  user?: number | bigint;
}

export interface Lifecycle {
  /** Right after the start; a failure kills the container. */
  postStart?: LifecycleHandler;
  /** Before the stop signal is sent. */
  preStop?: LifecycleHandler;
  /** The signal that stops the container; default the image's. Since 1.33. */
  stopSignal?: Signal;
}

export interface LifecycleHandler {
  /** Run a command. */
  exec?: ExecAction;
  /** Make an HTTP request. */
  httpGet?: HTTPGetAction;
  /** No longer does anything. */
  tcpSocket?: TCPSocketAction;
  /** Wait. */
  sleep?: SleepAction;
}

/** Bounds and defaults for the resources of each pod, container or claim of a namespace. */
export interface LimitRange {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: LimitRangeSpec;
}

export interface LimitRangeItem {
  type?: string;
  max?: Record<string, string>;
  min?: Record<string, string>;
  default?: Record<string, string>;
  defaultRequest?: Record<string, string>;
  maxLimitRequestRatio?: Record<string, string>;
}

export interface LimitRangeSpec {
  limits?: LimitRangeItem[];
}

export interface LinuxContainerUser {
  /** User id. */
  uid?: number | bigint;
  /** Group id. */
  gid?: number | bigint;
  /** Further group ids. */
  supplementalGroups?: (number | bigint)[];
}

export interface LoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ipMode?: string;
  ports?: PortStatus[];
}

export interface LoadBalancerStatus {
  ingress?: LoadBalancerIngress[];
}

export interface LocalObjectReference {
  /** Name of an object in the same namespace. */
  name?: string;
}

export interface LocalVolumeSource {
  path?: string;
  fsType?: string;
}

export interface ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string;
  status?: string;
}

export type MountPropagationMode = "Bidirectional" | "HostToContainer" | "None";

export interface NFSVolumeSource {
  /** Host name or address. */
  server?: string;
  /** The exported path. */
  path?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

/** A scope for names, policies and quotas. */
export interface Namespace {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: NamespaceSpec;
  status?: NamespaceStatus;
}

export interface NamespaceCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface NamespaceSpec {
  finalizers?: string[];
}

export interface NamespaceStatus {
  phase?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: NamespaceCondition[];
}

/** A machine that runs pods. */
export interface Node {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeAddress {
  type?: string;
  address?: string;
}

export interface NodeAffinity {
  /** Must hold when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** The heavier what holds, the better the node. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

export interface NodeAllocatableMappedResources {
  /** The resource. */
  name?: string;
  /** How much. */
  quantity?: string;
}

export interface NodeAllocatableOverheadResources {
  /** The resource. */
  name?: string;
  /** How much for the pod. */
  perPod?: string;
  /** How much for each container. */
  perContainer?: string;
}

export interface NodeAllocatableResourceClaimStatus {
  /** The claim. */
  resourceClaimName?: string;
  /** The containers that use it. */
  containers?: string[];
  /** The resources that it takes. Gone in 1.37. */
  resources?: Record<string, string>;
  /** The resources that it takes. Since 1.37. */
  mapping?: NodeAllocatableMappedResources[];
  /** Resources that it takes in addition. Since 1.37. */
  overhead?: NodeAllocatableOverheadResources[];
}

export interface NodeCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  lastHeartbeatTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface NodeConfigSource {
  /** The config map with the configuration. */
  configMap?: ConfigMapNodeConfigSource;
}

export interface NodeConfigStatus {
  assigned?: NodeConfigSource;
  active?: NodeConfigSource;
  lastKnownGood?: NodeConfigSource;
  error?: string;
}

export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

export type NodeInclusionPolicy = "Honor" | "Ignore";

export interface NodePodPreemptionPolicy {
  disableResizePreemption?: string[];
}

export interface NodeRuntimeHandler {
  name?: string;
  features?: NodeRuntimeHandlerFeatures;
}

export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  /** Since 1.31. */
  userNamespaces?: boolean;
}

export interface NodeSelector {
  /** One of them must match. */
  nodeSelectorTerms?: NodeSelectorTerm[];
}

export type NodeSelectorOperator = "DoesNotExist" | "Exists" | "Gt" | "In" | "Lt" | "NotIn";

export interface NodeSelectorRequirement {
  /** Key of the label, or `metadata.name`. */
  key?: string;
  /** `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`. */
  operator?: NodeSelectorOperator;
  /** One for `Gt` and `Lt`, none for `Exists` and `DoesNotExist`. */
  values?: string[];
}

export interface NodeSelectorTerm {
  /** Requirements on labels of the node. */
  matchExpressions?: NodeSelectorRequirement[];
  /** Requirements on fields of the node. */
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSpec {
  podCIDR?: string;
  podCIDRs?: string[];
  providerID?: string;
  unschedulable?: boolean;
  taints?: Taint[];
  configSource?: NodeConfigSource;
  externalID?: string;
  /** Since 1.37. */
  podPreemptionPolicy?: NodePodPreemptionPolicy;
}

export interface NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
  phase?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: NodeCondition[];
  addresses?: NodeAddress[];
  daemonEndpoints?: NodeDaemonEndpoints;
  nodeInfo?: NodeSystemInfo;
  images?: ContainerImage[];
  volumesInUse?: string[];
  volumesAttached?: AttachedVolume[];
  config?: NodeConfigStatus;
  runtimeHandlers?: NodeRuntimeHandler[];
  /** Since 1.31. */
  features?: NodeFeatures;
  /** Since 1.35. */
  declaredFeatures?: string[];
}

export interface NodeSwapStatus {
  capacity?: number | bigint;
}

export interface NodeSystemInfo {
  machineID?: string;
  systemUUID?: string;
  bootID?: string;
  kernelVersion?: string;
  osImage?: string;
  containerRuntimeVersion?: string;
  kubeletVersion?: string;
  kubeProxyVersion?: string;
  operatingSystem?: string;
  architecture?: string;
  /** Since 1.33. */
  swap?: NodeSwapStatus;
  /** Since 1.37. */
  runningInUserNamespace?: boolean;
}

export type OSName = "linux" | "windows";

export interface ObjectFieldSelector {
  /** The version that the path is of; default `v1`. */
  apiVersion?: string;
  /** Such as `metadata.name` or `status.podIP`. */
  fieldPath?: string;
}

export interface ObjectReference {
  /** Name of the kind. */
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** A piece of storage of the cluster. */
export interface PersistentVolume {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: PersistentVolumeSpec;
  status?: PersistentVolumeStatus;
}

export type PersistentVolumeAccessMode = "ReadOnlyMany" | "ReadWriteMany" | "ReadWriteOnce" | "ReadWriteOncePod";

/** A request for storage, bound to a volume. */
export interface PersistentVolumeClaim {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  lastProbeTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface PersistentVolumeClaimSpec {
  /** How the volume may be mounted. */
  accessModes?: PersistentVolumeAccessMode[];
  /** Volumes to choose from. */
  selector?: metaV1.LabelSelector;
  /** How much storage is asked for. */
  resources?: VolumeResourceRequirements;
  /** The volume that the claim is bound to. */
  volumeName?: string;
  /** The class; empty for none, absent for the default. */
  storageClassName?: string;
  /** Default `Filesystem`. */
  volumeMode?: PersistentVolumeMode;
  /** A snapshot or claim to start from. */
  dataSource?: TypedLocalObjectReference;
  /** An object to start from, of any kind. */
  dataSourceRef?: TypedObjectReference;
  /** Class of attributes that may change. */
  volumeAttributesClassName?: string;
}

export interface PersistentVolumeClaimStatus {
  phase?: string;
  accessModes?: string[];
  capacity?: Record<string, string>;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: PersistentVolumeClaimCondition[];
  allocatedResources?: Record<string, string>;
  allocatedResourceStatuses?: Record<string, string>;
  currentVolumeAttributesClassName?: string;
  modifyVolumeStatus?: ModifyVolumeStatus;
  /** Since 1.37. */
  healthStatus?: VolumeHealthStatus;
}

export interface PersistentVolumeClaimTemplate {
  /** Labels and annotations of the claim. */
  metadata?: metaV1.ObjectMeta;
  /** The request of the claim. */
  spec?: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  /** Name of the claim. */
  claimName?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export type PersistentVolumeMode = "Block" | "Filesystem";

export type PersistentVolumeReclaimPolicy = "Delete" | "Recycle" | "Retain";

export interface PersistentVolumeSpec {
  capacity?: Record<string, string>;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  hostPath?: HostPathVolumeSource;
  glusterfs?: GlusterfsPersistentVolumeSource;
  nfs?: NFSVolumeSource;
  rbd?: RBDPersistentVolumeSource;
  iscsi?: ISCSIPersistentVolumeSource;
  cinder?: CinderPersistentVolumeSource;
  cephfs?: CephFSPersistentVolumeSource;
  fc?: FCVolumeSource;
  flocker?: FlockerVolumeSource;
  flexVolume?: FlexPersistentVolumeSource;
  azureFile?: AzureFilePersistentVolumeSource;
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  quobyte?: QuobyteVolumeSource;
  azureDisk?: AzureDiskVolumeSource;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  portworxVolume?: PortworxVolumeSource;
  scaleIO?: ScaleIOPersistentVolumeSource;
  local?: LocalVolumeSource;
  storageos?: StorageOSPersistentVolumeSource;
  csi?: CSIPersistentVolumeSource;
  accessModes?: PersistentVolumeAccessMode[];
  claimRef?: ObjectReference;
  persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy;
  storageClassName?: string;
  mountOptions?: string[];
  volumeMode?: PersistentVolumeMode;
  nodeAffinity?: VolumeNodeAffinity;
  volumeAttributesClassName?: string;
}

export interface PersistentVolumeStatus {
  phase?: string;
  message?: string;
  reason?: string;
  lastPhaseTransitionTime?: string;
}

export interface PhotonPersistentDiskVolumeSource {
  /** Id of the disk. */
  pdID?: string;
  /** File system. */
  fsType?: string;
}

/** Containers that run together on one node and share its network and volumes. */
export interface Pod {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state of the pod. */
  spec?: PodSpec;
  /** The observed state of the pod. */
  status?: PodStatus;
}

export interface PodAffinity {
  /** Must all hold when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** The heavier what holds, the better the node. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodAffinityTerm {
  /** The pods; absent matches none. */
  labelSelector?: metaV1.LabelSelector;
  /** Where they are; default the pod's namespace. */
  namespaces?: string[];
  /** Label of nodes whose equal values mean the same place. */
  topologyKey?: string;
  /** Where they are, by label; empty is everywhere. */
  namespaceSelector?: metaV1.LabelSelector;
  /** Labels that must have this pod's values. */
  matchLabelKeys?: string[];
  /** Labels that must not have this pod's values. */
  mismatchLabelKeys?: string[];
}

export interface PodAntiAffinity {
  /** Must all hold when the pod is placed. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** The heavier what holds, the worse the node. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodCertificateProjection {
  /** Who signs. */
  signerName?: string;
  /** `RSA3072`, `RSA4096`, `ECDSAP256`, `ECDSAP384`, `ECDSAP521` or `ED25519`. */
  keyType?: string;
  /** How long the certificate may live; default 86400. */
  maxExpirationSeconds?: number;
  /** File of key and chain together. */
  credentialBundlePath?: string;
  /** File of the key. */
  keyPath?: string;
  /** File of the chain. */
  certificateChainPath?: string;
  /** Annotations for the signer. Since 1.35. */
  userAnnotations?: Record<string, string>;
  /** Owner of the files. Since 1.37. */
  user?: number | bigint;
}

export interface PodCondition {
  /** Name of the condition. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When it was last looked at. */
  lastProbeTime?: string;
  /** When it last changed. */
  lastTransitionTime?: string;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** The generation that the condition is about. Since 1.33. */
  observedGeneration?: number | bigint;
}

export interface PodDNSConfig {
  /** Addresses of name servers. */
  nameservers?: string[];
  /** Domains to search in. */
  searches?: string[];
  /** Options of the resolver. */
  options?: PodDNSConfigOption[];
}

export interface PodDNSConfigOption {
  /** Such as `ndots`. */
  name?: string;
  /** The option's value, where it takes one. */
  value?: string;
}

export interface PodExtendedResourceClaimStatus {
  /** Which request stands for which resource. */
  requestMappings?: ContainerExtendedResourceRequest[];
  /** The claim that was made. */
  resourceClaimName?: string;
}

export type PodFSGroupChangePolicy = "Always" | "OnRootMismatch";

export interface PodIP {
  /** An address. */
  ip?: string;
}

export interface PodOS {
  /** `linux` or `windows`. */
  name?: OSName;
}

export interface PodReadinessGate {
  /** A condition of the pod. */
  conditionType?: string;
}

export interface PodResourceClaim {
  /** The name that containers use. */
  name?: string;
  /** Where the claim comes from. Gone in 1.31. */
  source?: ClaimSource;
  /** An existing claim in the pod's namespace. Since 1.31. */
  resourceClaimName?: string;
  /** The template to make a claim from. Since 1.31. */
  resourceClaimTemplateName?: string;
}

export interface PodResourceClaimStatus {
  /** The name in `resourceClaims`. */
  name?: string;
  /** The claim that was made. */
  resourceClaimName?: string;
}

export type PodSELinuxChangePolicy = "MountOption" | "Recursive";

export interface PodSchedulingGate {
  /** Name of the gate; who removes it knows it by that. */
  name?: string;
}

export interface PodSchedulingGroup {
  /** Name of the PodGroup. */
  podGroupName?: string;
}

export interface PodSecurityContext {
  /** SELinux label. */
  seLinuxOptions?: SELinuxOptions;
  /** Windows settings. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User id of the processes. */
  runAsUser?: number | bigint;
  /** Group id of the processes. */
  runAsGroup?: number | bigint;
  /** Refuse to start as root. */
  runAsNonRoot?: boolean;
  /** Further group ids. */
  supplementalGroups?: (number | bigint)[];
  /** Group that owns volumes. */
  fsGroup?: number | bigint;
  /** Kernel parameters of the pod. */
  sysctls?: Sysctl[];
  /** When ownership of volumes is changed. */
  fsGroupChangePolicy?: PodFSGroupChangePolicy;
  /** Which system calls are allowed. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile. */
  appArmorProfile?: AppArmorProfile;
  /** Whether the image's groups count as well; default `Merge`. Since 1.31. */
  supplementalGroupsPolicy?: SupplementalGroupsPolicy;
  /** How volumes get their SELinux label. Since 1.32. */
  seLinuxChangePolicy?: PodSELinuxChangePolicy;
}

export interface PodSpec {
  /** Volumes that containers can mount. */
  volumes?: Volume[];
  /** Run one after another before the others start; those that restart always stay as sidecars. */
  initContainers?: Container[];
  /** The containers; at least one. */
  containers?: Container[];
  /** Added to a running pod to look into it; never restarted. */
  ephemeralContainers?: EphemeralContainer[];
  /** When containers are started again; default `Always`. */
  restartPolicy?: RestartPolicy;
  /** Seconds between the stop signal and the kill; default 30. */
  terminationGracePeriodSeconds?: number | bigint;
  /** Seconds after the start after which the pod is failed. */
  activeDeadlineSeconds?: number | bigint;
  /** Where names are resolved; default `ClusterFirst`. */
  dnsPolicy?: DNSPolicy;
  /** Labels that the node must have. */
  nodeSelector?: Record<string, string>;
  /** The service account the pod runs as; default `default`. */
  serviceAccountName?: string;
  /** The old name of `serviceAccountName`. */
  serviceAccount?: string;
  /** Whether a token of the service account is mounted. */
  automountServiceAccountToken?: boolean;
  /** The node the pod is bound to; set by the scheduler. */
  nodeName?: string;
  /** Use the node's network. */
  hostNetwork?: boolean;
  /** Use the node's process ids. */
  hostPID?: boolean;
  /** Use the node's interprocess communication. */
  hostIPC?: boolean;
  /** Let all containers see each other's processes. */
  shareProcessNamespace?: boolean;
  /** Settings of all containers that do not set their own. */
  securityContext?: PodSecurityContext;
  /** Secrets with which images are pulled. */
  imagePullSecrets?: LocalObjectReference[];
  /** Host name of the pod; default its name. */
  hostname?: string;
  /** With it the pod is named `hostname.subdomain.namespace.svc` and the cluster's domain. */
  subdomain?: string;
  /** Which nodes and neighbours the pod needs or prefers. */
  affinity?: Affinity;
  /** Which scheduler places the pod; default `default-scheduler`. */
  schedulerName?: string;
  /** Taints of nodes that the pod puts up with. */
  tolerations?: Toleration[];
  /** Extra lines of /etc/hosts. */
  hostAliases?: HostAlias[];
  /** Class that says how important the pod is. */
  priorityClassName?: string;
  /** The number behind the class; set by the server. */
  priority?: number;
  /** Resolver settings that add to those of `dnsPolicy`. */
  dnsConfig?: PodDNSConfig;
  /** Conditions that must be true besides the containers' readiness. */
  readinessGates?: PodReadinessGate[];
  /** The RuntimeClass that runs the pod. */
  runtimeClassName?: string;
  /** Whether services are told through environment variables; default true. */
  enableServiceLinks?: boolean;
  /** Whether less important pods are evicted for this one. */
  preemptionPolicy?: PreemptionPolicy;
  /** Resources of the runtime in addition to those of the containers; set from the RuntimeClass. */
  overhead?: Record<string, string>;
  /** How matching pods spread over parts of the cluster. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Use the full domain name as the host name. */
  setHostnameAsFQDN?: boolean;
  /** The operating system of the containers. */
  os?: PodOS;
  /** False puts the pod into a user namespace of its own. */
  hostUsers?: boolean;
  /** While there is one, the pod is not scheduled. */
  schedulingGates?: PodSchedulingGate[];
  /** Claims of devices that containers use by name. */
  resourceClaims?: PodResourceClaim[];
  /** Requests and limits of the pod as a whole. Since 1.32. */
  resources?: ResourceRequirements;
  /** Exactly this host name, whatever the other fields say. Since 1.34. */
  hostnameOverride?: string;
  /** The group of pods that is scheduled together. Since 1.35. Gone in 1.36. */
  workloadRef?: WorkloadReference;
  /** The group of pods that is scheduled together. Since 1.36. */
  schedulingGroup?: PodSchedulingGroup;
  /** Who is asked before the pod is evicted. Since 1.37. */
  evictionResponders?: EvictionResponder[];
}

export interface PodStatus {
  /** `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`. */
  phase?: string;
  /** The conditions of the pod. */
  conditions?: PodCondition[];
  /** Why it is in this state, for people. */
  message?: string;
  /** Why it is in this state, in a word. */
  reason?: string;
  /** The node where room is being made. */
  nominatedNodeName?: string;
  /** The node's address. */
  hostIP?: string;
  /** The node's addresses. */
  hostIPs?: HostIP[];
  /** The pod's address. */
  podIP?: string;
  /** The pod's addresses, one of each family. */
  podIPs?: PodIP[];
  /** When the kubelet took the pod. */
  startTime?: string;
  /** State of the init containers. */
  initContainerStatuses?: ContainerStatus[];
  /** State of the containers. */
  containerStatuses?: ContainerStatus[];
  /** `Guaranteed`, `Burstable` or `BestEffort`. */
  qosClass?: string;
  /** State of the ephemeral containers. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** How far a change of resources has come. */
  resize?: string;
  /** Claims that were made for the pod. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  /** The generation that the status is about. Since 1.33. */
  observedGeneration?: number | bigint;
  /** The claim behind extended resources. Since 1.34. */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** The resources that the node has set aside for the pod. Since 1.35. */
  allocatedResources?: Record<string, string>;
  /** The requests and limits in force for the pod. Since 1.35. */
  resources?: ResourceRequirements;
  /** The node's own resources that claims take. Since 1.36. */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
  /** How the volumes are. Since 1.37. */
  volumeHealth?: PodVolumeHealth[];
}

/** A pod template on its own; controllers keep theirs inside themselves. */
export interface PodTemplate {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The pod. */
  template?: PodTemplateSpec;
}

export interface PodTemplateSpec {
  /** Labels and annotations of the pods. */
  metadata?: metaV1.ObjectMeta;
  /** The template of the pods. */
  spec?: PodSpec;
}

export interface PodVolumeHealth {
  /** The volume. */
  name?: string;
  /** Its faults. */
  healthConditions?: VolumeHealthCondition[];
  /** When that last changed. */
  lastTransitionTime?: string;
}

export interface PortStatus {
  port?: number;
  protocol?: string;
  error?: string;
}

export interface PortworxVolumeSource {
  /** Id of the volume. */
  volumeID?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export type PreemptionPolicy = "Never" | "PreemptLowerPriority";

export interface PreferredSchedulingTerm {
  /** 1 to 100. */
  weight?: number;
  /** The preference. */
  preference?: NodeSelectorTerm;
}

export interface Probe {
  /** Run a command; exit code 0 is success. */
  exec?: ExecAction;
  /** Make an HTTP request; 200 to 399 is success. */
  httpGet?: HTTPGetAction;
  /** Open a connection. */
  tcpSocket?: TCPSocketAction;
  /** Ask the gRPC health service. */
  grpc?: GRPCAction;
  /** Seconds after the start before the first probe. */
  initialDelaySeconds?: number;
  /** Default 1. */
  timeoutSeconds?: number;
  /** Default 10. */
  periodSeconds?: number;
  /** Successes in a row that count; default 1, and 1 for liveness and startup. */
  successThreshold?: number;
  /** Failures in a row that count; default 3. */
  failureThreshold?: number;
  /** Replaces the pod's period when this probe fails. */
  terminationGracePeriodSeconds?: number | bigint;
}

export type ProcMountType = "Default" | "Unmasked";

export interface ProjectedVolumeSource {
  /** The sources that are put together; no two may have the same path. */
  sources?: VolumeProjection[];
  /** Permissions of the files; default 0644. */
  defaultMode?: number;
  /** Owner of the files. Since 1.37. */
  defaultUser?: number | bigint;
}

export type Protocol = "SCTP" | "TCP" | "UDP";

export type PullPolicy = "Always" | "IfNotPresent" | "Never";

export interface QuobyteVolumeSource {
  /** Host and port of the registries. */
  registry?: string;
  /** Name of the volume. */
  volume?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** User to mount as. */
  user?: string;
  /** Group to mount as. */
  group?: string;
  /** Owner of the volume. */
  tenant?: string;
}

export interface RBDPersistentVolumeSource {
  monitors?: string[];
  image?: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: SecretReference;
  readOnly?: boolean;
}

export interface RBDVolumeSource {
  /** Addresses of the monitors. */
  monitors?: string[];
  /** Name of the image. */
  image?: string;
  /** File system. */
  fsType?: string;
  /** Default `rbd`. */
  pool?: string;
  /** Default `admin`. */
  user?: string;
  /** Default `/etc/ceph/keyring`. */
  keyring?: string;
  /** Secret that replaces the key ring. */
  secretRef?: LocalObjectReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export type RecursiveReadOnlyMode = "Disabled" | "Enabled" | "IfPossible";

/** Keeps a number of equal pods running; ReplicaSet took its place. */
export interface ReplicationController {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ReplicationControllerSpec;
  status?: ReplicationControllerStatus;
}

export interface ReplicationControllerCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface ReplicationControllerSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: Record<string, string>;
  template?: PodTemplateSpec;
}

export interface ReplicationControllerStatus {
  replicas?: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  /** The generation of the object that the status is about. */
  observedGeneration?: number | bigint;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: ReplicationControllerCondition[];
}

export interface ResourceClaim {
  /** The name of one of the pod's `resourceClaims`. */
  name?: string;
  /** Only this request of the claim. Since 1.31. */
  request?: string;
}

export interface ResourceFieldSelector {
  /** The container; needed in volumes. */
  containerName?: string;
  /** Such as `limits.cpu`. */
  resource?: string;
  /** The unit of the output; default 1. */
  divisor?: string;
}

export interface ResourceHealth {
  /** The device. */
  resourceID?: string;
  /** `Healthy`, `Unhealthy` or `Unknown`. */
  health?: string;
  /** Why, for people. Since 1.36. */
  message?: string;
}

/** Caps what a namespace may use in all. */
export interface ResourceQuota {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ResourceQuotaSpec;
  status?: ResourceQuotaStatus;
}

export type ResourceQuotaScope = "BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass";

export interface ResourceQuotaSpec {
  hard?: Record<string, string>;
  scopes?: ResourceQuotaScope[];
  scopeSelector?: ScopeSelector;
}

export interface ResourceQuotaStatus {
  hard?: Record<string, string>;
  used?: Record<string, string>;
}

export interface ResourceRequirements {
  /** The most that may be used. */
  limits?: Record<string, string>;
  /** The resources set aside; default the limits. */
  requests?: Record<string, string>;
  /** Claims of the pod that are used. */
  claims?: ResourceClaim[];
}

export type ResourceResizeRestartPolicy = "NotRequired" | "RestartContainer";

export interface ResourceStatus {
  /** The resource. */
  name?: string;
  /** Its devices. */
  resources?: ResourceHealth[];
}

export type RestartPolicy = "Always" | "Never" | "OnFailure";

export interface SELinuxOptions {
  /** User of the label. */
  user?: string;
  /** Role of the label. */
  role?: string;
  /** Type of the label. */
  type?: string;
  /** Level of the label. */
  level?: string;
}

export interface ScaleIOPersistentVolumeSource {
  gateway?: string;
  system?: string;
  secretRef?: SecretReference;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface ScaleIOVolumeSource {
  /** Address of the gateway. */
  gateway?: string;
  /** Name of the storage system. */
  system?: string;
  /** Secret with user and password. */
  secretRef?: LocalObjectReference;
  /** Whether to encrypt. */
  sslEnabled?: boolean;
  /** Name of the domain. */
  protectionDomain?: string;
  /** Name of the pool. */
  storagePool?: string;
  /** Default `ThinProvisioned`. */
  storageMode?: string;
  /** Name of the volume. */
  volumeName?: string;
  /** File system; default `xfs`. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface ScopeSelector {
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

export type ScopeSelectorOperator = "DoesNotExist" | "Exists" | "In" | "NotIn";

export interface ScopedResourceSelectorRequirement {
  /** The scope, such as PriorityClass. */
  scopeName?: ResourceQuotaScope;
  /** In, NotIn, Exists or DoesNotExist. */
  operator?: ScopeSelectorOperator;
  /** For In and NotIn. */
  values?: string[];
}

export interface SeccompProfile {
  /** Which kind of profile. */
  type?: SeccompProfileType;
  /** A file below the kubelet's seccomp directory. */
  localhostProfile?: string;
}

export type SeccompProfileType = "Localhost" | "RuntimeDefault" | "Unconfined";

/** Values that few may read, as bytes by key. */
export interface Secret {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  immutable?: boolean;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  type?: string;
}

export interface SecretEnvSource {
  /** Name of the Secret. */
  name?: string;
  /** Whether it may be missing. */
  optional?: boolean;
}

export interface SecretKeySelector {
  /** Name of the Secret. */
  name?: string;
  /** The key. */
  key?: string;
  /** Whether the Secret or the key may be missing. */
  optional?: boolean;
}

export interface SecretProjection {
  /** Name of the Secret. */
  name?: string;
  /** Only these keys, at these paths. */
  items?: KeyToPath[];
  /** Whether the Secret or its keys may be missing. */
  optional?: boolean;
}

export interface SecretReference {
  name?: string;
  namespace?: string;
}

export interface SecretVolumeSource {
  /** Name of the Secret. */
  secretName?: string;
  /** Only these keys, at these paths. */
  items?: KeyToPath[];
  /** Permissions of the files; default 0644. */
  defaultMode?: number;
  /** Whether the Secret or its keys may be missing. */
  optional?: boolean;
  /** Owner of the files. Since 1.37. */
  defaultUser?: number | bigint;
}

export interface SecurityContext {
  /** Capabilities beyond, or taken from, the runtime's default. */
  capabilities?: Capabilities;
  /** Run with all powers of root on the node. */
  privileged?: boolean;
  /** SELinux label. */
  seLinuxOptions?: SELinuxOptions;
  /** Windows settings. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** User id of the processes. */
  runAsUser?: number | bigint;
  /** Group id of the processes. */
  runAsGroup?: number | bigint;
  /** Refuse to start as root. */
  runAsNonRoot?: boolean;
  /** Make the root file system read-only. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process may gain more power than its parent. */
  allowPrivilegeEscalation?: boolean;
  /** The visible part of /proc; default `Default`. */
  procMount?: ProcMountType;
  /** Which system calls are allowed. */
  seccompProfile?: SeccompProfile;
  /** AppArmor profile. */
  appArmorProfile?: AppArmorProfile;
}

/** One address for a set of pods. */
export interface Service {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: ServiceSpec;
  status?: ServiceStatus;
}

/** The identity that pods act under. */
export interface ServiceAccount {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  secrets?: ObjectReference[];
  imagePullSecrets?: LocalObjectReference[];
  automountServiceAccountToken?: boolean;
}

export interface ServiceAccountTokenProjection {
  /** Who the token is for; default the API server. */
  audience?: string;
  /** At least 600; default 3600. */
  expirationSeconds?: number | bigint;
  /** File of the token. */
  path?: string;
  /** Owner of the file. Since 1.37. */
  user?: number | bigint;
}

export type ServiceAffinity = "ClientIP" | "None";

export type ServiceExternalTrafficPolicy = "Cluster" | "Local";

export type ServiceInternalTrafficPolicy = "Cluster" | "Local";

export interface ServicePort {
  name?: string;
  protocol?: Protocol;
  appProtocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
}

export interface ServiceSpec {
  ports?: ServicePort[];
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  type?: ServiceType;
  externalIPs?: string[];
  sessionAffinity?: ServiceAffinity;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
  externalName?: string;
  externalTrafficPolicy?: ServiceExternalTrafficPolicy;
  healthCheckNodePort?: number;
  publishNotReadyAddresses?: boolean;
  sessionAffinityConfig?: SessionAffinityConfig;
  ipFamilies?: IPFamily[];
  ipFamilyPolicy?: IPFamilyPolicy;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  internalTrafficPolicy?: ServiceInternalTrafficPolicy;
  trafficDistribution?: string;
}

export interface ServiceStatus {
  loadBalancer?: LoadBalancerStatus;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type ServiceType = "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";

export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig;
}

export type Signal = "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ";

export interface SleepAction {
  /** How long. */
  seconds?: number | bigint;
}

export interface StorageOSPersistentVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: ObjectReference;
}

export interface StorageOSVolumeSource {
  /** Name of the volume. */
  volumeName?: string;
  /** Its namespace; default the pod's. */
  volumeNamespace?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Secret for the API. */
  secretRef?: LocalObjectReference;
}

export type SupplementalGroupsPolicy = "Merge" | "Strict";

export interface Sysctl {
  /** Such as `net.core.somaxconn`. */
  name?: string;
  /** The value. */
  value?: string;
}

export interface TCPSocketAction {
  /** Number, or name of a port of the container. */
  port?: number | string;
  /** Default the pod's address. */
  host?: string;
}

export interface Taint {
  /** Key of the taint. */
  key?: string;
  /** Its value. */
  value?: string;
  /** The effect on pods that do not tolerate it: `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  effect?: TaintEffect;
  /** Set by the server only. */
  timeAdded?: string;
}

export type TaintEffect = "NoExecute" | "NoSchedule" | "PreferNoSchedule";

export type TerminationMessagePolicy = "FallbackToLogsOnError" | "File";

export interface Toleration {
  /** Key of the taint; absent is every key, with `Exists`. */
  key?: string;
  /** `Equal` or `Exists`; default `Equal`. */
  operator?: TolerationOperator;
  /** Value of the taint, for `Equal`. */
  value?: string;
  /** Effect of the taint; absent is every effect. */
  effect?: TaintEffect;
  /** How long, with `NoExecute`; absent is for ever. */
  tolerationSeconds?: number | bigint;
}

export type TolerationOperator = "Equal" | "Exists" | "Gt" | "Lt";

export interface TopologySelectorLabelRequirement {
  key?: string;
  values?: string[];
}

export interface TopologySelectorTerm {
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}

export interface TopologySpreadConstraint {
  /** How many more pods one place may have than another; above 0. */
  maxSkew?: number;
  /** Label of nodes whose equal values mean the same place. */
  topologyKey?: string;
  /** The behaviour when it cannot hold. */
  whenUnsatisfiable?: UnsatisfiableConstraintAction;
  /** The pods that are counted. */
  labelSelector?: metaV1.LabelSelector;
  /** Places there must be at least; with `DoNotSchedule` only. */
  minDomains?: number;
  /** Whether nodes count that the pod cannot run on; default `Honor`. */
  nodeAffinityPolicy?: NodeInclusionPolicy;
  /** Whether tainted nodes count; default `Ignore`. */
  nodeTaintsPolicy?: NodeInclusionPolicy;
  /** Labels that must have this pod's values. */
  matchLabelKeys?: string[];
}

export interface TypedLocalObjectReference {
  /** Group of the object; absent for the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind?: string;
  /** Name of the object. */
  name?: string;
}

export interface TypedObjectReference {
  /** Group of the object; absent for the core group. */
  apiGroup?: string;
  /** Kind of the object. */
  kind?: string;
  /** Name of the object. */
  name?: string;
  /** Its namespace; default the claim's. */
  namespace?: string;
}

export type URIScheme = "HTTP" | "HTTPS";

export type UnsatisfiableConstraintAction = "DoNotSchedule" | "ScheduleAnyway";

export interface Volume {
  /** Unique in the pod; a DNS label. */
  name?: string;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A directory that lives as long as the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** A Google disk; served by its CSI driver. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** An AWS disk; served by its CSI driver. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A clone of a repository; no longer served by default. */
  gitRepo?: GitRepoVolumeSource;
  /** Files from a Secret. */
  secret?: SecretVolumeSource;
  /** An NFS export. */
  nfs?: NFSVolumeSource;
  /** An iSCSI disk. */
  iscsi?: ISCSIVolumeSource;
  /** A Gluster volume; no longer served. */
  glusterfs?: GlusterfsVolumeSource;
  /** A claim in the pod's namespace. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** A Ceph block device; no longer served. */
  rbd?: RBDVolumeSource;
  /** A volume of an exec driver. */
  flexVolume?: FlexVolumeSource;
  /** An OpenStack disk; served by its CSI driver. */
  cinder?: CinderVolumeSource;
  /** A Ceph file system; no longer served. */
  cephfs?: CephFSVolumeSource;
  /** A Flocker volume; no longer served. */
  flocker?: FlockerVolumeSource;
  /** Files about the pod itself. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** An Azure share; served by its CSI driver. */
  azureFile?: AzureFileVolumeSource;
  /** Files from a ConfigMap. */
  configMap?: ConfigMapVolumeSource;
  /** A vSphere disk; served by its CSI driver. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer served. */
  quobyte?: QuobyteVolumeSource;
  /** An Azure disk; served by its CSI driver. */
  azureDisk?: AzureDiskVolumeSource;
  /** A Photon disk; no longer served. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** A Portworx volume; served by its CSI driver. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer served. */
  scaleIO?: ScaleIOVolumeSource;
  /** A StorageOS volume; no longer served. */
  storageos?: StorageOSVolumeSource;
  /** A volume that a CSI driver makes for the pod. */
  csi?: CSIVolumeSource;
  /** A claim made for the pod and deleted with it. */
  ephemeral?: EphemeralVolumeSource;
  /** The files of an OCI image. Since 1.31. */
  image?: ImageVolumeSource;
}

export interface VolumeDevice {
  /** A volume of the pod that is a claim. */
  name?: string;
  /** Where the device appears. */
  devicePath?: string;
}

export interface VolumeHealthCondition {
  /** State of the volume. */
  status?: string;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface VolumeHealthStatus {
  healthConditions?: VolumeHealthCondition[];
  lastTransitionTime?: string;
}

export interface VolumeMount {
  /** A volume of the pod. */
  name?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Whether mounts below are read-only as well. */
  recursiveReadOnly?: RecursiveReadOnlyMode;
  /** Where it appears; no colon. */
  mountPath?: string;
  /** A path inside the volume to mount instead of its root. */
  subPath?: string;
  /** Whether mounts made later are seen; default `None`. */
  mountPropagation?: MountPropagationMode;
  /** As `subPath`, with `$(VARIABLE)` expanded. */
  subPathExpr?: string;
  /** Options of the bind mount. Since 1.37. */
  bindMountOptions?: string[];
}

export interface VolumeMountStatus {
  /** The volume. */
  name?: string;
  /** Where it appears. */
  mountPath?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** `Disabled` or `Enabled`. */
  recursiveReadOnly?: string;
  /** State of the volume. Since 1.36. */
  volumeStatus?: VolumeStatus;
}

export interface VolumeNodeAffinity {
  required?: NodeSelector;
}

export interface VolumeProjection {
  /** Files from a Secret. */
  secret?: SecretProjection;
  /** Files about the pod itself. */
  downwardAPI?: DownwardAPIProjection;
  /** Files from a ConfigMap. */
  configMap?: ConfigMapProjection;
  /** A token of the pod's service account. */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** Certificates that are trusted in the cluster. */
  clusterTrustBundle?: ClusterTrustBundleProjection;
  /** A key and a certificate for the pod. Since 1.34. */
  podCertificate?: PodCertificateProjection;
}

export interface VolumeResourceRequirements {
  /** The most there may be. */
  limits?: Record<string, string>;
  /** The least that is accepted. */
  requests?: Record<string, string>;
}

export interface VolumeStatus {
  /** State of an image volume. */
  image?: ImageVolumeStatus;
}

export interface VsphereVirtualDiskVolumeSource {
  /** Path of the disk. */
  volumePath?: string;
  /** File system. */
  fsType?: string;
  /** Name of the storage profile. */
  storagePolicyName?: string;
  /** Id of the storage profile. */
  storagePolicyID?: string;
}

export interface WeightedPodAffinityTerm {
  /** 1 to 100. */
  weight?: number;
  /** The preference. */
  podAffinityTerm?: PodAffinityTerm;
}

export interface WindowsSecurityContextOptions {
  /** Name of the credential spec. */
  gmsaCredentialSpecName?: string;
  /** The credential spec itself. */
  gmsaCredentialSpec?: string;
  /** User of the processes. */
  runAsUserName?: string;
  /** Run on the host. */
  hostProcess?: boolean;
}

export interface WorkloadReference {
  /** Name of the Workload. */
  name?: string;
  /** Name of the group in it. */
  podGroup?: string;
  /** Which replica of the group. */
  podGroupReplicaKey?: string;
}
