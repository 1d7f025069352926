/** Tests credential plugins with the cases of client-go's tests, and with a real program. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ExecConfig } from "../../src/api/types/clientcmd-v1.ts";
import { pluginCredentials } from "../../src/client/exec-plugin.ts";
import { thisMachine } from "../../src/client/machine.ts";
import { fakeMachine, neverAborted } from "./fake-machine.ts";
import { testCertificates } from "./https-server.ts";

const v1 = "client.authentication.k8s.io/v1";
const beta = "client.authentication.k8s.io/v1beta1";
const cluster = {
  server: "foo",
  "tls-server-name": "bar",
  "certificate-authority-data": "YmF6",
  config: { apiVersion: "group/v1", kind: "PluginConfig", spec: { audience: "snorlax" } },
};

const credential = (status: object | undefined, apiVersion: string | undefined = v1) =>
  JSON.stringify({ kind: "ExecCredential", apiVersion, status });
const token = credential({ token: "foo-bar" });

function plugin(exec: Partial<ExecConfig>, output = token, code = 0) {
  const machine = fakeMachine({ "/bin/plugin": "" });
  machine.environment = { PATH: "relative:/usr/bin:/bin", HOME: "/home/jane" };
  machine.answer = () => ({ stdout: output, code });
  const config = { command: "plugin", apiVersion: v1, interactiveMode: "IfAvailable", ...exec };
  return { machine, credentials: pluginCredentials(config, cluster, machine) };
}

test.each([
  { name: "v1", apiVersion: v1, isTerminal: false, mode: "IfAvailable", spec: { interactive: false } },
  { name: "v1beta1", apiVersion: beta, isTerminal: false, mode: "IfAvailable", spec: { interactive: false } },
  {
    name: "v1 with interactiveMode Never",
    apiVersion: v1,
    isTerminal: true,
    mode: "Never",
    spec: { interactive: false },
  },
  { name: "a terminal", apiVersion: v1, isTerminal: true, mode: "IfAvailable", spec: { interactive: true } },
  { name: "always", apiVersion: v1, isTerminal: true, mode: "Always", spec: { interactive: true } },
  {
    name: "the cluster",
    apiVersion: v1,
    isTerminal: false,
    mode: "Never",
    provideClusterInfo: true,
    spec: { cluster, interactive: false },
  },
])("the input of a plugin: $name", async ({ apiVersion, isTerminal, mode, spec, provideClusterInfo = false }) => {
  const env = [
    { name: "HOME", value: "/tmp" },
    { name: "KUBERNETES_EXEC_INFO", value: "no" },
  ];
  const exec = { apiVersion, interactiveMode: mode, provideClusterInfo, args: ["1", "2"], env };
  const { machine, credentials } = plugin(exec, credential({ token: "foo-bar" }, apiVersion));
  machine.hasTerminal = isTerminal;
  expect(await credentials.show(neverAborted)).toEqual({ headers: { authorization: "Bearer foo-bar" } });
  const [run] = machine.runs;
  expect(run).toMatchObject({ path: "/bin/plugin", name: "plugin", args: ["1", "2"], readsStdin: spec.interactive });
  expect(run?.environment).toMatchObject({ HOME: "/tmp", PATH: "relative:/usr/bin:/bin" });
  expect(JSON.parse(run?.environment["KUBERNETES_EXEC_INFO"] ?? "")).toEqual({
    kind: "ExecCredential",
    apiVersion,
    spec,
  });
});

test.each([
  {
    name: "no apiVersion",
    output: '{"kind":"ExecCredential","status":{"token":"a"}}',
    says: "printed no ExecCredential",
  },
  { name: "another kind", output: '{"kind":"Pod","apiVersion":"v1"}', says: "printed no ExecCredential" },
  { name: "no output", output: "", says: "printed no ExecCredential" },
  { name: "malformed output", output: '{"secret', says: "printed no ExecCredential" },
  {
    name: "another version",
    output: credential({ token: "a" }, beta),
    says: `of ${beta}; the kubeconfig asks for ${v1}`,
  },
  { name: "no status", output: credential(undefined), says: "without `status`" },
  { name: "no token", output: credential({}), says: "neither a token nor a certificate" },
  { name: "a certificate without a key", output: credential({ clientCertificateData: "a" }), says: "without its key" },
  { name: "a key without a certificate", output: credential({ clientKeyData: "a" }), says: "a key alone" },
  {
    name: "a certificate and a key that do not match",
    output: credential({ clientCertificateData: "bar", clientKeyData: "foo" }),
    says: "are no pair",
  },
  { name: "a number as the token", output: credential({ token: 5 }), says: "that are no text" },
  {
    name: "an invalid expiration time",
    output: credential({ token: "a", expirationTimestamp: "soon" }),
    says: "that is no time",
  },
  { name: "exit code 73", output: token, code: 73, says: "failed with exit code 73" },
  { name: "a missing terminal", exec: { interactiveMode: "Always" }, says: "needs a terminal" },
  { name: "a missing program", exec: { command: "does not exist" }, says: "plugin does not exist: no such program" },
])("a plugin returns no credentials: $name", async ({ exec = {}, output = token, code = 0, says }) => {
  const { credentials } = plugin({ ...exec, installHint: "some install hint" }, output, code);
  const error = await credentials.show(neverAborted).catch((reason: Error) => reason);
  expect(error).toMatchObject({ nature: "credentials", message: expect.stringContaining(says) });
  expect(String(error)).not.toMatch(/secret|foo-bar/);
  if (says.includes("no such program")) expect(error).toMatchObject({ help: "some install hint" });
});

test("a plugin may return a certificate, or print YAML", async () => {
  const { client } = await testCertificates();
  const { certificate: clientCertificateData, key: clientKeyData } = client;
  const both = plugin({}, credential({ clientCertificateData, clientKeyData }));
  expect(await both.credentials.show(neverAborted)).toEqual({
    headers: {},
    certificate: clientCertificateData,
    key: clientKeyData,
  });
  const yaml = plugin({}, `apiVersion: ${v1}\nkind: ExecCredential\nstatus:\n  token: t\n`);
  expect(await yaml.credentials.show(neverAborted)).toEqual({ headers: { authorization: "Bearer t" } });
});

test("a plugin runs once for all requests until its credentials expire, and once for all that get a 401", async () => {
  const { machine, credentials } = plugin({});
  let count = 0;
  machine.answer = () => ({
    stdout: credential({ token: `t${++count}`, expirationTimestamp: "1970-01-01T00:01:00Z" }),
    code: 0,
  });
  const shown = await Promise.all([credentials.show(neverAborted), credentials.show(neverAborted)]);
  expect(new Set(shown)).toHaveProperty("size", 1);
  machine.timeMs = 60_000;
  expect(await credentials.show(neverAborted)).toBe(shown[0]);
  machine.timeMs = 60_001;
  const second = await credentials.show(neverAborted);
  expect(second.headers).toEqual({ authorization: "Bearer t2" });
  machine.timeMs = 0;
  const [third, again] = await Promise.all([
    credentials.replace(second, neverAborted),
    credentials.replace(second, neverAborted),
  ]);
  expect(third?.headers).toEqual({ authorization: "Bearer t3" });
  expect(again).toBe(third);
  expect(await credentials.replace(second, neverAborted)).toBe(third);
  expect(machine.runs).toHaveLength(3);
});

function script(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-plugin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "plugin.sh");
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

test("a program gets its arguments and variables, may print maxPluginBytes at most, and is ended by Ctrl-C", async () => {
  const runPlugin = (body: string, signal = neverAborted) => {
    const exec = { command: script(body), apiVersion: v1, interactiveMode: "Never", env: [{ name: "A", value: "b" }] };
    return pluginCredentials(exec, cluster, thisMachine()).show(signal);
  };
  const tells = `printf '{"kind":"ExecCredential","apiVersion":"${v1}","status":{"token":"%s%s"}}' "$A" "$(cat | wc -c | tr -d ' ')"`;
  expect(await runPlugin(tells)).toEqual({ headers: { authorization: "Bearer b0" } });
  await expect(runPlugin("yes")).rejects.toThrow("printed more than 1048576 bytes");
  const interrupt = new AbortController();
  setTimeout(() => interrupt.abort(), 100);
  await expect(runPlugin("exec sleep 60", interrupt.signal)).rejects.toThrow("interrupted");
});
