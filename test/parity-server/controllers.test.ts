/**
 * Runs unmodified kube-controller-manager and kube-scheduler against `clustervet serve`. Requires both programs and
 * kubectl in one folder:
 *
 *   npm run build && PARITY_PROGRAMS=DIR npm run parity:server
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import "reflect-metadata";
import { Pkcs10CertificateRequestGenerator } from "@peculiar/x509";
import { generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "../server/process/served.ts";
import { startNodes } from "./nodes.ts";

const programs = process.env["PARITY_PROGRAMS"];
const run = promisify(execFile);
const nodes = ["node-1", "node-2", "node-3"];
const timeoutMs = 120_000;
const waitOptions = { timeout: 60_000, interval: 200 };

let folder: string;
let server: Served;
let controllers: Program;
let scheduler: Program;
const cleanups: (() => unknown)[] = [];

interface Program {
  readonly child: ChildProcess;
  /** Lines of its log that report an error. */
  readonly errors: readonly string[];
}

/** Error lines that both also log when they run against kube-apiserver. */
const usualErrors = [
  /The manifest file is empty/,
  /is not as new as written version/,
  /the object has been modified/,
  /Status after running PostFilter plugins/,
  /unable to (?:get|fetch) metrics/,
  // Logged if a set is deleted while its status is written: the controller returns the error of its next get.
  /sync \\?"[^"]*" failed with replicasets\.apps .* not found/,
];

function start(name: string, args: readonly string[]): Program {
  const kubeconfig = join(folder, "admin.kubeconfig");
  const all = [`--kubeconfig=${kubeconfig}`, "--bind-address=127.0.0.1", "--secure-port=0", ...args];
  const child = spawn(join(programs ?? "", name), all, { stdio: ["ignore", "ignore", "pipe"] });
  const errors: string[] = [];
  let rest = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    errors.push(...lines.filter((line) => /^[EF]\d{4} /.test(line) && !usualErrors.some((known) => known.test(line))));
  });
  cleanups.push(() => child.kill("SIGKILL"));
  return { child, errors };
}

const kubectl = async (...args: readonly string[]): Promise<string> =>
  (await run(join(programs ?? "", "kubectl"), [`--kubeconfig=${join(folder, "admin.kubeconfig")}`, ...args])).stdout;

const get = async (path: string) => (await server.call("GET", path)).json;

async function create(path: string, object: object): Promise<void> {
  const { code, text } = await server.call("POST", path, object);
  expect(code, text).toBe(201);
}

interface Listed {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: { readonly nodeName?: string };
}

const pods = async (app: string): Promise<readonly Listed[]> =>
  (await get(`/api/v1/namespaces/default/pods?labelSelector=app%3D${app}`)).items;

const template = (app: string, restartPolicy = "Always") => ({
  metadata: { labels: { app } },
  spec: { restartPolicy, containers: [{ name: "main", image: "example.com/main:1" }] },
});

const workload = (kind: string, app: string, spec: object) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: app },
  spec: { selector: { matchLabels: { app } }, template: template(app), ...spec },
});

const apps = "/apis/apps/v1/namespaces/default";
const batch = "/apis/batch/v1/namespaces/default";

