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
  /** Pods to run close to. */
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
  /** Name of the volume. */
  name?: string;
  /** Path of the device on the node. */
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
  /** Secret with the account's name and key. */
  secretName?: string;
  /** Name of the share. */
  shareName?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Namespace of the secret; default: that of the pod. */
  secretNamespace?: string | null;
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
  /** The node that the pod should run on. */
  target?: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  /** Name of the driver. */
  driver?: string;
  /** Id of the volume in the driver. */
  volumeHandle?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** File system. */
  fsType?: string;
  /** Properties that the driver reads. */
  volumeAttributes?: Record<string, string>;
  /** Secret for attaching the volume. */
  controllerPublishSecretRef?: SecretReference;
  /** Secret for mounting the volume once for the node. */
  nodeStageSecretRef?: SecretReference;
  /** Secret for the driver. */
  nodePublishSecretRef?: SecretReference;
  /** Secret for the expansion by the controller. */
  controllerExpandSecretRef?: SecretReference;
  /** Secret for the expansion on the node. */
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
  /** Addresses of the monitors. */
  monitors?: string[] | null;
  /** Root of the mount; default `/`. */
  path?: string;
  /** Default `admin`. */
  user?: string;
  /** Default `/etc/ceph/user.secret`. */
  secretFile?: string;
  /** Secret that replaces the file. */
  secretRef?: SecretReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface CephFSVolumeSource {
  /** Addresses of the monitors. */
  monitors?: string[] | null;
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
  /** Id of the disk. */
  volumeID?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Secret with the cloud's parameters. */
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
  /** Seconds that a client stays with its pod, from 1 to 86400; default 10800. */
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
  /** Why the component is not healthy. */
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
  /** Whether the data can no longer change. */
  immutable?: boolean;
  /** Texts by key. */
  data?: Record<string, string>;
  /** Bytes by key, base64. */
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
  /** Whether the end of the log is used when the file is empty. */
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
  /** Names of the image. */
  names?: string[] | null;
  /** Size of the image in bytes. */
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
  startedAt?: string | null;
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
  startedAt?: string | null;
  /** When it ended. */
  finishedAt?: string | null;
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
  /** Port of the endpoint. */
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
  /** The IP address. */
  ip?: string;
  /** Host name of the endpoint. */
  hostname?: string;
  /** Node of the endpoint. */
  nodeName?: string;
  /** The object behind the endpoint, most often a pod. */
  targetRef?: ObjectReference;
}

export interface EndpointPort {
  /** Name of the port; that of the port of the service. */
  name?: string;
  /** Number of the port. */
  port?: number;
  /** `TCP`, `UDP` or `SCTP`; default `TCP`. */
  protocol?: Protocol;
  /** Protocol of the application, such as `https` or `kubernetes.io/h2c`. */
  appProtocol?: string;
}

export interface EndpointSubset {
  /** Addresses that are ready. */
  addresses?: EndpointAddress[];
  /** Addresses that are not ready. */
  notReadyAddresses?: EndpointAddress[];
  /** Ports of the addresses. */
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
  /** Addresses and their ports; each address has each port of its subset. */
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
  /** Whether the end of the log is used when the file is empty. */
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
  /** The object that the event is about. */
  involvedObject?: ObjectReference;
  /** Why, in a word. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** The component that reported the event. */
  source?: EventSource;
  /** When it was first seen. */
  firstTimestamp?: string | null;
  /** When it was last seen. */
  lastTimestamp?: string | null;
  /** How often it was seen. */
  count?: number;
  /** `Normal` or `Warning`. */
  type?: string;
  /** When it was first seen, to the microsecond. */
  eventTime?: string | null;
  /** The series that the event is part of; absent for a single one. */
  series?: EventSeries;
  /** Action that was done or failed. */
  action?: string;
  /** A second object that takes part. */
  related?: ObjectReference;
  /** Name of the controller that reported the event. */
  reportingComponent?: string;
  /** Id of the instance of the controller. */
  reportingInstance?: string;
}

export interface EventSeries {
  /** How often it was seen. */
  count?: number;
  /** When it was last seen. */
  lastObservedTime?: string | null;
}

export interface EventSource {
  /** Name of the component. */
  component?: string;
  /** Node that the component runs on. */
  host?: string;
}

