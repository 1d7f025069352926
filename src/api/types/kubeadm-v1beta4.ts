/**
 * The types of `kubeadm/v1beta4`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as bootstraptokenV1 from "./bootstraptoken-v1.ts";
import type * as coreV1 from "./core-v1.ts";

export interface APIEndpoint {
  advertiseAddress?: string;
  bindPort?: number;
}

export interface APIServer {
  extraArgs?: Arg[];
  extraVolumes?: HostPathMount[];
  extraEnvs?: EnvVar[];
  certSANs?: string[];
}

export interface Arg {
  name?: string;
  value?: string;
}

export interface BootstrapTokenDiscovery {
  token?: string;
  apiServerEndpoint?: string;
  caCertHashes?: string[];
  unsafeSkipCAVerification?: boolean;
}

export interface ClusterConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  etcd?: Etcd;
  networking?: Networking;
  kubernetesVersion?: string;
  controlPlaneEndpoint?: string;
  apiServer?: APIServer;
  controllerManager?: ControlPlaneComponent;
  scheduler?: ControlPlaneComponent;
  dns?: DNS;
  proxy?: Proxy;
  certificatesDir?: string;
  imageRepository?: string;
  featureGates?: Record<string, boolean>;
  clusterName?: string;
  encryptionAlgorithm?: EncryptionAlgorithmType;
  certificateValidityPeriod?: string;
  caCertificateValidityPeriod?: string;
}

export interface ControlPlaneComponent {
  extraArgs?: Arg[];
  extraVolumes?: HostPathMount[];
  extraEnvs?: EnvVar[];
}

export interface DNS {
  imageRepository?: string;
  imageTag?: string;
  disabled?: boolean;
}

export interface Discovery {
  bootstrapToken?: BootstrapTokenDiscovery;
  file?: FileDiscovery;
  tlsBootstrapToken?: string;
}

export type EncryptionAlgorithmType = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";

export interface EnvVar {
  name?: string;
  value?: string;
  valueFrom?: coreV1.EnvVarSource;
}

export interface Etcd {
  local?: LocalEtcd;
  external?: ExternalEtcd;
}

export interface ExternalEtcd {
  endpoints?: string[];
  caFile?: string;
  certFile?: string;
  keyFile?: string;
  /** Since 1.35. */
  httpEndpoints?: string[];
}

export interface FileDiscovery {
  kubeConfigPath?: string;
}

export interface HostPathMount {
  name?: string;
  hostPath?: string;
  mountPath?: string;
  readOnly?: boolean;
  pathType?: coreV1.HostPathType;
}

export interface InitConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  bootstrapTokens?: bootstraptokenV1.BootstrapToken[];
  dryRun?: boolean;
  nodeRegistration?: NodeRegistrationOptions;
  localAPIEndpoint?: APIEndpoint;
  certificateKey?: string;
  skipPhases?: string[];
  patches?: Patches;
  timeouts?: Timeouts;
}

export interface JoinConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  dryRun?: boolean;
  nodeRegistration?: NodeRegistrationOptions;
  caCertPath?: string;
  discovery?: Discovery;
  controlPlane?: JoinControlPlane;
  skipPhases?: string[];
  patches?: Patches;
  timeouts?: Timeouts;
}

export interface JoinControlPlane {
  localAPIEndpoint?: APIEndpoint;
  certificateKey?: string;
}

export interface LocalEtcd {
  imageRepository?: string;
  imageTag?: string;
  dataDir?: string;
  extraArgs?: Arg[];
  extraEnvs?: EnvVar[];
  serverCertSANs?: string[];
  peerCertSANs?: string[];
}

export interface Networking {
  serviceSubnet?: string;
  podSubnet?: string;
  dnsDomain?: string;
}

export interface NodeRegistrationOptions {
  name?: string;
  criSocket?: string;
  taints?: coreV1.Taint[];
  kubeletExtraArgs?: Arg[];
  ignorePreflightErrors?: string[];
  imagePullPolicy?: coreV1.PullPolicy;
  imagePullSerial?: boolean;
}

export interface Patches {
  directory?: string;
}

export interface Proxy {
  disabled?: boolean;
}

export interface ResetConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  cleanupTmpDir?: boolean;
  certificatesDir?: string;
  criSocket?: string;
  dryRun?: boolean;
  force?: boolean;
  ignorePreflightErrors?: string[];
  skipPhases?: string[];
  unmountFlags?: string[];
  timeouts?: Timeouts;
}

export interface Timeouts {
  controlPlaneComponentHealthCheck?: string;
  kubeletHealthCheck?: string;
  kubernetesAPICall?: string;
  etcdAPICall?: string;
  tlsBootstrap?: string;
  discovery?: string;
  upgradeManifests?: string;
}

export interface UpgradeApplyConfiguration {
  kubernetesVersion?: string;
  allowExperimentalUpgrades?: boolean;
  allowRCUpgrades?: boolean;
  certificateRenewal?: boolean;
  dryRun?: boolean;
  etcdUpgrade?: boolean;
  forceUpgrade?: boolean;
  ignorePreflightErrors?: string[];
  patches?: Patches;
  printConfig?: boolean;
  skipPhases?: string[];
  imagePullPolicy?: coreV1.PullPolicy;
  imagePullSerial?: boolean;
}

export interface UpgradeConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  apply?: UpgradeApplyConfiguration;
  diff?: UpgradeDiffConfiguration;
  node?: UpgradeNodeConfiguration;
  plan?: UpgradePlanConfiguration;
  timeouts?: Timeouts;
}

export interface UpgradeDiffConfiguration {
  kubernetesVersion?: string;
  contextLines?: number | bigint;
}

export interface UpgradeNodeConfiguration {
  certificateRenewal?: boolean;
  dryRun?: boolean;
  etcdUpgrade?: boolean;
  ignorePreflightErrors?: string[];
  skipPhases?: string[];
  patches?: Patches;
  imagePullPolicy?: coreV1.PullPolicy;
  imagePullSerial?: boolean;
}

export interface UpgradePlanConfiguration {
  kubernetesVersion?: string;
  allowExperimentalUpgrades?: boolean;
  allowRCUpgrades?: boolean;
  dryRun?: boolean;
  ignorePreflightErrors?: string[];
  printConfig?: boolean;
  /** Since 1.33. */
  etcdUpgrade?: boolean;
}
