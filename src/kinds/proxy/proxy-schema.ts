/**
 * The shape of KubeProxyConfiguration.
 *
 * @module
 */
import { duration, flag, int32, list, mapOf, type Static, struct, text } from "../../schema/fields.ts";
import { clientConnection } from "../component/client-connection.ts";
import { loggingFields } from "../component/logging.ts";

const syncFields = {
  syncPeriod: duration({ description: "Longest time between two full updates of the rules." }),
  minSyncPeriod: duration({ description: "Shortest time between two updates." }),
};

const packetFields = {
  masqueradeBit: int32({
    description: "Bit of the packet mark for packets to masquerade; 14 by default.",
    "x-pointer": true,
  }),
  masqueradeAll: flag({ description: "Masquerade all packets to services." }),
  ...syncFields,
};

const iptables = struct({
  ...packetFields,
  localhostNodePorts: flag({ description: "Node ports are open on the loopback address too.", "x-pointer": true }),
});

const ipvs = struct({
  ...syncFields,
  scheduler: text({ description: "How connections are spread; round robin by default." }),
  excludeCIDRs: list(text(), { description: "Ranges whose rules are left alone." }),
  strictARP: flag({ description: "Answer ARP for addresses of the interface only." }),
  tcpTimeout: duration({ description: "Of idle connections; 0 keeps that of the system." }),
  tcpFinTimeout: duration({ description: "After a FIN; 0 keeps that of the system." }),
  udpTimeout: duration({ description: "Of UDP packets; 0 keeps that of the system." }),
});

const conntrack = struct({
  maxPerCore: int32({ description: "Connections to track for each core; 0 leaves the limit.", "x-pointer": true }),
  min: int32({ description: "Connections to track at least.", "x-pointer": true }),
  tcpEstablishedTimeout: duration({ description: "Of idle connections; 0 leaves it.", "x-pointer": true }),
  tcpCloseWaitTimeout: duration({ description: "Of half-closed connections; 0 leaves it.", "x-pointer": true }),
  tcpBeLiberal: flag({ description: "Accept packets outside of the window." }),
  udpTimeout: duration({ description: "Of UDP without answers; 0 leaves it." }),
  udpStreamTimeout: duration({ description: "Of UDP with answers; 0 leaves it." }),
});

const winkernel = struct({
  networkName: text({ description: "The HNS network to work on." }),
  sourceVip: text({ description: "Address of the source endpoint." }),
  enableDSR: flag({ description: "Answers go straight back." }),
  rootHnsEndpointName: text({ description: "The endpoint of the host in an overlay." }),
  forwardHealthCheckVip: flag({ description: "Health checks of services are passed on." }),
});

const detectLocal = struct({
  bridgeInterface: text({ description: "The bridge that local pods are on." }),
  interfaceNamePrefix: text({ description: "How names of local pods' interfaces begin." }),
});

export const proxySchema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    featureGates: mapOf(flag(), { description: "Features on or off." }),
    clientConnection,
    logging: struct(loggingFields, { description: "How log messages are written." }),
    hostnameOverride: text({ description: "Name of the node, where it is not the host's." }),
    bindAddress: text({ description: "The node's address; 0.0.0.0 detects it." }),
    healthzBindAddress: text({ description: "Address and port of the health check." }),
    metricsBindAddress: text({ description: "Address and port of the metrics." }),
    bindAddressHardFail: flag({ description: "End when a port can't be bound." }),
    enableProfiling: flag({ description: "Serve profiles under /debug/pprof." }),
    showHiddenMetricsForVersion: text({ description: "Show the metrics that were hidden since this release." }),
    mode: text({ description: "How services are made: iptables, ipvs, nftables; on Windows kernelspace." }),
    iptables,
    ipvs,
    nftables: struct(packetFields),
    winkernel,
    detectLocalMode: text({ description: "How traffic of local pods is told: ClusterCIDR by default." }),
    detectLocal,
    clusterCIDR: text({ description: "Ranges of the pods, one of each IP family." }),
    nodePortAddresses: list(text(), { description: "Ranges of the addresses that serve node ports, or `primary`." }),
    oomScoreAdj: int32({ description: "Of the process; -999 by default.", "x-pointer": true }),
    conntrack,
    configSyncPeriod: duration({ description: "Time between two reads of the API." }),
    portRange: text({ description: "Of no effect." }),
    windowsRunAsService: flag({ description: "Run as a service of Windows." }),
  },
  { $id: "KubeProxyConfiguration" },
);

export type KubeProxyConfiguration = Static<typeof proxySchema>;