export interface EvictionResponder {
  /** A qualified name. */
  name?: string;
  /** The highest is asked first. */
  priority?: number | null;
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
  /** Name of the driver. */
  driver?: string;
  /** File system. */
  fsType?: string;
  /** Secret for the driver. */
  secretRef?: SecretReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Options of the driver. */
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
  service?: string | null;
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
  /** Name of the endpoints. */
  endpoints?: string;
  /** Path of the volume. */
  path?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Namespace of the endpoints; default: that of the claim. */
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
  secretRef?: SecretReference;
  /** Name of the initiator. */
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
  /** The desired state. */
  spec?: LimitRangeSpec;
}

export interface LimitRangeItem {
  /** `Container`, `Pod` or `PersistentVolumeClaim`: the objects that the limits are for. */
  type?: string;
  /** Largest amount of each resource. */
  max?: Record<string, string>;
  /** Smallest amount of each resource. */
  min?: Record<string, string>;
  /** Limit of containers without one. */
  default?: Record<string, string>;
  /** Request of containers without one. */
  defaultRequest?: Record<string, string>;
  /** How many times the request the limit may be. */
  maxLimitRequestRatio?: Record<string, string>;
}

export interface LimitRangeSpec {
  /** The limits, at most one of each type. */
  limits?: LimitRangeItem[] | null;
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
  /** IP address of the load balancer. */
  ip?: string;
  /** Host name of the load balancer. */
  hostname?: string;
  /** `VIP` or `Proxy`: whether traffic arrives with the address of the load balancer as its destination. */
  ipMode?: string;
  /** Ports of the load balancer, with their errors. */
  ports?: PortStatus[];
}

export interface LoadBalancerStatus {
  /** The addresses of the load balancer. */
  ingress?: LoadBalancerIngress[];
}

export interface LocalObjectReference {
  /** Name of an object in the same namespace. */
  name?: string;
}

export interface LocalVolumeSource {
  /** Path of the disk, partition or directory on the node. */
  path?: string;
  /** File system, for a block device. */
  fsType?: string;
}

export interface ModifyVolumeStatus {
  /** The class that the volume should have. */
  targetVolumeAttributesClassName?: string;
  /** `Pending`, `InProgress` or `Infeasible`. */
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
  /** The desired state. */
  spec?: NamespaceSpec;
  /** The observed state. */
  status?: NamespaceStatus;
}

export interface NamespaceCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface NamespaceSpec {
  /** Parties that must empty the namespace before it goes. */
  finalizers?: string[];
}

export interface NamespaceStatus {
  /** `Active` or `Terminating`. */
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
  /** The desired state. */
  spec?: NodeSpec;
  /** The observed state. */
  status?: NodeStatus;
}

export interface NodeAddress {
  /** `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`. */
  type?: string;
  /** The address. */
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
  quantity?: string | null;
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
  resources?: Record<string, string> | null;
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
  /** When the kubelet last wrote it. */
  lastHeartbeatTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
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
  /** Configuration that the kubelet will try. */
  assigned?: NodeConfigSource;
  /** Configuration that the kubelet uses. */
  active?: NodeConfigSource;
  /** Configuration that the kubelet falls back to. */
  lastKnownGood?: NodeConfigSource;
  /** Why the assigned configuration is not in use. */
  error?: string;
}

export interface NodeDaemonEndpoints {
  /** Port of the kubelet. */
  kubeletEndpoint?: DaemonEndpoint;
}

export interface NodeFeatures {
  /** Whether the container runtime supports `supplementalGroupsPolicy`. */
  supplementalGroupsPolicy?: boolean;
}

export type NodeInclusionPolicy = "Honor" | "Ignore";

export interface NodePodPreemptionPolicy {
  /** Resources whose growth in running pods preempts no other pods. */
  disableResizePreemption?: string[];
}

export interface NodeRuntimeHandler {
  /** Name of the handler; empty for the default. */
  name?: string;
  /** Features that the handler supports. */
  features?: NodeRuntimeHandlerFeatures;
}

export interface NodeRuntimeHandlerFeatures {
  /** Whether mounts can be read-only with all mounts below. */
  recursiveReadOnlyMounts?: boolean;
  /** Whether pods can have a user namespace. Since 1.31. */
  userNamespaces?: boolean;
}

