/** Tests kubeconfig files with the cases of client-go's loader and validation. */
import { expect, test } from "vitest";
import { ClientFault } from "../../src/client/client-fault.ts";
import { loadKubeconfig } from "../../src/client/kubeconfig.ts";
import { selectContext } from "../../src/client/select-context.ts";
import { fakeMachine } from "./fake-machine.ts";

const namedEntries = (list: string, part: string, entries: Readonly<Record<string, object>>) => ({
  [list]: Object.entries(entries).map(([name, value]) => ({ name, [part]: value })),
});
const kubeconfigText = (text: object) => JSON.stringify({ apiVersion: "v1", kind: "Config", ...text });
const clusters = (entries: Readonly<Record<string, object>>) => namedEntries("clusters", "cluster", entries);
const users = (entries: Readonly<Record<string, object>>) => namedEntries("users", "user", entries);
const contexts = (entries: Readonly<Record<string, object>>) => namedEntries("contexts", "context", entries);

function fault(run: () => unknown): { readonly message: string; readonly help: string | undefined } {
  try {
    run();
  } catch (error) {
    if (error instanceof ClientFault) return { message: error.message, help: error.help };
    throw error;
  }
  return { message: "", help: undefined };
}

test("if several files have the same entry or setting, the first one applies as a whole", () => {
  const machine = fakeMachine({
    "/a": kubeconfigText({ ...clusters({ one: { server: "https://a" } }), ...contexts({ red: { cluster: "one" } }) }),
    "/b": kubeconfigText({
      ...clusters({ one: { server: "https://b", "tls-server-name": "b" }, two: { server: "https://two" } }),
      "current-context": "blue",
    }),
    "/c": kubeconfigText({ "current-context": "red" }),
  });
  machine.environment = { KUBECONFIG: "/a:/b::/missing:/c:/a" };
  const config = loadKubeconfig(machine);
  expect(config.clusters.get("one")).toMatchObject({ server: "https://a" });
  expect(config.clusters.get("one")?.["tls-server-name"]).toBeUndefined();
  expect([...config.clusters.keys()]).toEqual(["one", "two"]);
  expect(config.currentContext).toBe("blue");
  expect(config).toMatchObject({ files: ["/a", "/b", "/c"], missing: ["/missing"] });
});

test("a file from the command line is the only one that is read, and it must exist", () => {
  const machine = fakeMachine({
    "/a": kubeconfigText({ "current-context": "a" }),
    "/b": kubeconfigText({ "current-context": "b" }),
  });
  machine.environment = { KUBECONFIG: "/a" };
  expect(loadKubeconfig(machine, "/b").currentContext).toBe("b");
  expect(fault(() => loadKubeconfig(machine, "/c")).message).toBe("/c: no such file or directory");
});

test("without KUBECONFIG the file in the home directory is read, and it may be missing or empty", () => {
  const machine = fakeMachine();
  expect(loadKubeconfig(machine).missing).toEqual(["/home/jane/.kube/config"]);
  machine.files.set("/home/jane/.kube/config", "");
  expect(loadKubeconfig(machine).files).toEqual(["/home/jane/.kube/config"]);
});

test("paths in a file are relative to its folder, but a program name without a separator is not", () => {
  const machine = fakeMachine({
    "/etc/k/config": kubeconfigText({
      ...clusters({ c: { "certificate-authority": "ca.pem" } }),
      ...users({
        u: {
          "client-certificate": "../u.crt",
          "client-key": "/abs.key",
          tokenFile: "token",
          exec: { command: "./bin/p" },
        },
        v: { exec: { command: "aws" } },
      }),
    }),
  });
  const config = loadKubeconfig(machine, "/etc/k/config");
  expect(config.clusters.get("c")?.["certificate-authority"]).toBe("/etc/k/ca.pem");
  expect(config.users.get("u")).toMatchObject({
    "client-certificate": "/etc/u.crt",
    "client-key": "/abs.key",
    tokenFile: "/etc/k/token",
    exec: { command: "/etc/k/bin/p" },
  });
  expect(config.users.get("v")?.exec?.command).toBe("aws");
});

test.each([
  { name: "a plain string", text: "bogus value", says: "/k: not a kubeconfig" },
  { name: "broken YAML", text: "clusters: [", says: /^\/k:1:\d+: / },
  { name: "another kind", text: "apiVersion: v1\nkind: Pod", says: /got Pod of v1$/ },
  {
    name: "a number as the token",
    text: "users: [{name: u, user: {token: 5}}]",
    says: /^\/k: users\[0\]\.user\.token: /,
  },
  { name: "a name twice", text: "users: [{name: u}, {name: u}]", says: '/k: two entries of one list are called "u"' },
])("a file is rejected: $name", ({ text, says }) => {
  expect(fault(() => loadKubeconfig(fakeMachine({ "/k": text }), "/k")).message).toMatch(says);
});

