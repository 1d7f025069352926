/**
 * kubeproxy.config.k8s.io/v1alpha1 KubeProxyConfiguration: how kube-proxy makes services reachable on a node.
 *
 * @module
 */
import type { KubeProxyConfiguration } from "../../api/types/kubeproxy-v1alpha1.ts";
import { within } from "../../rule/within.ts";
import { clientConnectionRules, kubeconfigOfConnection } from "../component/client-connection.ts";
import { fillDefaults } from "../component/fill-defaults.ts";
import { applyLoggingDefaults, loggingRules } from "../component/logging.ts";
import { kind } from "../kind.ts";
import { withConfiguredGates } from "../kubelet/feature-gates.ts";
import { isIpv6Text, withPort } from "./host-port.ts";
import { proxyRules } from "./proxy-rules.ts";

const healthPort = 10256;
const metricsPort = 10249;

/** Defaults of fields that are pointers in Go: zero is a valid value there. */
const pointerDefaults = {
  oomScoreAdj: -999,
  iptables: { masqueradeBit: 14, localhostNodePorts: true },
  nftables: { masqueradeBit: 14 },
  conntrack: { maxPerCore: 32_768, min: 131_072, tcpEstablishedTimeout: "24h0m0s", tcpCloseWaitTimeout: "1h0m0s" },
} as const;

function applyDefaults(config: KubeProxyConfiguration): void {
  config.bindAddress ||= "0.0.0.0";
  const isV6 = isIpv6Text(config.bindAddress);
  config.healthzBindAddress = withPort(config.healthzBindAddress || (isV6 ? "::" : "0.0.0.0"), healthPort);
  config.metricsBindAddress = withPort(config.metricsBindAddress || (isV6 ? "::1" : "127.0.0.1"), metricsPort);
  config.oomScoreAdj ??= pointerDefaults.oomScoreAdj;
  config.iptables = { ...pointerDefaults.iptables, ...config.iptables };
  config.nftables = { ...pointerDefaults.nftables, ...config.nftables };
  config.conntrack = { ...pointerDefaults.conntrack, ...config.conntrack };
  fillDefaults(config, {
    iptables: { syncPeriod: "30s", minSyncPeriod: "1s" },
    ipvs: { syncPeriod: "30s" },
    nftables: { syncPeriod: "30s", minSyncPeriod: "1s" },
    configSyncPeriod: "15m0s",
    clientConnection: { contentType: "application/vnd.kubernetes.protobuf", qps: 5, burst: 10 },
  });
  config.logging ??= {};
  applyLoggingDefaults(config.logging);
}

export const kubeProxyConfiguration = kind("kubeproxy/v1alpha1.KubeProxyConfiguration", {
  loader: { flag: "--config", emptyFile: "error", unknownFields: "warning", mayOmit: "nothing" },
  rules: withConfiguredGates<KubeProxyConfiguration>([
    ...proxyRules,
    ...within(clientConnectionRules, ({ clientConnection }: KubeProxyConfiguration, place, visit) =>
      visit.maybe(clientConnection, place.at("clientConnection")),
    ),
    ...within(loggingRules, ({ logging }: KubeProxyConfiguration, place, visit) =>
      visit.maybe(logging, place.at("logging")),
    ),
  ]),
  applyDefaults,
  references: kubeconfigOfConnection,
});