export interface NodeSelector {
  /** One of them must match. */
  nodeSelectorTerms?: NodeSelectorTerm[] | null;
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
  /** Range of addresses for the pods of the node. */
  podCIDR?: string;
  /** Ranges of addresses for the pods, at most one of each family; the first is `podCIDR`. */
  podCIDRs?: string[];
  /** Id of the node at the cloud provider. */
  providerID?: string;
  /** Whether no new pods are scheduled to the node. */
  unschedulable?: boolean;
  /** Keep pods away that do not tolerate them. */
  taints?: Taint[];
  /** No longer used; dynamic kubelet configuration was removed. */
  configSource?: NodeConfigSource;
  /** No longer used. */
  externalID?: string;
  /** When pods of the node are preempted for others. Since 1.37. */
  podPreemptionPolicy?: NodePodPreemptionPolicy;
}

export interface NodeStatus {
  /** Resources of the node in total. */
  capacity?: Record<string, string>;
  /** Resources that are there for pods. */
  allocatable?: Record<string, string>;
  /** No longer used. */
  phase?: string;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: NodeCondition[];
  /** Addresses at which the node is reached. */
  addresses?: NodeAddress[];
  /** Ports of programs on the node. */
  daemonEndpoints?: NodeDaemonEndpoints;
  /** Ids and versions of the node. */
  nodeInfo?: NodeSystemInfo;
  /** Container images on the node. */
  images?: ContainerImage[];
  /** Volumes that the node mounts. */
  volumesInUse?: string[];
  /** Volumes that are attached to the node. */
  volumesAttached?: AttachedVolume[];
  /** No longer used; dynamic kubelet configuration was removed. */
  config?: NodeConfigStatus;
  /** Handlers of the container runtime. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** Features of the container runtime. Since 1.31. */
  features?: NodeFeatures;
  /** Features of Kubernetes that the node supports. Since 1.35. */
  declaredFeatures?: string[];
}

export interface NodeSwapStatus {
  /** Size of the swap space in bytes. */
  capacity?: number | bigint;
}

