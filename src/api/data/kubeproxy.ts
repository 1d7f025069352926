/**
 * The types of `kubeproxy`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const kubeproxyTypes = (): string => `
kubeproxy/v1alpha1.DetectLocalConfiguration
bridgeInterface - string +
interfaceNamePrefix - string +

kubeproxy/v1alpha1.KubeProxyConfiguration
apiVersion - string
kind - string
featureGates - {}bool
clientConnection - component/v1alpha1.ClientConnectionConfiguration +
logging - logging/v1.LoggingConfiguration
hostnameOverride - string +
bindAddress - string +
healthzBindAddress - string +
metricsBindAddress - string +
bindAddressHardFail - bool +
enableProfiling - bool +
showHiddenMetricsForVersion - string +
mode - string +
iptables - KubeProxyIPTablesConfiguration +
ipvs - KubeProxyIPVSConfiguration +
nftables - KubeProxyNFTablesConfiguration +
winkernel - KubeProxyWinkernelConfiguration +
detectLocalMode - string +
detectLocal - DetectLocalConfiguration +
clusterCIDR - string +
nodePortAddresses - []string +
oomScoreAdj - int32 + *
conntrack - KubeProxyConntrackConfiguration +
configSyncPeriod - duration +
portRange - string +
windowsRunAsService - bool >=1.31

kubeproxy/v1alpha1.KubeProxyConntrackConfiguration
maxPerCore - int32 + *
min - int32 + *
tcpEstablishedTimeout - duration + *
tcpCloseWaitTimeout - duration + *
tcpBeLiberal - bool +
udpTimeout - duration +
udpStreamTimeout - duration +

kubeproxy/v1alpha1.KubeProxyIPTablesConfiguration
masqueradeBit - int32 + *
masqueradeAll - bool +
localhostNodePorts - bool + *
syncPeriod - duration +
minSyncPeriod - duration +

kubeproxy/v1alpha1.KubeProxyIPVSConfiguration
syncPeriod - duration +
minSyncPeriod - duration +
scheduler - string +
excludeCIDRs - []string +
strictARP - bool +
tcpTimeout - duration +
tcpFinTimeout - duration +
udpTimeout - duration +

kubeproxy/v1alpha1.KubeProxyNFTablesConfiguration
masqueradeBit - int32 + *
masqueradeAll - bool +
syncPeriod - duration +
minSyncPeriod - duration +

kubeproxy/v1alpha1.KubeProxyWinkernelConfiguration
networkName - string +
sourceVip - string +
enableDSR - bool +
rootHnsEndpointName - string +
forwardHealthCheckVip - bool +
`;
