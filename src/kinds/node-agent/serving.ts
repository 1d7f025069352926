/**
 * What the node agent serves and where: TLS, IP addresses, system logs, metrics.
 *
 * @module
 */
import { closest } from "../../lexical/closest.ts";
import { parseIp } from "../../lexical/ip.ts";
import type { Rule } from "../../rule/rule.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";

/** Names of Go's crypto/tls, and two that older releases had. */
const cipherSuites: readonly string[] = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
  "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
  "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
  "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
  "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
  "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
];

/** Known, but with faults that are known too. */
const insecureCipherSuites: readonly string[] = [
  "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
  "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
  "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
  "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
  "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
  "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
  "TLS_RSA_WITH_AES_128_CBC_SHA",
  "TLS_RSA_WITH_AES_128_CBC_SHA256",
  "TLS_RSA_WITH_AES_128_GCM_SHA256",
  "TLS_RSA_WITH_AES_256_CBC_SHA",
  "TLS_RSA_WITH_AES_256_GCM_SHA384",
  "TLS_RSA_WITH_RC4_128_SHA",
];

const ciphers: Rule<KubeletConfiguration> = {
  id: "kubelet/tls-cipher-suites",
  severity: "error",
  cause: "unsupported",
  summary: "cipher suites are ones that the server knows, and no weak ones",
  check({ tlsCipherSuites: suites = [], tlsMinVersion }, _context, report) {
    for (const [index, suite] of suites.entries()) {
      const path = ["tlsCipherSuites", index];
      if (cipherSuites.includes(suite)) continue;
      const meant = closest(suite, cipherSuites);
      if (insecureCipherSuites.includes(suite)) {
        report({ path, severity: "warning", message: `${suite} is weak`, help: "remove it", value: suite });
      } else {
        report({
          path,
          message: `the server knows no cipher suite ${JSON.stringify(suite)}`,
          ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
          value: suite,
        });
      }
    }
    if (suites.length > 0 && tlsMinVersion === "VersionTLS13") {
      report({
        path: ["tlsCipherSuites"],
        atKey: true,
        severity: "warning",
        message: "has no effect: the cipher suites of TLS 1.3 can't be chosen",
        see: { path: ["tlsMinVersion"], message: "nothing older than TLS 1.3 is accepted" },
      });
    }
  },
};

const addresses: Rule<KubeletConfiguration> = {
  id: "kubelet/address",
  severity: "error",
  summary: "addresses to serve on are IP addresses",
  check({ address = "", healthzBindAddress: healthz = "", clusterDNS: servers = [] }, _context, report) {
    const fault = (text: string) => `must be an IP address; got ${JSON.stringify(text)}`;
    if (address !== "" && !isIp(address)) report({ path: ["address"], message: fault(address), value: address });
    if (healthz !== "" && !isIp(healthz)) {
      const message = `${fault(healthz)}; the health check is then not served`;
      report({ path: ["healthzBindAddress"], severity: "warning", message, value: healthz });
    }
    for (const [index, server] of servers.entries()) {
      if (isIp(server)) continue;
      const message = `${fault(server)}; the node agent leaves it out`;
      report({ path: ["clusterDNS", index], severity: "warning", message, value: server });
    }
  },
};

/** Leading zeros are accepted here, as the components accept them. */
function isIp(text: string): boolean {
  return parseIp(/^[\d.]+$/.test(text) ? text.replace(/(^|\.)0+(?=\d)/g, "$1") : text).ok;
}

const systemLogQuery: Rule<KubeletConfiguration> = {
  id: "kubelet/system-log-query",
  severity: "error",
  cause: "forbidden",
  summary: "queries of system logs need system logs to be served",
  check({ enableSystemLogQuery: query, enableSystemLogHandler: handler }, _context, report) {
    if (!query || handler) return;
    report({
      path: ["enableSystemLogQuery"],
      message: "may be true only with `enableSystemLogHandler: true`",
      see: { path: ["enableSystemLogHandler"], message: "system logs are not served" },
      value: true,
    });
  },
};

const hiddenMetrics: Rule<KubeletConfiguration> = {
  id: "kubelet/hidden-metrics",
  severity: "error",
  summary: "hidden metrics are shown for the release before this one only",
  check({ showHiddenMetricsForVersion: version = "" }, { target }, report) {
    const previous = `1.${Number(target.split(".")[1]) - 1}`;
    if (version === "" || version === previous) return;
    report({
      path: ["showHiddenMetricsForVersion"],
      message: `must be "${previous}", the release before ${target}; got ${JSON.stringify(version)}`,
      value: version,
    });
  },
};

export const servingRules: readonly Rule<KubeletConfiguration>[] = [ciphers, addresses, systemLogQuery, hiddenMetrics];