export interface NodeSystemInfo {
  /** Id of the machine, from `/etc/machine-id`. */
  machineID?: string;
  /** UUID of the hardware. */
  systemUUID?: string;
  /** Id of the current boot. */
  bootID?: string;
  /** Version of the kernel. */
  kernelVersion?: string;
  /** Name of the operating system and its version. */
  osImage?: string;
  /** Container runtime and its version, such as `containerd://2.0.0`. */
  containerRuntimeVersion?: string;
  /** Version of the kubelet. */
  kubeletVersion?: string;
  /** Deprecated: not always the version of kube-proxy. */
  kubeProxyVersion?: string;
  /** `linux` or `windows`. */
  operatingSystem?: string;
  /** Architecture of the processor, such as `amd64`. */
  architecture?: string;
  /** The swap space. Since 1.33. */
  swap?: NodeSwapStatus;
  /** Whether the kubelet runs in a user namespace. Since 1.37. */
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
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** UID of the object. */
  uid?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Version of the object that is meant. */
  resourceVersion?: string;
  /** Part of the object that is meant, such as `spec.containers{name}`. */
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
  /** The desired state. */
  spec?: PersistentVolumeSpec;
  /** The observed state. */
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
  /** The desired state. */
  spec?: PersistentVolumeClaimSpec;
  /** The observed state. */
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When it was last checked. */
  lastProbeTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
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
  /** `Pending`, `Bound` or `Lost`. */
  phase?: string;
  /** How the volume can be mounted. */
  accessModes?: string[];
  /** Resources of the volume. */
  capacity?: Record<string, string>;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: PersistentVolumeClaimCondition[];
  /** Resources that an expansion has reserved; may exceed `capacity`. */
  allocatedResources?: Record<string, string>;
  /** Progress of the expansion, by resource. */
  allocatedResourceStatuses?: Record<string, string>;
  /** The VolumeAttributesClass that the volume has. */
  currentVolumeAttributesClassName?: string;
  /** Progress of the change to another VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus;
  /** Health of the volume, as its driver reports it. Since 1.37. */
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
  /** Resources of the volume; `storage` is its size. */
  capacity?: Record<string, string>;
  /** A Google disk; served by its CSI driver. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** An AWS disk; served by its CSI driver. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A Gluster volume; no longer served. */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** An NFS export. */
  nfs?: NFSVolumeSource;
  /** A Ceph block device; no longer served. */
  rbd?: RBDPersistentVolumeSource;
  /** An iSCSI disk. */
  iscsi?: ISCSIPersistentVolumeSource;
  /** An OpenStack disk; served by its CSI driver. */
  cinder?: CinderPersistentVolumeSource;
  /** A Ceph file system; no longer served. */
  cephfs?: CephFSPersistentVolumeSource;
  /** A Fibre Channel disk. */
  fc?: FCVolumeSource;
  /** A Flocker volume; no longer served. */
  flocker?: FlockerVolumeSource;
  /** A volume of a program on the node; deprecated, use `csi`. */
  flexVolume?: FlexPersistentVolumeSource;
  /** An Azure share; served by its CSI driver. */
  azureFile?: AzureFilePersistentVolumeSource;
  /** A vSphere disk; served by its CSI driver. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer served. */
  quobyte?: QuobyteVolumeSource;
  /** An Azure disk; served by its CSI driver. */
  azureDisk?: AzureDiskVolumeSource;
  /** A Photon disk; no longer served. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** A Portworx volume; served by its CSI driver. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer served. */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** A disk, partition or directory of a node. */
  local?: LocalVolumeSource;
  /** A StorageOS volume; no longer served. */
  storageos?: StorageOSPersistentVolumeSource;
  /** A volume of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
  /** How the volume can be mounted. */
  accessModes?: PersistentVolumeAccessMode[];
  /** The claim that the volume is bound to. */
  claimRef?: ObjectReference;
  /** `Retain` or `Delete` the storage when the claim goes; `Recycle` is deprecated. */
  persistentVolumeReclaimPolicy?: PersistentVolumeReclaimPolicy;
  /** Name of the class; empty for none. */
  storageClassName?: string;
  /** Options of mount; nothing checks them before the mount. */
  mountOptions?: string[];
  /** `Filesystem` or `Block`; default `Filesystem`. */
  volumeMode?: PersistentVolumeMode;
  /** The nodes that can reach the volume. */
  nodeAffinity?: VolumeNodeAffinity;
  /** Class of attributes that may change. */
  volumeAttributesClassName?: string;
}

export interface PersistentVolumeStatus {
  /** `Pending`, `Available`, `Bound`, `Released` or `Failed`. */
  phase?: string;
  /** Why, for people. */
  message?: string;
  /** Why, in a word. */
  reason?: string;
  /** When the phase last changed. */
  lastPhaseTransitionTime?: string | null;
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
  lastProbeTime?: string | null;
  /** When it last changed. */
  lastTransitionTime?: string | null;
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
  /** The request of each extended resource. */
  requestMappings?: ContainerExtendedResourceRequest[] | null;
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
  containers?: Container[] | null;
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
  /** Conditions that must be true in addition to the containers' readiness. */
  readinessGates?: PodReadinessGate[];
  /** The RuntimeClass that runs the pod. */
  runtimeClassName?: string;
  /** Whether containers find services in environment variables; default true. */
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
  startTime?: string | null;
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
  lastTransitionTime?: string | null;
}

export interface PortStatus {
  /** Number of the port. */
  port?: number;
  /** `TCP`, `UDP` or `SCTP`. */
  protocol?: string;
  /** Why the port does not work, in a word. */
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
  sources?: VolumeProjection[] | null;
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
  /** Addresses of the monitors. */
  monitors?: string[] | null;
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
  secretRef?: SecretReference;
  /** Whether writing is refused. */
  readOnly?: boolean;
}

export interface RBDVolumeSource {
  /** Addresses of the monitors. */
  monitors?: string[] | null;
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
  /** The desired state. */
  spec?: ReplicationControllerSpec;
  /** The observed state. */
  status?: ReplicationControllerStatus;
}

export interface ReplicationControllerCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface ReplicationControllerSpec {
  /** How many pods should run; default 1. */
  replicas?: number;
  /** Seconds that a pod must be ready to count as available; default 0. */
  minReadySeconds?: number;
  /** The pods that belong to it; must match the template's labels. Immutable. */
  selector?: Record<string, string>;
  /** The pods that it creates. */
  template?: PodTemplateSpec;
}

