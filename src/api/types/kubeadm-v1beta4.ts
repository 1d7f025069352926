/**
 * The types of `kubeadm/v1beta4`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as bootstraptokenV1 from "./bootstraptoken-v1.ts";
import type * as coreV1 from "./core-v1.ts";

/** The address of an API server on one node. */
export interface APIEndpoint {
  /** The IP address that others reach the API server at; that of the default route by default. */
  advertiseAddress?: string;
  /** The port of the API server, 6443 by default. */
  bindPort?: number;
}

/** Settings of kube-apiserver on all control plane nodes. */
export interface APIServer {
  /** Flags of kube-apiserver, without dashes, in addition to kubeadm's or instead of them. */
  extraArgs?: Arg[];
  /** Files and directories of the node that kube-apiserver sees. */
  extraVolumes?: HostPathMount[];
  /** Environment variables of kube-apiserver. */
  extraEnvs?: EnvVar[];
  /** Further names and addresses in the certificate of the API server. */
  certSANs?: string[];
}

/** A flag and its value. */
export interface Arg {
  /** The name of the flag, without dashes. */
  name?: string;
  /** The value of the flag. */
  value?: string;
}

/** How a node finds and verifies its cluster with a token. */
export interface BootstrapTokenDiscovery {
  /** The token that the information about the cluster is signed with. */
  token?: string;
  /** HOST:PORT of an API server that has information about the cluster. */
  apiServerEndpoint?: string;
  /** Hashes of the public keys of CAs that are trusted, `sha256:` and hexadecimal digits. */
  caCertHashes?: string[];
  /** Trust the cluster without the hash of its CA. */
  unsafeSkipCAVerification?: boolean;
}

/** Settings that all control plane nodes of a cluster share, in the file that `kubeadm init --config` reads. */
export interface ClusterConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** The etcd of the cluster, by default one on each control plane node. */
  etcd?: Etcd;
  /** Address ranges and the DNS domain of the cluster. */
  networking?: Networking;
  /** The version of the control plane, `v1.36.2`, or a label such as `stable-1`, which is the default. */
  kubernetesVersion?: string;
  /** A DNS name or an IP address for all control plane nodes, such as that of a load balancer, with or without a port. */
  controlPlaneEndpoint?: string;
  /** Settings of kube-apiserver. */
  apiServer?: APIServer;
  /** Settings of kube-controller-manager. */
  controllerManager?: ControlPlaneComponent;
  /** Settings of kube-scheduler. */
  scheduler?: ControlPlaneComponent;
  /** Settings of the cluster DNS. */
  dns?: DNS;
  /** Settings of kube-proxy as an add-on. */
  proxy?: Proxy;
  /** Directory of certificates and keys, `/etc/kubernetes/pki` by default. */
  certificatesDir?: string;
  /** Where images are pulled from, `registry.k8s.io` by default. */
  imageRepository?: string;
  /** Feature gates of kubeadm itself. */
  featureGates?: Record<string, boolean>;
  /** The name of the cluster in kubeconfig files. */
  clusterName?: string;
  /** Algorithm of the keys of certificates, RSA-2048 by default. */
  encryptionAlgorithm?: EncryptionAlgorithmType;
  /** Time that certificates are valid, a year by default. */
  certificateValidityPeriod?: string;
  /** Time that the CA is valid, ten years by default. */
  caCertificateValidityPeriod?: string;
}

/** Settings of a component of the control plane. */
export interface ControlPlaneComponent {
  /** Flags, without dashes, in addition to kubeadm's or instead of them. */
  extraArgs?: Arg[];
  /** Files and directories of the node that the component sees. */
  extraVolumes?: HostPathMount[];
  /** Environment variables of the component. */
  extraEnvs?: EnvVar[];
}

/** Settings of the cluster DNS, CoreDNS. */
export interface DNS {
  /** Where the image of CoreDNS is pulled from. */
  imageRepository?: string;
  /** The tag of the image of CoreDNS. */
  imageTag?: string;
  /** Install no DNS. */
  disabled?: boolean;
}

/** How a node finds its cluster. */
export interface Discovery {
  /** By a token; excludes `file`. */
  bootstrapToken?: BootstrapTokenDiscovery;
  /** By a kubeconfig file; excludes `bootstrapToken`. */
  file?: FileDiscovery;
  /** The token that the kubelet asks for its certificate with; that of `bootstrapToken` by default. */
  tlsBootstrapToken?: string;
}

/** The algorithm of a key. */
export type EncryptionAlgorithmType = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";

/** An environment variable. */
export interface EnvVar {
  /** The name of the variable. */
  name?: string;
  /** The value of the variable. */
  value?: string;
  /** Where the value of the variable comes from. */
  valueFrom?: coreV1.EnvVarSource;
}

/** The etcd of a cluster: local or external. */
export interface Etcd {
  /** An etcd on each control plane node. */
  local?: LocalEtcd;
  /** An etcd that kubeadm does not run. */
  external?: ExternalEtcd;
}

