/** The programs that envtest starts in place of kube-apiserver and etcd. */
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { assets, hasFlag, type Plane, startPlane } from "./envtest-plane.ts";
import { directoryWith, runProcess } from "./run-cli.ts";

let plane: Plane | undefined;
afterEach(async () => {
  await plane?.stop();
  plane = undefined;
});

const runAsset = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(join(assets(), name), args, { encoding: "utf8", env });

test("the folder has the three programs, with the flags and the versions that envtest looks for", () => {
  expect(readdirSync(assets()).sort()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
  expect(hasFlag("kube-apiserver", "insecure-port")).toBe(false);
  expect(hasFlag("kube-apiserver", "secure-port")).toBe(true);
  expect(hasFlag("etcd", "listen-client-urls")).toBe(true);
  expect(runAsset("kube-apiserver", ["--version"]).stdout).toMatch(/^Kubernetes v1\.\d+\.0\n$/);
  expect(runAsset("etcd", ["--version"]).stdout).toMatch(/^etcd Version: 3\./);
});

test("CLUSTERVET_ENVTEST_TARGET and --target may set an earlier release", async () => {
  const env = { ...process.env, CLUSTERVET_ENVTEST_TARGET: "1.34.2" };
  expect(runAsset("kube-apiserver", ["--version"], env).stdout).toBe("Kubernetes v1.34.0\n");
  const { status, stderr } = runAsset("kube-apiserver", ["--version"], { ...env, CLUSTERVET_ENVTEST_TARGET: "1.12" });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      /^clustervet: CLUSTERVET_ENVTEST_TARGET must be a release from 1\.30 to 1\.\d+; got "1\.12"\n/,
    ),
  });
  const command = ["envtest", "run", "--target", "1.34", "--", join(assets(), "kube-apiserver"), "--version"];
  expect(runProcess(command).stdout).toBe("Kubernetes v1.34.0\n");
  plane = await startPlane({ env: { CLUSTERVET_ENVTEST_TARGET: "1.34" } });
  expect((await plane.call("GET", "/version")).json).toMatchObject({ major: "1", minor: "34" });
});

test("kube-apiserver rejects an unknown flag and suggests a known one", () => {
  const { status, stderr } = runAsset("kube-apiserver", ["--etcd-server=http://127.0.0.1:1"]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "clustervet: kube-apiserver 1.37 has no flag --etcd-server\n  help: did you mean `--etcd-servers`?\n",
  });
});

test("the control plane becomes ready without credentials, has the namespace default, and adds no files", async () => {
  plane = await startPlane();
  expect((await plane.call("GET", "/api/v1/namespaces/default")).code).toBe(200);
  expect(readdirSync(plane.certDir).sort()).toEqual([
    "apiserver.crt",
    "apiserver.key",
    "client-cert-auth-ca.crt",
    "sa-signer.crt",
    "sa-signer.key",
  ]);
  expect(plane.output()).toContain("no effect in clustervet: --allow-privileged\n");
});

const widgets = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

test("a CustomResourceDefinition is served a moment after it is created", async () => {
  plane = await startPlane();
  await plane.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
  const { call } = plane;
  await expect
    .poll(async () => (await call("GET", "/apis/example.com/v1")).json?.resources?.[0]?.name, { timeout: 10_000 })
    .toBe("widgets");
});

test("no controllers run: a namespace stays Terminating, owned objects stay, pods need no service account", async () => {
  plane = await startPlane();
  const { call } = plane;
  const configMap = (name: string, owner: object = {}) => ({ metadata: { name, ...owner } });
  const { json: owner } = await call("POST", "/api/v1/namespaces/default/configmaps", configMap("owner"));
  const { uid, name } = owner.metadata;
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid }];
  await call("POST", "/api/v1/namespaces/default/configmaps", configMap("owned", { ownerReferences }));
  await call("POST", "/api/v1/namespaces", { metadata: { name: "going" } });
  await call("DELETE", "/api/v1/namespaces/going");
  await call("DELETE", "/api/v1/namespaces/default/configmaps/owner");
  const pod = { metadata: { name: "pod" }, spec: { containers: [{ name: "a", image: "a" }] } };
  expect((await call("POST", "/api/v1/namespaces/default/pods", pod)).code).toBe(201);
  expect((await call("GET", "/api/v1/namespaces/going")).json.status.phase).toBe("Terminating");
  expect((await call("GET", "/api/v1/namespaces/default/configmaps/owned")).code).toBe(200);
  expect((await call("GET", "/api/v1/namespaces/default/serviceaccounts")).json.items).toEqual([]);
});