export interface ReplicationControllerStatus {
  /** Pods that exist and are not terminating. */
  replicas?: number;
  /** Pods that have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** Pods that are ready. */
  readyReplicas?: number;
  /** Pods that have been ready for `minReadySeconds`. */
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
  /** The desired state. */
  spec?: ResourceQuotaSpec;
  /** The observed state. */
  status?: ResourceQuotaStatus;
}

export type ResourceQuotaScope = "BestEffort" | "CrossNamespacePodAffinity" | "NotBestEffort" | "NotTerminating" | "PriorityClass" | "Terminating" | "VolumeAttributesClass";

export interface ResourceQuotaSpec {
  /** Largest amount of each resource in the namespace. */
  hard?: Record<string, string>;
  /** The quota counts only objects of all these scopes. */
  scopes?: ResourceQuotaScope[];
  /** The quota counts only objects that match, by scope and value. */
  scopeSelector?: ScopeSelector;
}

export interface ResourceQuotaStatus {
  /** The limits that are enforced. */
  hard?: Record<string, string>;
  /** Amounts that the namespace uses. */
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
  /** Address of the gateway. */
  gateway?: string;
  /** Name of the storage system. */
  system?: string;
  /** Secret with user and password. */
  secretRef?: SecretReference | null;
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

export interface ScaleIOVolumeSource {
  /** Address of the gateway. */
  gateway?: string;
  /** Name of the storage system. */
  system?: string;
  /** Secret with user and password. */
  secretRef?: LocalObjectReference | null;
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
  /** Requirements that must all hold. */
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
  /** Whether the data can no longer change. */
  immutable?: boolean;
  /** Bytes by key, base64. */
  data?: Record<string, string>;
  /** Texts by key, which the API server writes into `data`; never returned. */
  stringData?: Record<string, string>;
  /** Which keys the data must have, such as `kubernetes.io/tls`; default `Opaque`. Immutable. */
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
  /** Name of the secret. */
  name?: string;
  /** Namespace of the secret. */
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
  /** The desired state. */
  spec?: ServiceSpec;
  /** The observed state. */
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
  /** Secrets that pods of the account may use, if the annotation `enforce-mountable-secrets` is set. */
  secrets?: ObjectReference[];
  /** Credentials for pulling images, which pods of the account get. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether pods of the account get its token; pods may say otherwise. */
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
  /** Name of the port; required where there are several. */
  name?: string;
  /** `TCP`, `UDP` or `SCTP`; default `TCP`. */
  protocol?: Protocol;
  /** Protocol of the application, such as `https` or `kubernetes.io/h2c`. */
  appProtocol?: string;
  /** Port of the service. */
  port?: number;
  /** Port of the pods, a number or the name of a container's port; default: `port`. */
  targetPort?: number | string;
  /** Port on each node, for the types NodePort and LoadBalancer; default: a free one. */
  nodePort?: number;
}

export interface ServiceSpec {
  /** Ports of the service. */
  ports?: ServicePort[];
  /** Labels of the pods that traffic goes to; absent: endpoints are written by another party. */
  selector?: Record<string, string>;
  /** Address of the service; `None` for a headless one; default: a free one. Immutable once set. */
  clusterIP?: string;
  /** Addresses of the service, at most one of each family; the first is `clusterIP`. */
  clusterIPs?: string[];
  /** `ClusterIP`, `NodePort`, `LoadBalancer` or `ExternalName`; default `ClusterIP`. */
  type?: ServiceType;
  /** Further addresses at which nodes accept traffic for the service. */
  externalIPs?: string[];
  /** `ClientIP` sends a client to the same pod each time; default `None`. */
  sessionAffinity?: ServiceAffinity;
  /** Deprecated: address that the load balancer should have. */
  loadBalancerIP?: string;
  /** Ranges of clients that the load balancer accepts. */
  loadBalancerSourceRanges?: string[];
  /** DNS name that the service is an alias of, for the type ExternalName. */
  externalName?: string;
  /** `Cluster` or `Local`: whether traffic from outside goes to pods of other nodes; default `Cluster`. */
  externalTrafficPolicy?: ServiceExternalTrafficPolicy;
  /** Port on each node for health checks of the load balancer, with `externalTrafficPolicy: Local`. */
  healthCheckNodePort?: number;
  /** Whether endpoints that are not ready count as ready. */
  publishNotReadyAddresses?: boolean;
  /** Settings of `sessionAffinity`. */
  sessionAffinityConfig?: SessionAffinityConfig;
  /** `IPv4`, `IPv6` or both, in order of preference. */
  ipFamilies?: IPFamily[];
  /** `SingleStack`, `PreferDualStack` or `RequireDualStack`; default `SingleStack`. */
  ipFamilyPolicy?: IPFamilyPolicy;
  /** Whether a service of type LoadBalancer gets node ports; default true. */
  allocateLoadBalancerNodePorts?: boolean;
  /** Which implementation of load balancers is meant; default: that of the cloud provider. Immutable. */
  loadBalancerClass?: string;
  /** `Cluster` or `Local`: whether traffic from pods goes to pods of other nodes; default `Cluster`. */
  internalTrafficPolicy?: ServiceInternalTrafficPolicy;
  /** `PreferSameZone`, `PreferSameNode` or `PreferClose`: which endpoints are preferred. */
  trafficDistribution?: string;
}

export interface ServiceStatus {
  /** State of the load balancer. */
  loadBalancer?: LoadBalancerStatus;
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}

export type ServiceType = "ClusterIP" | "ExternalName" | "LoadBalancer" | "NodePort";

export interface SessionAffinityConfig {
  /** Settings of `ClientIP`. */
  clientIP?: ClientIPConfig;
}

export type Signal = "SIGABRT" | "SIGALRM" | "SIGBUS" | "SIGCHLD" | "SIGCLD" | "SIGCONT" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGIO" | "SIGIOT" | "SIGKILL" | "SIGPIPE" | "SIGPOLL" | "SIGPROF" | "SIGPWR" | "SIGQUIT" | "SIGRTMAX" | "SIGRTMAX-1" | "SIGRTMAX-10" | "SIGRTMAX-11" | "SIGRTMAX-12" | "SIGRTMAX-13" | "SIGRTMAX-14" | "SIGRTMAX-2" | "SIGRTMAX-3" | "SIGRTMAX-4" | "SIGRTMAX-5" | "SIGRTMAX-6" | "SIGRTMAX-7" | "SIGRTMAX-8" | "SIGRTMAX-9" | "SIGRTMIN" | "SIGRTMIN+1" | "SIGRTMIN+10" | "SIGRTMIN+11" | "SIGRTMIN+12" | "SIGRTMIN+13" | "SIGRTMIN+14" | "SIGRTMIN+15" | "SIGRTMIN+2" | "SIGRTMIN+3" | "SIGRTMIN+4" | "SIGRTMIN+5" | "SIGRTMIN+6" | "SIGRTMIN+7" | "SIGRTMIN+8" | "SIGRTMIN+9" | "SIGSEGV" | "SIGSTKFLT" | "SIGSTOP" | "SIGSYS" | "SIGTERM" | "SIGTRAP" | "SIGTSTP" | "SIGTTIN" | "SIGTTOU" | "SIGURG" | "SIGUSR1" | "SIGUSR2" | "SIGVTALRM" | "SIGWINCH" | "SIGXCPU" | "SIGXFSZ";

export interface SleepAction {
  /** How long. */
  seconds?: number | bigint;
}

export interface StorageOSPersistentVolumeSource {
  /** Name of the volume. */
  volumeName?: string;
  /** Its namespace; default the pod's. */
  volumeNamespace?: string;
  /** File system. */
  fsType?: string;
  /** Whether writing is refused. */
  readOnly?: boolean;
  /** Secret for the API. */
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
  timeAdded?: string | null;
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
  /** Label of the node. */
  key?: string;
  /** Values of which the label must have one. */
  values?: string[] | null;
}

export interface TopologySelectorTerm {
  /** Requirements that must all hold. */
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
  apiGroup?: string | null;
  /** Kind of the object. */
  kind?: string;
  /** Name of the object. */
  name?: string;
}

export interface TypedObjectReference {
  /** Group of the object; absent for the core group. */
  apiGroup?: string | null;
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
  /** The health of the volume; empty if it is healthy. */
  healthConditions?: VolumeHealthCondition[];
  /** When it last changed. */
  lastTransitionTime?: string | null;
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
  /** Nodes must match. */
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
