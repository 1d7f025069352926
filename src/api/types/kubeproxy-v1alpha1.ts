/**
 * The types of `kubeproxy/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as componentV1alpha1 from "./component-v1alpha1.ts";
import type * as loggingV1 from "./logging-v1.ts";

export interface DetectLocalConfiguration {
  /** The bridge that local pods are on. */
  bridgeInterface?: string;
  /** How names of local pods' interfaces begin. */
  interfaceNamePrefix?: string;
}

/** How the proxy of a node makes services reachable: its mode, its timings, and what it listens on. */
export interface KubeProxyConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Features on or off. */
  featureGates?: Record<string, boolean>;
  /** How kube-proxy reaches the API server. */
  clientConnection?: componentV1alpha1.ClientConnectionConfiguration;
  /** How log messages are written. */
  logging?: loggingV1.LoggingConfiguration;
  /** Name of the node, where it is not the host's. */
  hostnameOverride?: string;
  /** The node's address; 0.0.0.0 detects it. */
  bindAddress?: string;
  /** Address and port of the health check. */
  healthzBindAddress?: string;
  /** Address and port of the metrics. */
  metricsBindAddress?: string;
  /** End when a port can't be bound. */
  bindAddressHardFail?: boolean;
  /** Serve profiles under /debug/pprof. */
  enableProfiling?: boolean;
  /** Show the metrics that were hidden since this release. */
  showHiddenMetricsForVersion?: string;
  /** How services are made: iptables, ipvs, nftables; on Windows kernelspace. */
  mode?: string;
  /** Settings of the iptables mode. */
  iptables?: KubeProxyIPTablesConfiguration;
  /** Settings of the ipvs mode. */
  ipvs?: KubeProxyIPVSConfiguration;
  /** Settings of the nftables mode. */
  nftables?: KubeProxyNFTablesConfiguration;
  /** Settings of the kernelspace mode on Windows. */
  winkernel?: KubeProxyWinkernelConfiguration;
  /** How traffic of local pods is recognized: ClusterCIDR by default. */
  detectLocalMode?: string;
  /** Settings of `detectLocalMode`. */
  detectLocal?: DetectLocalConfiguration;
  /** Ranges of the pods, one of each IP family. */
  clusterCIDR?: string;
  /** Ranges of the addresses that serve node ports, or `primary`. */
  nodePortAddresses?: string[];
  /** Of the process; -999 by default. */
  oomScoreAdj?: number;
  /** Settings of connection tracking. */
  conntrack?: KubeProxyConntrackConfiguration;
  /** Time between two reads of the API. */
  configSyncPeriod?: string;
  /** Of no effect. */
  portRange?: string;
  /** Run as a service of Windows. Since 1.31. */
  windowsRunAsService?: boolean;
}

export interface KubeProxyConntrackConfiguration {
  /** Connections to track for each core; 0 leaves the limit. */
  maxPerCore?: number;
  /** Connections to track at least. */
  min?: number;
  /** Of idle connections; 0 leaves it. */
  tcpEstablishedTimeout?: string;
  /** Of half-closed connections; 0 leaves it. */
  tcpCloseWaitTimeout?: string;
  /** Accept packets outside of the window. */
  tcpBeLiberal?: boolean;
  /** Of UDP without answers; 0 leaves it. */
  udpTimeout?: string;
  /** Of UDP with answers; 0 leaves it. */
  udpStreamTimeout?: string;
}

export interface KubeProxyIPTablesConfiguration {
  /** Bit of the packet mark for packets to masquerade; 14 by default. */
  masqueradeBit?: number;
  /** Masquerade all packets to services. */
  masqueradeAll?: boolean;
  /** Node ports are open on the loopback address too. */
  localhostNodePorts?: boolean;
  /** Longest time between two full updates of the rules. */
  syncPeriod?: string;
  /** Shortest time between two updates. */
  minSyncPeriod?: string;
}

export interface KubeProxyIPVSConfiguration {
  /** Longest time between two full updates of the rules. */
  syncPeriod?: string;
  /** Shortest time between two updates. */
  minSyncPeriod?: string;
  /** How connections are spread; round robin by default. */
  scheduler?: string;
  /** Ranges whose rules are left alone. */
  excludeCIDRs?: string[];
  /** Answer ARP for addresses of the interface only. */
  strictARP?: boolean;
  /** Of idle connections; 0 keeps that of the system. */
  tcpTimeout?: string;
  /** After a FIN; 0 keeps that of the system. */
  tcpFinTimeout?: string;
  /** Of UDP packets; 0 keeps that of the system. */
  udpTimeout?: string;
}

export interface KubeProxyNFTablesConfiguration {
  /** Bit of the packet mark for packets to masquerade; 14 by default. */
  masqueradeBit?: number;
  /** Masquerade all packets to services. */
  masqueradeAll?: boolean;
  /** Longest time between two full updates of the rules. */
  syncPeriod?: string;
  /** Shortest time between two updates. */
  minSyncPeriod?: string;
}

export interface KubeProxyWinkernelConfiguration {
  /** The HNS network to work on. */
  networkName?: string;
  /** Address of the source endpoint. */
  sourceVip?: string;
  /** Answers go straight back. */
  enableDSR?: boolean;
  /** The endpoint of the host in an overlay. */
  rootHnsEndpointName?: string;
  /** Health checks of services are passed on. */
  forwardHealthCheckVip?: boolean;
}
