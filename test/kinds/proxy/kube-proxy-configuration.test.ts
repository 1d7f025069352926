import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { kubeProxyConfiguration } from "../../../src/kinds/proxy/kube-proxy-configuration.ts";
import { decodeWithDefaults } from "../../rule/rule-ids.ts";

/** Generated documents with the verdict of kube-proxy 1.37, whose code decoded, defaulted and validated them. */
const rows: readonly { readonly valid: boolean; readonly document: unknown }[] = readFileSync(
  join(import.meta.dirname, "data/verdicts.jsonl"),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("generated documents get the verdict of kube-proxy", () => {
  const vetter = createVetter({ target: "1.37" });
  const differing = rows.filter(({ valid, document }) => {
    const found = vetter.vetText(JSON.stringify(document), "config.json");
    return found.every(({ severity }) => severity !== "error") !== valid;
  });
  expect(rows.length).toBeGreaterThan(150);
  expect(differing).toEqual([]);
});

test.each([
  { bindAddress: undefined, healthz: "0.0.0.0:10256", metrics: "127.0.0.1:10249" },
  { bindAddress: "10.0.0.1", healthz: "0.0.0.0:10256", metrics: "127.0.0.1:10249" },
  { bindAddress: "::", healthz: "[::]:10256", metrics: "[::1]:10249" },
])("the default addresses depend on bindAddress $bindAddress", ({ bindAddress, healthz, metrics }) => {
  const config = decodeWithDefaults(kubeProxyConfiguration, { bindAddress });
  expect(config).toMatchObject({ healthzBindAddress: healthz, metricsBindAddress: metrics });
});

test("an address without a port gets the default port, and 0 in a pointer field is kept", () => {
  const config = decodeWithDefaults(kubeProxyConfiguration, {
    healthzBindAddress: "::1",
    oomScoreAdj: 0,
    conntrack: { maxPerCore: 0 },
    iptables: { syncPeriod: "0s" },
  });
  expect(config).toMatchObject({
    healthzBindAddress: "[::1]:10256",
    oomScoreAdj: 0,
    conntrack: { maxPerCore: 0, min: 131_072, tcpEstablishedTimeout: "24h0m0s", tcpCloseWaitTimeout: "1h0m0s" },
    iptables: { syncPeriod: "30s", minSyncPeriod: "1s", masqueradeBit: 14, localhostNodePorts: true },
    clientConnection: { qps: 5, burst: 10, contentType: "application/vnd.kubernetes.protobuf" },
    configSyncPeriod: "15m0s",
  });
});

test("a mode for Windows is a warning, since kube-proxy rejects it on Linux", () => {
  const text = "apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: kernelspace\n";
  expect(createVetter().vetText(text, "a.yaml")).toMatchObject([{ rule: "proxy/mode", severity: "warning" }]);
  expect(createVetter().vetText(`${text}windowsRunAsService: true\n`, "a.yaml")).toEqual([]);
});

test.each([
  { gate: "NFTablesProxyMode=false", target: "1.32", mode: "nftables", isRefused: true },
  { gate: "NFTablesProxyMode=true", target: "1.30", mode: "nftables", isRefused: false },
  { gate: "KubeProxyIPVS=false", target: "1.37", mode: "ipvs", isRefused: true },
])("$mode with $gate in $target is rejected: $isRefused", ({ gate, target, mode, isRefused }) => {
  const [name = "", state] = gate.split("=");
  const document = {
    apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
    kind: "KubeProxyConfiguration",
    mode,
    featureGates: { [name]: state === "true" },
  };
  const found = createVetter({ target }).vetText(JSON.stringify(document), "a.json");
  expect(found.some(({ rule }) => rule === "proxy/mode")).toBe(isRefused);
});