/** An etcd that kubeadm does not run. */
export interface ExternalEtcd {
  /** URLs of the members. */
  endpoints?: string[];
  /** Path of the CA that signed etcd's certificates. */
  caFile?: string;
  /** Path of the certificate of the client. */
  certFile?: string;
  /** Path of the key of the client. */
  keyFile?: string;
  /** URLs for metrics and health checks; `endpoints` by default. Since 1.35. */
  httpEndpoints?: string[];
}

/** How a node finds its cluster by a kubeconfig file. */
export interface FileDiscovery {
  /** Path or https URL of a kubeconfig file. */
  kubeConfigPath?: string;
}

/** A file or directory of the node that a component sees. */
export interface HostPathMount {
  /** The name of the volume. */
  name?: string;
  /** Path on the node. */
  hostPath?: string;
  /** Path in the container. */
  mountPath?: string;
  /** Mount without permission to write. */
  readOnly?: boolean;
  /** The kind of thing at the path, as in `hostPath` volumes. */
  pathType?: coreV1.HostPathType;
}

/** Settings of the first control plane node, in the file that `kubeadm init --config` reads. */
export interface InitConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Tokens that nodes may join with; one that kubeadm makes by default. */
  bootstrapTokens?: bootstraptokenV1.BootstrapToken[];
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Settings of the node. */
  nodeRegistration?: NodeRegistrationOptions;
  /** The address of the API server on this node. */
  localAPIEndpoint?: APIEndpoint;
  /** The key that shared certificates are encrypted with, in hexadecimal digits. */
  certificateKey?: string;
  /** Phases of `kubeadm init` to leave out. */
  skipPhases?: string[];
  /** Patches of the manifests that kubeadm writes. */
  patches?: Patches;
  /** Times that steps may take. */
  timeouts?: Timeouts;
}

/** How a node finds and joins a cluster, in the file that `kubeadm join --config` reads. */
export interface JoinConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Settings of the node. */
  nodeRegistration?: NodeRegistrationOptions;
  /** Where the CA of the cluster is written, `/etc/kubernetes/pki/ca.crt` by default. */
  caCertPath?: string;
  /** How the node finds its cluster. */
  discovery?: Discovery;
  /** Present where the node becomes one of the control plane. */
  controlPlane?: JoinControlPlane;
  /** Phases of `kubeadm join` to leave out. */
  skipPhases?: string[];
  /** Patches of the manifests that kubeadm writes. */
  patches?: Patches;
  /** Times that steps may take. */
  timeouts?: Timeouts;
}

/** Settings of a node that joins the control plane. */
export interface JoinControlPlane {
  /** The address of the API server on this node. */
  localAPIEndpoint?: APIEndpoint;
  /** The key that shared certificates are decrypted with, in hexadecimal digits. */
  certificateKey?: string;
}

/** An etcd that kubeadm runs on each control plane node. */
export interface LocalEtcd {
  /** Where the image of etcd is pulled from. */
  imageRepository?: string;
  /** The tag of the image of etcd. */
  imageTag?: string;
  /** Directory of etcd's data, `/var/lib/etcd` by default. */
  dataDir?: string;
  /** Flags of etcd, without dashes. */
  extraArgs?: Arg[];
  /** Environment variables of etcd. */
  extraEnvs?: EnvVar[];
  /** Further names in the certificate that clients see. */
  serverCertSANs?: string[];
  /** Further names in the certificate that members show one another. */
  peerCertSANs?: string[];
}

/** Address ranges and the DNS domain of a cluster. */
export interface Networking {
  /** Range of the services, or one of each IP family; `10.96.0.0/12` by default. */
  serviceSubnet?: string;
  /** Range of the pods, or one of each IP family, separated by a comma. */
  podSubnet?: string;
  /** The domain of services, `cluster.local` by default. */
  dnsDomain?: string;
}

/** Settings of a node that kubeadm sets up. */
export interface NodeRegistrationOptions {
  /** The name of the node; that of the host by default. */
  name?: string;
  /** Socket of the container runtime, `unix:///run/containerd/containerd.sock`; detected by default. */
  criSocket?: string;
  /** Taints of the node; an empty list for none, also on the control plane. */
  taints?: coreV1.Taint[];
  /** Flags of the kubelet, without dashes. */
  kubeletExtraArgs?: Arg[];
  /** Checks before the start whose errors are ignored; `all` for every one. */
  ignorePreflightErrors?: string[];
  /** Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never. */
  imagePullPolicy?: coreV1.PullPolicy;
  /** Pull images one after the other, which is the default. */
  imagePullSerial?: boolean;
}

/** Patches of the manifests that kubeadm writes. */
export interface Patches {
  /** Directory of files TARGET[SUFFIX][+PATCHTYPE].EXTENSION. */
  directory?: string;
}

/** Settings of kube-proxy as an add-on. */
export interface Proxy {
  /** Install no kube-proxy. */
  disabled?: boolean;
}