test("one broken file among several is an error, and unknown fields are ignored", () => {
  const machine = fakeMachine({ "/a": kubeconfigText({ "current-context": "a", future: 1 }), "/b": "clusters: [" });
  machine.environment = { KUBECONFIG: "/a" };
  expect(loadKubeconfig(machine).currentContext).toBe("a");
  machine.environment = { KUBECONFIG: "/a:/b" };
  expect(fault(() => loadKubeconfig(machine)).message).toMatch(/^\/b:/);
});

const exec = { command: "p", apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never" };
const pair = { "client-certificate-data": "YQ==", "client-key-data": "YQ==" };

test.each([
  { name: "no current context", config: {}, says: "no current context is set" },
  { name: "a missing context", config: { "current-context": "prd" }, says: 'there is no context "prd"' },
  { name: "a context without a cluster", context: { user: "u" }, says: 'context "prod" names no cluster' },
  { name: "an undefined cluster", context: { cluster: "d", user: "u" }, says: 'names cluster "d", which is not there' },
  { name: "an undefined user", context: { cluster: "c", user: "v" }, says: 'names user "v", which is not there' },
  { name: "an invalid namespace", context: { cluster: "c", user: "u", namespace: "A_b" }, says: 'namespace "A_b"' },
  { name: "a cluster without a server", cluster: {}, says: 'cluster "c" has no server' },
  {
    name: "two authorities",
    cluster: { server: "https://c", "certificate-authority": "/f", "certificate-authority-data": "YQ==" },
    says: "has both `certificate-authority` and",
  },
  {
    name: "an authority with insecure-skip-tls-verify",
    cluster: { server: "https://c", "certificate-authority": "/f", "insecure-skip-tls-verify": true },
    says: "`insecure-skip-tls-verify`: keep one",
  },
  {
    name: "an invalid proxy URL",
    cluster: { server: "https://c", "proxy-url": "ftp://x" },
    says: "must begin with http://, https://",
  },
  { name: "both a token and a password", user: { token: "a", username: "b" }, says: "has a token and a password" },
  { name: "a certificate without a key", user: { "client-certificate-data": "YQ==" }, says: "without its key" },
  {
    name: "both a certificate and a certificate file",
    user: { ...pair, "client-certificate": "/c" },
    says: "has both `client-certificate`",
  },
  { name: "both a key and a key file", user: { ...pair, "client-key": "/c" }, says: "has both `client-key`" },
  { name: "impersonated groups without a user", user: { "as-groups": ["g"] }, says: "without `as`" },
  { name: "an auth provider", user: { "auth-provider": { name: "gcp" } }, says: '`auth-provider` "gcp"' },
  {
    name: "both exec and an auth provider",
    user: { exec, "auth-provider": { name: "gcp" } },
    says: "has both `exec` and",
  },
  { name: "exec without a command", user: { exec: { ...exec, command: "" } }, says: "has no `command`" },
  { name: "exec without a version", user: { exec: { ...exec, apiVersion: "" } }, says: "must have `apiVersion`" },
  {
    name: "exec of another version",
    user: { exec: { ...exec, apiVersion: "client.authentication.k8s.io/v1alpha1" } },
    says: "v1alpha1",
  },
  {
    name: "exec with an unnamed variable",
    user: { exec: { ...exec, env: [{ value: "a" }] } },
    says: "without a name",
  },
  {
    name: "exec without interactiveMode",
    user: { exec: { ...exec, interactiveMode: "" } },
    says: "must have `interactiveMode`",
  },
  {
    name: "exec with an unknown interactiveMode",
    user: { exec: { ...exec, interactiveMode: "Maybe" } },
    says: 'got "Maybe"',
  },
])("a context is rejected: $name", ({ config, context, cluster, user, says }) => {
  const whole = {
    ...clusters({ c: cluster ?? { server: "https://c" } }),
    ...users({ u: user ?? {} }),
    ...contexts({ prod: context ?? { cluster: "c", user: "u" } }),
    ...(config ?? { "current-context": "prod" }),
  };
  const loaded = loadKubeconfig(fakeMachine({ "/k": kubeconfigText(whole) }), "/k");
  expect(fault(() => selectContext(loaded)).message).toContain(says);
});

test("only the selected context must be valid, and an unknown name gets a suggestion", () => {
  const whole = {
    ...clusters({ c: { server: "https://c" } }),
    ...users({ u: { exec: { ...exec, apiVersion: "client.authentication.k8s.io/v1beta1", interactiveMode: "" } } }),
    ...contexts({
      good: { cluster: "c", user: "u", namespace: "web" },
      bad: { cluster: "nowhere" },
      anonymous: { cluster: "c" },
    }),
    "current-context": "bad",
  };
  const loaded = loadKubeconfig(fakeMachine({ "/k": kubeconfigText(whole) }), "/k");
  const { namespace, user } = selectContext(loaded, "good");
  expect({ namespace, mode: user.exec?.interactiveMode }).toEqual({ namespace: "web", mode: "IfAvailable" });
  expect(selectContext(loaded, "anonymous").user).toEqual({});
  expect(fault(() => selectContext(loaded, "goood")).help).toBe('did you mean "good"?');
  expect(fault(() => selectContext(loaded, "xyz")).help).toBe("contexts: anonymous, bad, good");
});