test("a test may set gates, versions, admission plugins and limits; flags without effect are named", async () => {
  plane = await startPlane({
    flags: [
      "--feature-gates=MutatingAdmissionPolicy=true",
      "--runtime-config=api/all=true",
      "--enable-admission-plugins=DenyServiceExternalIPs,PodTopologyLabels",
      "--max-requests-inflight=0",
      "--v=4",
      "--goaway-chance=0.01",
    ],
  });
  expect((await plane.call("GET", "/apis/admissionregistration.k8s.io/v1beta1")).code).toBe(200);
  expect(plane.output()).toContain("no effect in clustervet: --allow-privileged\n");
  expect(plane.output()).toContain('"msg":"request"');
});

test("etcd and kube-apiserver end after a signal to their process group", async () => {
  plane = await startPlane();
  const { etcd, apiServer, stop } = plane;
  plane = undefined;
  await stop();
  expect([apiServer.exitCode, etcd.signalCode]).toEqual([0, "SIGTERM"]);
});

test("envtest run sets KUBEBUILDER_ASSETS for the command, and exits with the code of the command", () => {
  const script = "console.log(process.env.KUBEBUILDER_ASSETS, process.env.TEST_ASSET_ETCD); process.exit(7)";
  const { code, stdout } = runProcess(["envtest", "run", "--", process.execPath, "-e", script], {
    env: { TEST_ASSET_ETCD: "/elsewhere" },
  });
  expect({ code, stdout }).toEqual({ code: 7, stdout: `${assets()} undefined\n` });
  const missing = runProcess(["envtest", "run", "--", "no-such-program"]);
  expect({ code: missing.code, stderr: missing.stderr }).toEqual({
    code: 2,
    stderr: "clustervet: no-such-program cannot be started: no such file or directory\n",
  });
});

/**
 * A program that creates objects as tests of controller-runtime do: it starts the kube-apiserver of the assets folder,
 * and ends it with SIGTERM.
 */
const postProgram = `
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
const folder = mkdtempSync(join(process.env.TMPDIR, "posting-"));
const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
probe.close();
const program = join(process.env.KUBEBUILDER_ASSETS, "kube-apiserver");
const flags = ["--secure-port=" + port, "--cert-dir=" + folder, "--authorization-mode=AlwaysAllow", "--anonymous-auth=true"];
flags.push("--disable-admission-plugins=ServiceAccount");
const server = spawn(program, flags, { stdio: "ignore" });
const send = (method, path, body) => new Promise((resolve) => {
  const headers = { "content-type": "application/json", "user-agent": "widgets.test/v0.0.0 (linux/amd64)" };
  request({ port, method, path, headers, rejectUnauthorized: false, agent: false }, (answer) => {
    answer.resume().on("end", () => resolve(answer.statusCode));
  }).on("error", () => resolve(0)).end(body && JSON.stringify(body));
});
while ((await send("GET", "/readyz")) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
const pod = { metadata: { name: "web" }, spec: { containers: [{ name: "a", image: "a", ports: [{ containerPort: 0 }] }] } };
for (let count = 0; count < 3; count++) console.log(await send("POST", "/api/v1/namespaces/default/pods", pod));
console.log(await send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "ok" } }));
server.once("exit", () => process.exit(3)).kill();
`;

test("envtest run ends with the errors of refused objects, worded as by lint, with their user agent", {
  timeout: 90_000,
}, () => {
  const script = join(directoryWith({ "posting.mjs": postProgram }), "posting.mjs");
  const { code, stdout, stderr } = runProcess(["envtest", "run", "--", process.execPath, script]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "422\n422\n422\n201\n" });
  expect(stderr).toContain(
    "clustervet refused objects of this run; 1 different fault:\n\nwidgets.test/v0.0.0: error [",
  );
  expect(stderr).toContain("in Pod default/web: spec.containers[0].ports[0].containerPort\n");
  expect(stderr).toMatch(/refused 3 times\n$/);
});

test("kubectl runs the kubectl of the PATH, also if the folder itself is on the PATH", () => {
  const bin = directoryWith({ kubectl: '#!/bin/sh\necho "called with $*"\n' });
  chmodSync(join(bin, "kubectl"), 0o755);
  const found = runAsset("kubectl", ["get", "pods"], {
    ...process.env,
    PATH: `${assets()}:${bin}:${process.env["PATH"]}`,
  });
  expect(found.stdout).toBe("called with get pods\n");
  const tools = directoryWith({});
  for (const name of ["sh", "dirname", "readlink"]) {
    symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(tools, name));
  }
  const missing = runAsset("kubectl", [], { PATH: `${assets()}:${tools}` });
  expect({ status: missing.status, stderr: missing.stderr }).toEqual({
    status: 127,
    stderr: "clustervet: kubectl is not on the PATH; install it: https://kubernetes.io/docs/tasks/tools/\n",
  });
});