/** Settings of the removal of a node, in the file that `kubeadm reset --config` reads. */
export interface ResetConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Remove `/etc/kubernetes/tmp`, too. */
  cleanupTmpDir?: boolean;
  /** Directory of certificates and keys, `/etc/kubernetes/pki` by default. */
  certificatesDir?: string;
  /** Socket of the container runtime; detected by default. */
  criSocket?: string;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Do not ask. */
  force?: boolean;
  /** Checks before the start whose errors are ignored; `all` for every one. */
  ignorePreflightErrors?: string[];
  /** Phases of `kubeadm reset` to leave out. */
  skipPhases?: string[];
  /** Flags of umount2 for directories of the kubelet, such as MNT_DETACH. */
  unmountFlags?: string[];
  /** Times that steps may take. */
  timeouts?: Timeouts;
}

/** Times that steps of kubeadm may take. */
export interface Timeouts {
  /** Time until a component of the control plane is healthy, 4m by default. */
  controlPlaneComponentHealthCheck?: string;
  /** Time until the kubelet is healthy, 4m by default. */
  kubeletHealthCheck?: string;
  /** Time of a call to the API server, 1m by default. */
  kubernetesAPICall?: string;
  /** Time of a call to etcd, 2m by default. */
  etcdAPICall?: string;
  /** Time until the kubelet has its certificate, 5m by default. */
  tlsBootstrap?: string;
  /** Time to find the cluster, 5m by default. */
  discovery?: string;
  /** Time until a static pod is upgraded, 5m by default. */
  upgradeManifests?: string;
}

/** Settings of `kubeadm upgrade apply`. */
export interface UpgradeApplyConfiguration {
  /** The version to upgrade to. */
  kubernetesVersion?: string;
  /** Allow alpha, beta and release candidate versions. */
  allowExperimentalUpgrades?: boolean;
  /** Allow release candidates. */
  allowRCUpgrades?: boolean;
  /** Renew certificates, which is the default. */
  certificateRenewal?: boolean;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Upgrade etcd, which is the default. */
  etcdUpgrade?: boolean;
  /** Upgrade although a requirement is not met. */
  forceUpgrade?: boolean;
  /** Checks before the start whose errors are ignored; `all` for every one. */
  ignorePreflightErrors?: string[];
  /** Patches of the manifests that kubeadm writes. */
  patches?: Patches;
  /** Print the configuration of the upgrade. */
  printConfig?: boolean;
  /** Phases to leave out. */
  skipPhases?: string[];
  /** Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never. */
  imagePullPolicy?: coreV1.PullPolicy;
  /** Pull images one after the other, which is the default. */
  imagePullSerial?: boolean;
}

/** How a cluster is upgraded, in the file that `kubeadm upgrade --config` reads. */
export interface UpgradeConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Settings of `kubeadm upgrade apply`. */
  apply?: UpgradeApplyConfiguration;
  /** Settings of `kubeadm upgrade diff`. */
  diff?: UpgradeDiffConfiguration;
  /** Settings of `kubeadm upgrade node`. */
  node?: UpgradeNodeConfiguration;
  /** Settings of `kubeadm upgrade plan`. */
  plan?: UpgradePlanConfiguration;
  /** Times that steps may take. */
  timeouts?: Timeouts;
}

/** Settings of `kubeadm upgrade diff`. */
export interface UpgradeDiffConfiguration {
  /** The version to upgrade to. */
  kubernetesVersion?: string;
  /** Lines of context in the difference. */
  contextLines?: number | bigint;
}

/** Settings of `kubeadm upgrade node`. */
export interface UpgradeNodeConfiguration {
  /** Renew certificates, which is the default. */
  certificateRenewal?: boolean;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Upgrade etcd, which is the default. */
  etcdUpgrade?: boolean;
  /** Checks before the start whose errors are ignored; `all` for every one. */
  ignorePreflightErrors?: string[];
  /** Phases to leave out. */
  skipPhases?: string[];
  /** Patches of the manifests that kubeadm writes. */
  patches?: Patches;
  /** Whether kubeadm pulls images: Always, IfNotPresent (the default) or Never. */
  imagePullPolicy?: coreV1.PullPolicy;
  /** Pull images one after the other, which is the default. */
  imagePullSerial?: boolean;
}

/** Settings of `kubeadm upgrade plan`. */
export interface UpgradePlanConfiguration {
  /** The version to upgrade to. */
  kubernetesVersion?: string;
  /** Allow alpha, beta and release candidate versions. */
  allowExperimentalUpgrades?: boolean;
  /** Allow release candidates. */
  allowRCUpgrades?: boolean;
  /** Say what would be done, and change nothing. */
  dryRun?: boolean;
  /** Checks before the start whose errors are ignored; `all` for every one. */
  ignorePreflightErrors?: string[];
  /** Print the configuration of the upgrade. */
  printConfig?: boolean;
  /** Upgrade etcd, which is the default. Since 1.33. */
  etcdUpgrade?: boolean;
}
