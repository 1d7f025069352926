import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readPluginConfigurations } from "../../src/cli/serve-admission.ts";
import { readProxyClient } from "../../src/cli/serve-aggregation.ts";
import { readControllers, readPlugins, readServiceSettings } from "../../src/cli/serve-cluster.ts";
import { createAuthority } from "../../src/server/certificates/issue.ts";
import { controllerNames } from "../../src/server/controllers/start-controllers.ts";

const allControllers = [...controllerNames];

test.each([
  { controllers: undefined, expected: allControllers },
  { controllers: ["*"], expected: allControllers },
  {
    controllers: ["*", "-garbage-collector-controller"],
    expected: allControllers.filter((name) => !name.startsWith("garbage")),
  },
  { controllers: ["namespace-controller"], expected: ["namespace-controller"] },
  { controllers: ["none"], expected: [] },
  { controllers: [""], expected: [] },
])("--controllers=$controllers", ({ controllers, expected }) => {
  expect(allControllers.filter(readControllers(controllers ? { controllers } : {}))).toEqual(expected);
});

test("an unknown controller is an error", () => {
  expect(() => readControllers({ controllers: ["deployment"] })).toThrow('no controller "deployment"');
});

test("admission plugins are those that kube-apiserver enables, changed by the flags", () => {
  const isOn = readPlugins({ disableAdmissionPlugins: ["LimitRanger"], enableAdmissionPlugins: ["Priority"] });
  expect(["LimitRanger", "Priority", "RuntimeClass", "AlwaysDeny"].map(isOn)).toEqual([false, true, true, false]);
});

test.each([
  [{ enableAdmissionPlugins: ["LimitRangr"] }, "--enable-admission-plugins: kube-apiserver has no", "LimitRanger"],
  [{ disableAdmissionPlugins: ["priority"] }, "--disable-admission-plugins: kube-apiserver has no", "Priority"],
  [
    { target: "1.36", enableAdmissionPlugins: ["JobValidation"] },
    "the server does not have JobValidation",
    "NamespaceLifecycle",
  ],
  [{ target: "1.34", enableAdmissionPlugins: ["PodResizeValidator"] }, "kube-apiserver has no", undefined],
  [
    { enableAdmissionPlugins: ["Priority"], disableAdmissionPlugins: ["Priority"] },
    "Priority can't be in --enable-admission-plugins as well",
    undefined,
  ],
])("flags for admission plugins are rejected: %j", (flags, message, help) => {
  expect(() => readPlugins(flags)).toThrow(message);
  expect(() => readPlugins(flags)).toThrow(expect.objectContaining({ help: help && expect.stringContaining(help) }));
});

test("flags set the ranges of addresses and node ports, and the address at which pods reach the server", () => {
  const settings = readServiceSettings(
    {
      serviceClusterIpRange: ["10.0.0.0/16", "fd00::/112"],
      serviceNodePortRange: "1000-2000",
      advertiseAddress: "192.0.2.2",
    },
    "127.0.0.1",
  );
  expect(settings.ranges?.map(({ bits }) => bits)).toEqual([16, 112]);
  expect(settings).toMatchObject({ nodePorts: { first: 1000, last: 2000 }, advertiseAddress: "192.0.2.2" });
  expect(readServiceSettings({}, "192.0.2.3").advertiseAddress).toBe("192.0.2.3");
  expect(readServiceSettings({ advertiseAddress: "" }, "192.0.2.3").advertiseAddress).toBe("192.0.2.3");
});

test.each([
  { serviceClusterIpRange: ["10.0.0.0"] },
  { serviceClusterIpRange: ["10.0.0.0/24", "10.1.0.0/24"] },
  { serviceNodePortRange: "2000-1000" },
  { serviceNodePortRange: "80" },
  { advertiseAddress: "127.0.0.1" },
])("flags for services are rejected: %s", (flags) => {
  expect(() => readServiceSettings(flags, "127.0.0.1")).toThrow(/^--/);
});

test("a plugin that needs a configuration does not start without one", () => {
  const isPluginOn = (name: string) => name === "EventRateLimit";
  expect(() => readPluginConfigurations({}, isPluginOn)).toThrow(
    "EventRateLimit does not start without a configuration",
  );
  expect(readPluginConfigurations({}, (name) => name === "PodNodeSelector").byPlugin.size).toBe(0);
});

test("configurations of plugins are read inline from the file, with or without apiVersion and kind", () => {
  const file = join(mkdtempSync(join(tmpdir(), "clustervet-")), "admission.yaml");
  const kubeconfig = join(dirname(file), "kubeconfig");
  const cluster = { name: "c", cluster: { server: "https://192.0.2.1/" } };
  const context = { name: "x", context: { cluster: "c", user: "u" } };
  const users = [{ name: "u", user: { token: "t" } }];
  const connection = { clusters: [cluster], contexts: [context], users, "current-context": "x" };
  writeFileSync(kubeconfig, JSON.stringify({ apiVersion: "v1", kind: "Config", ...connection }));
  const limits = [{ type: "Server", qps: 1, burst: 2 }];
  const eventLimits = { apiVersion: "eventratelimit.admission.k8s.io/v1alpha1", kind: "Configuration", limits };
  const plugins = [
    { name: "EventRateLimit", configuration: eventLimits },
    { name: "ImagePolicyWebhook", configuration: { imagePolicy: { kubeConfigFile: kubeconfig } } },
  ];
  const apiVersion = "apiserver.config.k8s.io/v1";
  writeFileSync(file, JSON.stringify({ apiVersion, kind: "AdmissionConfiguration", plugins }));
  const { byPlugin: configurations } = readPluginConfigurations({ admissionControlConfigFile: file }, () => false);
  expect(configurations.get("EventRateLimit")).toMatchObject({ limits });
  expect(configurations.get("ImagePolicyWebhook")).toMatchObject({ imagePolicy: { kubeConfigFile: kubeconfig } });
});

test("the certificate of the front proxy must be given together with its key", async () => {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-"));
  const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
  const [own, other] = [await createAuthority("a", validity), await createAuthority("b", validity)];
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };
  const proxyClientCertFile = file("a.crt", own.certificate);
  const readClientWithKey = (key: string) =>
    readProxyClient({ proxyClientCertFile, proxyClientKeyFile: file("a.key", key) });
  expect(readProxyClient({})).toBeUndefined();
  expect(() => readProxyClient({ proxyClientCertFile })).toThrow("must be given together");
  expect(() => readClientWithKey(other.key)).toThrow("must be the key of the certificate");
  expect(() => readClientWithKey("no key")).toThrow("must be the key of the certificate");
  expect(readClientWithKey(own.key)).toEqual(own);
});
