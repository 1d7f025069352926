/**
 * The purpose of the types and fields of `kubeproxy`.
 *
 * @module
 */
export const kubeproxy: Readonly<Record<string, string>> = {
  "kubeproxy/v1alpha1.DetectLocalConfiguration.bridgeInterface": "The bridge that local pods are on.",
  "kubeproxy/v1alpha1.DetectLocalConfiguration.interfaceNamePrefix": "How names of local pods' interfaces begin.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration":
    "How the proxy of a node makes services reachable: its mode, its timings, and what it listens on.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.bindAddress": "The node's address; 0.0.0.0 detects it.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.bindAddressHardFail": "End when a port can't be bound.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.clientConnection": "How kube-proxy reaches the API server.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.clusterCIDR": "Ranges of the pods, one of each IP family.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.configSyncPeriod": "Time between two reads of the API.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.conntrack": "Settings of connection tracking.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.detectLocal": "Settings of `detectLocalMode`.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.detectLocalMode":
    "How traffic of local pods is recognized: ClusterCIDR by default.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.enableProfiling": "Serve profiles under /debug/pprof.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.featureGates": "Features on or off.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.healthzBindAddress": "Address and port of the health check.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.hostnameOverride": "Name of the node, where it is not the host's.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.iptables": "Settings of the iptables mode.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.ipvs": "Settings of the ipvs mode.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.logging": "How log messages are written.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.metricsBindAddress": "Address and port of the metrics.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.mode":
    "How services are made: iptables, ipvs, nftables; on Windows kernelspace.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.nftables": "Settings of the nftables mode.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.nodePortAddresses":
    "Ranges of the addresses that serve node ports, or `primary`.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.oomScoreAdj": "Of the process; -999 by default.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.portRange": "Of no effect.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.showHiddenMetricsForVersion":
    "Show the metrics that were hidden since this release.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.windowsRunAsService": "Run as a service of Windows.",
  "kubeproxy/v1alpha1.KubeProxyConfiguration.winkernel": "Settings of the kernelspace mode on Windows.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.maxPerCore":
    "Connections to track for each core; 0 leaves the limit.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.min": "Connections to track at least.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.tcpBeLiberal": "Accept packets outside of the window.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.tcpCloseWaitTimeout": "Of half-closed connections; 0 leaves it.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.tcpEstablishedTimeout": "Of idle connections; 0 leaves it.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.udpStreamTimeout": "Of UDP with answers; 0 leaves it.",
  "kubeproxy/v1alpha1.KubeProxyConntrackConfiguration.udpTimeout": "Of UDP without answers; 0 leaves it.",
  "kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration.localhostNodePorts":
    "Node ports are open on the loopback address too.",
  "kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration.masqueradeAll": "Masquerade all packets to services.",
  "kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration.masqueradeBit":
    "Bit of the packet mark for packets to masquerade; 14 by default.",
  "kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration.minSyncPeriod": "Shortest time between two updates.",
  "kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration.syncPeriod": "Longest time between two full updates of the rules.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.excludeCIDRs": "Ranges whose rules are left alone.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.minSyncPeriod": "Shortest time between two updates.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.scheduler": "How connections are spread; round robin by default.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.strictARP": "Answer ARP for addresses of the interface only.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.syncPeriod": "Longest time between two full updates of the rules.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.tcpFinTimeout": "After a FIN; 0 keeps that of the system.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.tcpTimeout": "Of idle connections; 0 keeps that of the system.",
  "kubeproxy/v1alpha1.KubeProxyIPVSConfiguration.udpTimeout": "Of UDP packets; 0 keeps that of the system.",
  "kubeproxy/v1alpha1.KubeProxyNFTablesConfiguration.masqueradeAll": "Masquerade all packets to services.",
  "kubeproxy/v1alpha1.KubeProxyNFTablesConfiguration.masqueradeBit":
    "Bit of the packet mark for packets to masquerade; 14 by default.",
  "kubeproxy/v1alpha1.KubeProxyNFTablesConfiguration.minSyncPeriod": "Shortest time between two updates.",
  "kubeproxy/v1alpha1.KubeProxyNFTablesConfiguration.syncPeriod": "Longest time between two full updates of the rules.",
  "kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration.enableDSR": "Answers go straight back.",
  "kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration.forwardHealthCheckVip":
    "Health checks of services are passed on.",
  "kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration.networkName": "The HNS network to work on.",
  "kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration.rootHnsEndpointName": "The endpoint of the host in an overlay.",
  "kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration.sourceVip": "Address of the source endpoint.",
};