describe.skipIf(programs === undefined)("real controllers", { timeout: timeoutMs }, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clustervet-controllers-"));
    server = await serve(folder, { args: ["--controllers=none", "--storage", "memory"] });
    cleanups.push(() => server.kill());
    const [authority, key] = [join(folder, "ca.crt"), join(folder, "service-account.key")];
    controllers = start("kube-controller-manager", [
      "--controllers=*,-node-lifecycle-controller",
      "--use-service-account-credentials",
      `--root-ca-file=${authority}`,
      `--service-account-private-key-file=${key}`,
      `--cluster-signing-cert-file=${authority}`,
      `--cluster-signing-key-file=${join(folder, "ca.key")}`,
    ]);
    scheduler = start("kube-scheduler", []);
    const kubelets = await startNodes(server, nodes);
    cleanups.push(() => kubelets.stop());
  }, timeoutMs);

  afterAll(async () => {
    for (const end of cleanups.reverse()) await end();
    rmSync(folder, { recursive: true, force: true });
  });

  test("each of them acquires its leader lease", async () => {
    const leaseNames = async () => {
      const { items } = await get("/apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
      return items.map(({ metadata }: Listed) => metadata.name).sort();
    };
    await expect.poll(leaseNames, waitOptions).toEqual(["kube-controller-manager", "kube-scheduler"]);
  });

  test("a deployment creates pods, the scheduler binds them, and a rollout and its undo succeed", async () => {
    await kubectl("create", "deployment", "web", "--image=example.com/web:1", "--replicas=3");
    await kubectl("expose", "deployment", "web", "--port=80");
    const waitForRollout = () => kubectl("rollout", "status", "deployment", "web", "--timeout=60s");
    expect(await waitForRollout()).toContain("successfully rolled out");
    for (const { spec } of await pods("web")) expect(nodes).toContain(spec.nodeName);
    await kubectl("set", "image", "deployment", "web", "web=example.com/web:2");
    expect(await waitForRollout()).toContain("successfully rolled out");
    await kubectl("rollout", "undo", "deployment", "web");
    expect(await waitForRollout()).toContain("successfully rolled out");
    const addresses = async () => {
      const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
      const { items } = await get(`${slices}?labelSelector=kubernetes.io/service-name%3Dweb`);
      return items.flatMap(({ endpoints }: { endpoints: readonly object[] | null }) => endpoints ?? []).length;
    };
    await expect.poll(addresses, waitOptions).toBe(3);
  });

  test("daemon sets, stateful sets, jobs and cron jobs create their pods", async () => {
    await create(`${apps}/daemonsets`, workload("DaemonSet", "agent", {}));
    const ordered = { serviceName: "store", replicas: 2 };
    await create(`${apps}/statefulsets`, workload("StatefulSet", "store", ordered));
    await create(`${batch}/jobs`, { metadata: { name: "once" }, spec: { template: template("once", "Never") } });
    const jobTemplate = { spec: { template: template("often", "Never") } };
    await create(`${batch}/cronjobs`, { metadata: { name: "often" }, spec: { schedule: "* * * * *", jobTemplate } });
    const podCounts = async () =>
      Object.fromEntries(
        await Promise.all(["agent", "store", "once"].map(async (app) => [app, (await pods(app)).length])),
      );
    await expect.poll(podCounts, waitOptions).toEqual({ agent: 3, store: 2, once: 1 });
    expect((await pods("store")).map(({ metadata }) => metadata.name)).toEqual(["store-0", "store-1"]);
    await expect.poll(async () => (await pods("often")).length, { ...waitOptions, timeout: 90_000 }).toBeGreaterThan(0);
  });

  test("token secrets are filled in, and their token authenticates as the service account", async () => {
    const annotations = { "kubernetes.io/service-account.name": "default" };
    const secret = { metadata: { name: "token", annotations }, type: "kubernetes.io/service-account-token" };
    await expect
      .poll(
        async () => (await server.call("GET", "/api/v1/namespaces/default/serviceaccounts/default")).code,
        waitOptions,
      )
      .toBe(200);
    await create("/api/v1/namespaces/default/secrets", secret);
    const data = async () => (await get("/api/v1/namespaces/default/secrets/token")).data?.token;
    await expect.poll(data, waitOptions).toBeTypeOf("string");
    const token = Buffer.from(await data(), "base64").toString();
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
    const { json } = await server.call("POST", "/apis/authentication.k8s.io/v1/tokenreviews", review);
    expect(json.status).toMatchObject({
      authenticated: true,
      user: { username: "system:serviceaccount:default:default" },
    });
  });

  test("an approved certificate signing request gets a certificate", async () => {
    const keys = await generateKeyPair("ES256");
    const signingRequest = await Pkcs10CertificateRequestGenerator.create({
      name: "CN=user",
      keys,
      signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    });
    const request = Buffer.from(signingRequest.toString("pem")).toString("base64");
    const spec = { request, signerName: "kubernetes.io/kube-apiserver-client", usages: ["client auth"] };
    const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    await create(requests, { metadata: { name: "user" }, spec });
    await kubectl("certificate", "approve", "user");
    await expect
      .poll(async () => (await get(`${requests}/user`)).status?.certificate, waitOptions)
      .toBeTypeOf("string");
  });

  test("deleting a deployment deletes its objects, and deleting a namespace deletes everything in it", async () => {
    await kubectl("delete", "deployment", "web");
    await expect.poll(async () => (await pods("web")).length, waitOptions).toBe(0);
    await kubectl("create", "namespace", "short");
    await kubectl("--namespace=short", "create", "deployment", "web", "--image=example.com/web:1");
    await kubectl("--namespace=short", "create", "configmap", "one", "--from-literal=a=b");
    await kubectl("delete", "namespace", "short", "--timeout=60s");
    expect((await server.call("GET", "/api/v1/namespaces/short")).code).toBe(404);
  });

  test("neither of them logs an error that it would not log against kube-apiserver", () => {
    expect([...controllers.errors, ...scheduler.errors]).toEqual([]);
    expect(server.complaints()).toEqual([]);
  });
});
