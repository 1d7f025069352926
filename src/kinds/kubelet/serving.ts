/**
 * The servers of the kubelet and their addresses: TLS, IP addresses, system logs, metrics.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { parseIp } from "../../text/ip.ts";

/** Cipher suites of Go's crypto/tls, and two old names that older releases accept. */
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

/** Supported cipher suites with known weaknesses. */
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

const ciphers = rule<KubeletConfiguration>(
  {
    id: "kubelet/tls-cipher-suites",
    severity: "error",
    cause: "unsupported",
    summary: "TLS cipher suites are known and not insecure",
  },
  ({ tlsCipherSuites: suites = [], tlsMinVersion }, place) => {
    for (const [index, suite] of suites.entries()) {
      const at = place.at("tlsCipherSuites", index);
      if (cipherSuites.includes(suite)) continue;
      const meant = closest(suite, cipherSuites);
      if (insecureCipherSuites.includes(suite)) {
        at.say(`${suite} is weak`, { severity: "warning", help: "remove it", value: suite });
      } else {
        at.say(`unknown cipher suite ${JSON.stringify(suite)}`, {
          ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
          value: suite,
        });
      }
    }
    if (suites.length > 0 && tlsMinVersion === "VersionTLS13") {
      place.at("tlsCipherSuites").say("has no effect: the cipher suites of TLS 1.3 are fixed", {
        atKey: true,
        severity: "warning",
        see: place.at("tlsMinVersion").note("the server accepts only TLS 1.3"),
      });
    }
  },
);

const addresses = rule<KubeletConfiguration>(
  { id: "kubelet/address", severity: "error", summary: "`address` and `healthzBindAddress` are IP addresses" },
  ({ address = "", healthzBindAddress: healthz = "", clusterDNS: servers = [] }, place) => {
    const fault = (text: string) => `must be an IP address; got ${JSON.stringify(text)}`;
    if (address !== "" && !isIp(address)) place.at("address").say(fault(address), { value: address });
    if (healthz !== "" && !isIp(healthz)) {
      const message = `${fault(healthz)}; the health check is then not served`;
      place.at("healthzBindAddress").say(message, { severity: "warning", value: healthz });
    }
    for (const [index, server] of servers.entries()) {
      if (isIp(server)) continue;
      const message = `${fault(server)}; the kubelet ignores it`;
      place.at("clusterDNS", index).say(message, { severity: "warning", value: server });
    }
  },
);

/** Whether a text is an IP address. Leading zeros are allowed, as in the components. */
function isIp(text: string): boolean {
  return parseIp(/^[\d.]+$/.test(text) ? text.replace(/(^|\.)0+(?=\d)/g, "$1") : text).ok;
}

const systemLogQuery = rule<KubeletConfiguration>(
  {
    id: "kubelet/system-log-query",
    severity: "error",
    cause: "forbidden",
    summary: "`enableSystemLogQuery` needs `enableSystemLogHandler`",
  },
  ({ enableSystemLogQuery: query, enableSystemLogHandler: handler }, place) => {
    if (!query || handler) return;
    place.at("enableSystemLogQuery").say("may be true only with `enableSystemLogHandler: true`", {
      see: place.at("enableSystemLogHandler").note("system logs are not served"),
      value: true,
    });
  },
);

const hiddenMetrics = rule<KubeletConfiguration>(
  {
    id: "kubelet/hidden-metrics",
    severity: "error",
    summary: "`showHiddenMetricsForVersion` is the previous minor release",
  },
  ({ showHiddenMetricsForVersion: version = "" }, place, { target }) => {
    const previous = `1.${Number(target.split(".")[1]) - 1}`;
    if (version === "" || version === previous) return;
    place.at("showHiddenMetricsForVersion").invalid(`must be "${previous}", the release before ${target}`, version);
  },
);

export const servingRules: readonly Rule<KubeletConfiguration>[] = [ciphers, addresses, systemLogQuery, hiddenMetrics];
