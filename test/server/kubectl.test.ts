/** Runs a real kubectl against the server. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { masters } from "../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../src/server/authz/union.ts";
import { makeKubeletTrust, startKubelet } from "./connect/kubelet-server.ts";
import { findKubectl } from "./find-kubectl.ts";
import { adminToken, startTestServer, type TestServer } from "./start.ts";
import { tokenSettings } from "./token-settings.ts";

const run = promisify(execFile);

const kubectl = findKubectl();
if (kubectl === undefined && process.env["CI"]) {
  throw new Error("the tests with kubectl need it: apt-get install -y kubernetes-client");
}

let server: TestServer;
let folder: string;

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl with the kubeconfig and the cache folder of the tests. */
async function k(...args: readonly string[]): Promise<Result> {
  const own = [`--kubeconfig=${join(folder, "config")}`, `--cache-dir=${join(folder, "cache")}`];
  try {
    return { code: 0, ...(await run(kubectl ?? "", [...own, ...args], { timeout: 60_000 })) };
  } catch (error) {
    const { code = 1, stdout = "", stderr = "" } = error as Partial<Result>;
    return { code, stdout, stderr };
  }
}

/** Returns the output of a command that must succeed. */
async function ok(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await k(...args);
  expect({ args, code, stderr: code === 0 ? "" : stderr }).toEqual({ args, code: 0, stderr: "" });
  return stdout;
}

function file(name: string, object: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(object));
  return path;
}

const daemonSet = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent" },
  spec: {
    selector: { matchLabels: { app: "agent" } },
    template: {
      metadata: { labels: { app: "agent" } },
      spec: { containers: [{ name: "main", image: "example.com/agent:1" }] },
    },
  },
};

describe.skipIf(kubectl === undefined)("kubectl", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    server = await startTestServer({
      authorizer: (rbac) => union([masters, rbacAuthorizer(rbac)]),
      bootstrapPolicy: true,
      serviceAccountTokens: tokenSettings(),
    });
    folder = mkdtempSync(join(tmpdir(), "clustervet-kubectl-"));
    const name = "test";
    const authority = Buffer.from(server.authority).toString("base64");
    file("config", {
      apiVersion: "v1",
      kind: "Config",
      clusters: [
        { name, cluster: { server: `https://127.0.0.1:${server.port}`, "certificate-authority-data": authority } },
      ],
      users: [{ name, user: { token: adminToken } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      "current-context": name,
    });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("lists resources and API versions, explains fields, and shows the server's version and the user", async () => {
    expect(await ok("api-resources", "--no-headers")).toMatch(/^daemonsets +ds +apps\/v1 +true +DaemonSet$/m);
    expect((await ok("api-versions")).trim().split("\n")).toContain("rbac.authorization.k8s.io/v1");
    expect(await ok("explain", "daemonset", "--recursive")).toContain("updateStrategy");
    expect(await ok("explain", "role.rules.verbs")).toContain("verbs");
    expect(await ok("explain", "ds.spec.updateStrategy.rollingUpdate")).toMatch(/maxSurge\s<IntOrString>/);
    const older = await ok("explain", "role", "--recursive", "--output=plaintext-openapiv2");
    expect(older).toMatch(/rules\s<\[\]Object>\n +apiGroups\s<\[\]string>/);
    expect(await ok("version")).toMatch(/Server Version: .*v1\./);
    expect(await ok("auth", "whoami", "-o", "json")).toContain('"username": "admin"');
  });

  test("creates objects with its typed commands", async () => {
    await ok("create", "namespace", "typed");
    await ok("create", "role", "reader", "--verb=get,list", "--resource=pods", "-n", "typed");
    await ok("create", "rolebinding", "jane", "--role=reader", "--user=jane", "-n", "typed");
    await ok("create", "clusterrole", "watcher", "--verb=watch", "--resource=nodes");
    await ok("create", "clusterrolebinding", "jane-watches", "--clusterrole=watcher", "--user=jane");
    await ok("create", "configmap", "map", "--from-literal=a=1", "-n", "typed");
    await ok("create", "secret", "generic", "hush", "--from-literal=a=1", "-n", "typed");
    expect(await ok("get", "role", "reader", "-n", "typed", "-o", "jsonpath={.rules[0].verbs}")).toBe('["get","list"]');
    expect(await ok("get", "secret", "hush", "-n", "typed", "-o", "jsonpath={.data.a}")).toBe("MQ==");
    expect(await ok("get", "clusterrolebinding", "jane-watches", "-o", "wide")).toContain("ClusterRole/watcher");
    expect(await ok("describe", "rolebinding", "jane", "-n", "typed")).toContain("User  jane");
  });

  test("applies, shows, scales and deletes an app of ten kinds", async () => {
    const metadata = { name: "shop" };
    const labels = { app: "shop" };
    const pod = { containers: [{ name: "main", image: "example.com/shop:1" }] };
    const job = { template: { spec: { ...pod, restartPolicy: "Never" } } };
    const http = {
      paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "shop", port: { number: 80 } } } }],
    };
    const target = { apiVersion: "apps/v1", kind: "Deployment", name: "shop" };
    const template = { metadata: { labels }, spec: pod };
    const items = [
      {
        apiVersion: "v1",
        kind: "Service",
        metadata,
        spec: { selector: labels, ports: [{ port: 80 }], type: "NodePort" },
      },
      { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector: { matchLabels: labels }, template } },
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "Ingress",
        metadata,
        spec: { rules: [{ host: "shop.example.com", http }] },
      },
      { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } },
      {
        apiVersion: "autoscaling/v2",
        kind: "HorizontalPodAutoscaler",
        metadata,
        spec: { scaleTargetRef: target, maxReplicas: 3 },
      },
      {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        metadata,
        spec: { minAvailable: 1, selector: { matchLabels: labels } },
      },
      { apiVersion: "batch/v1", kind: "Job", metadata, spec: job },
      {
        apiVersion: "batch/v1",
        kind: "CronJob",
        metadata,
        spec: { schedule: "0 3 * * *", jobTemplate: { spec: job } },
      },
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata,
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      },
      { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata, spec: { podSelector: {} } },
    ];
    const path = file("app.json", { apiVersion: "v1", kind: "List", items });
    expect((await ok("apply", "-f", path)).trim().split("\n")).toHaveLength(items.length);
    // kubectl always reports a PodDisruptionBudget as configured, since its patch always replaces the selector.
    expect((await ok("apply", "-f", path)).match(/(?:created|configured)$/gm)).toEqual(["configured"]);
    const all = await ok("get", "all");
    expect(all).toMatch(/^service\/shop +NodePort +10\.0\.0\.\d+ +<none> +80:3\d{4}\/TCP +\d+s$/m);
    expect(all).toMatch(/^deployment\.apps\/shop +0\/1 +0 +0 +\d+s$/m);
    expect(all).toMatch(/^job\.batch\/shop +Running +0\/1 +\d+s$/m);
    expect(all).toMatch(/Deployment\/shop +cpu: <unknown>\/80% +1 +3 +0 +\d+s$/m);
    expect(await ok("get", "ingress", "shop", "--no-headers")).toMatch(/^shop +<none> +shop\.example\.com +80 +\d+s/);
    expect(await ok("scale", "deployment", "shop", "--replicas=2")).toBe("deployment.apps/shop scaled\n");
    expect(await ok("explain", "ingress.spec.rules.http.paths")).toContain("pathType");
    await ok("wait", "--for=jsonpath={.spec.replicas}=2", "deployment/shop", "--timeout=10s");
    await ok("delete", "-f", path, "--cascade=background");
    expect((await k("get", "-f", path)).code).toBe(1);
  });

  test("checks permissions with auth can-i", async () => {
    expect(await ok("auth", "can-i", "get", "pods")).toBe("yes\n");
    expect(await ok("auth", "can-i", "--list")).toContain("*.*");
  });

  test("applies, compares, changes and deletes a ConfigMap", async () => {
    const path = file("map.json", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "applied" },
      data: { a: "1" },
    });
    expect(await ok("apply", "-f", path)).toBe("configmap/applied created\n");
    expect(await ok("apply", "-f", path)).toBe("configmap/applied unchanged\n");
    const changed = file("map2.json", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "applied" },
      data: { b: "2" },
    });
    const diff = await k("diff", "-f", changed);
    expect(diff.code).toBe(1);
    expect(diff.stdout).toContain('+  b: "2"');
    expect(await ok("apply", "-f", changed)).toBe("configmap/applied configured\n");
    expect(await ok("get", "cm", "applied", "-o", "jsonpath={.data}")).toBe('{"b":"2"}');
    await ok("label", "cm", "applied", "tier=front");
    await ok("annotate", "cm", "applied", "note=yes");
    await ok("patch", "cm", "applied", "--type=json", "-p", '[{"op":"add","path":"/data/c","value":"3"}]');
    await ok("patch", "cm", "applied", "--type=merge", "-p", '{"data":{"d":"4"}}');
    await ok("patch", "cm", "applied", "-p", '{"data":{"b":null}}');
    expect(await ok("get", "cm", "-l", "tier=front", "-o", "jsonpath={.items[0].data}")).toBe('{"c":"3","d":"4"}');
    expect(await ok("get", "cm", "applied", "-o", "yaml")).toContain('note: "yes"');
    expect(await ok("delete", "cm", "applied", "--wait")).toBe('configmap "applied" deleted\n');
    expect((await k("get", "cm", "applied")).stderr).toBe(
      'Error from server (NotFound): configmaps "applied" not found\n',
    );
  });

  const rbac = "rbac.authorization.k8s.io";
  const sample = [
    {
      resource: "role",
      object: {
        apiVersion: `${rbac}/v1`,
        kind: "Role",
        metadata: { name: "sample" },
        rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
      },
      change: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }] },
      json: [{ op: "add", path: "/rules/0/verbs/-", value: "watch" }],
      merge: { rules: [{ apiGroups: ["apps"], resources: ["daemonsets"], verbs: ["get"] }] },
      strategic: { rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }] },
      described: /PolicyRule:\n +Resources +Non-Resource URLs +Resource Names +Verbs/,
      columns: /^sample +\d{4}-\d\d-\d\dT/,
    },
    {
      resource: "clusterrolebinding",
      object: {
        apiVersion: `${rbac}/v1`,
        kind: "ClusterRoleBinding",
        metadata: { name: "sample" },
        roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "view" },
        subjects: [{ kind: "User", name: "jane", apiGroup: rbac }],
      },
      change: { subjects: [{ kind: "Group", name: "readers", apiGroup: rbac }] },
      json: [{ op: "replace", path: "/subjects/0/name", value: "joe" }],
      merge: { subjects: [{ kind: "User", name: "ann", apiGroup: rbac }] },
      strategic: { subjects: [{ kind: "ServiceAccount", name: "robot", namespace: "default" }] },
      described: /Role:\n +Kind: +ClusterRole\n +Name: +view\nSubjects:/,
      columns: /^sample +ClusterRole\/view +\S+ +\S*robot/,
    },
    {
      resource: "daemonset",
      object: { ...daemonSet, metadata: { name: "sample" } },
      change: { spec: { ...daemonSet.spec, minReadySeconds: 5 } },
      json: [{ op: "test", path: "/spec/minReadySeconds", value: 5 }],
      merge: { spec: { revisionHistoryLimit: 3 } },
      strategic: { spec: { template: { spec: { containers: [{ name: "main", image: "example.com/agent:3" }] } } } },
      described: /Selector: +app=agent\n(?:.*\n)*Pod Template:/,
      columns: /^sample +0 +0 +0 +0 +0 +<none> +\S+ +main +example\.com\/agent:3 +app=agent/,
    },
    {
      resource: "namespace",
      object: { apiVersion: "v1", kind: "Namespace", metadata: { name: "sample", labels: { a: "1" } } },
      change: { metadata: { name: "sample", labels: { a: "2" } } },
      json: [{ op: "add", path: "/metadata/labels/b", value: "1" }],
      merge: { metadata: { labels: { c: "1" } } },
      strategic: { metadata: { labels: { d: "1" } } },
      described: /Status: +Active\n/,
      columns: /^sample +Active +\S+/,
    },
    {
      resource: "configmap",
      object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "sample" }, data: { a: "1" } },
      change: { data: { a: "2" } },
      json: [{ op: "add", path: "/data/b", value: "1" }],
      merge: { data: { c: "1" } },
      strategic: { data: { d: "1" } },
      described: /Data\n====\n/,
      columns: /^sample +4 +\S+/,
    },
  ];

  test.each(sample)("runs all of its commands on a $resource", async ({ resource, object, change, ...expected }) => {
    const name = `${resource}/sample`;
    const path = file(`${resource}.json`, object);
    const changed = file(`${resource}-changed.json`, { ...object, ...change });
    const full = (await ok("create", "-f", path, "--dry-run=server", "-o", "name")).trim();
    expect(full).toMatch(new RegExp(`^${resource}\\S*/sample$`));
    expect(await ok("create", "-f", path)).toBe(`${full} created\n`);
    expect((await k("create", "-f", path)).stderr).toContain("Error from server (AlreadyExists)");
    await ok("delete", name, "--wait");
    expect(await ok("apply", "-f", path)).toBe(`${full} created\n`);
    expect(await ok("apply", "-f", path)).toBe(`${full} unchanged\n`);
    expect((await k("diff", "-f", path)).code).toBe(0);
    expect(await k("diff", "-f", changed)).toMatchObject({ code: 1, stderr: "" });
    expect(await ok("apply", "-f", changed)).toBe(`${full} configured\n`);
    expect(await ok("apply", "-f", changed, "--dry-run=server")).toBe(`${full} unchanged (server dry run)\n`);
    expect(await ok("label", name, "tier=front")).toBe(`${full} labeled\n`);
    expect((await k("label", name, "tier=back")).code).toBe(1);
    expect(await ok("annotate", name, "note=yes")).toMatch(/ annotated?\n$/);
    for (const [type, patch] of Object.entries({
      json: expected.json,
      merge: expected.merge,
      strategic: expected.strategic,
    })) {
      expect(await ok("patch", name, `--type=${type}`, "-p", JSON.stringify(patch))).toMatch(
        type === "json" && resource === "daemonset" ? /patched \(no change\)\n$/ : / patched\n$/,
      );
    }
    expect(await ok("get", name, "-o", "wide", "--no-headers")).toMatch(expected.columns);
    expect(await ok("get", resource, "-l", "tier=front", "-o", "name")).toBe(`${full}\n`);
    expect(await ok("get", name, "-o", "yaml")).toContain('note: "yes"');
    const live = JSON.parse(await ok("get", name, "-o", "json"));
    expect(live).toMatchObject({ kind: object.kind, apiVersion: object.apiVersion });
    expect(await ok("describe", name)).toMatch(expected.described);
    expect(await ok("replace", "-f", file(`${resource}-live.json`, live))).toBe(`${full} replaced\n`);
    const stale = { ...live, metadata: { ...live.metadata, resourceVersion: "1" } };
    expect((await k("replace", "-f", file(`${resource}-stale.json`, stale))).stderr).toContain("(Conflict)");
    await ok("wait", name, "--for=jsonpath={.metadata.labels.tier}=front", "--timeout=10s");
    expect(await ok("explain", resource, "--recursive")).toMatch(/^KIND: +\S+\n/m);
    expect(await ok("auth", "can-i", "create", resource)).toBe("yes\n");
    const [, gone] = await Promise.all([
      ok("delete", name, "--wait", "--timeout=30s"),
      ok("wait", name, "--for=delete", "--timeout=30s"),
    ]);
    expect(gone).toMatch(/condition met|^$/);
    expect((await k("get", name)).stderr).toContain("Error from server (NotFound)");
  });

  test("prints the findings of lint", async () => {
    const path = file("role.json", {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "broken" },
      rules: [{ apiGroups: [""], resources: ["pods"] }],
    });
    const { code, stderr } = await k("create", "-f", path);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The Role "broken" is invalid: rules\[0\]\.verbs: Required value$/m);
    const misspelt = file("misspelt.json", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" }, datum: {} });
    expect((await k("create", "-f", misspelt)).stderr).toContain('strict decoding error: unknown field "datum"');
  });

  test("follows the rollout of a DaemonSet", async () => {
    await ok("apply", "-f", file("ds.json", daemonSet));
    const status = {
      observedGeneration: 1,
      desiredNumberScheduled: 1,
      currentNumberScheduled: 1,
      numberMisscheduled: 0,
      numberReady: 1,
      numberAvailable: 1,
      updatedNumberScheduled: 1,
    };
    const rollout = ok("rollout", "status", "ds/agent", "--timeout=30s");
    await ok("patch", "ds", "agent", "--subresource=status", "--type=merge", "-p", JSON.stringify({ status }));
    expect(await rollout).toContain('daemon set "agent" successfully rolled out');
    expect(await ok("get", "ds", "agent", "-o", "wide", "--no-headers")).toMatch(
      /^agent +1 +1 +1 +1 +1 +<none> +\S+ +main +example\.com\/agent:1 +app=agent\n$/,
    );
    await ok("set", "image", "ds/agent", "main=example.com/agent:2");
    expect(await ok("get", "ds", "agent", "-o", "jsonpath={.metadata.generation}")).toBe("2");
    await ok("wait", "ds/agent", "--for=jsonpath={.status.numberReady}=1", "--timeout=10s");
    expect(await ok("describe", "ds", "agent")).toContain("Selector:       app=agent");
    await ok("delete", "ds", "agent");
  });

  test("applies server-side, prints conflicts, and takes over fields of other managers", async () => {
    const map = (data: object) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "shared" }, data });
    const apply = ["apply", "--server-side", "-f"] as const;
    expect(await ok(...apply, file("ssa.json", map({ a: "1" })))).toContain("configmap/shared serverside-applied");
    await ok("patch", "configmap", "shared", "--type=merge", "-p", '{"data":{"a":"2"}}', "--field-manager=other");
    const { code, stderr } = await k(...apply, file("ssa.json", map({ a: "3" })));
    expect(code).toBe(1);
    expect(stderr).toContain('Apply failed with 1 conflict: conflict with "other" using v1: .data.a');
    await ok(...apply, file("ssa.json", map({ a: "3" })), "--force-conflicts");
    expect(await ok("get", "configmap", "shared", "-o", "jsonpath={.data.a}")).toBe("3");
    expect(await ok("get", "configmap", "shared", "-o", "yaml")).not.toContain("managedFields");
    const owners = "jsonpath={range .metadata.managedFields[*]}{.manager} {.operation};{end}";
    expect(await ok("get", "configmap", "shared", "--show-managed-fields", "-o", owners)).toBe("kubectl Apply;");
  });

  test("creates tokens for service accounts, and drains nodes", async () => {
    await ok("create", "serviceaccount", "robot");
    const token = (await ok("create", "token", "robot", "--duration=10m")).trim();
    const identity = await ok("auth", "whoami", "-o", "jsonpath={.status.userInfo.username}", `--token=${token}`);
    expect(identity).toBe("system:serviceaccount:default:robot");
    expect((await k("create", "token", "nobody")).stderr).toContain('serviceaccounts "nobody" not found');
    await ok("create", "-f", file("node.json", { apiVersion: "v1", kind: "Node", metadata: { name: "drained" } }));
    const spec = { nodeName: "drained", containers: [{ name: "main", image: "example.com/x:1" }] };
    await ok("create", "-f", file("pod.json", { apiVersion: "v1", kind: "Pod", metadata: { name: "guest" }, spec }));
    await ok("debug", "guest", "--image=example.com/tools:1", "--profile=general", "-c", "looker");
    expect(await ok("get", "pod", "guest", "-o", "jsonpath={.spec.ephemeralContainers[*].name}")).toBe("looker");
    const drained = await ok("drain", "drained", "--force", "--grace-period=0", "--timeout=30s");
    expect(drained).toContain("evicting pod default/guest");
    expect(drained).toContain("node/drained drained");
    expect((await k("get", "pod", "guest")).code).toBe(1);
    expect(await ok("get", "node", "drained", "-o", "jsonpath={.spec.unschedulable}")).toBe("true");
    await ok("uncordon", "drained");
  });

  test("prints the same lines as against kube-apiserver 1.37", async () => {
    await ok("create", "namespace", "made");
    const errorText = async (command: string) => {
      const { stdout, stderr } = await k("-n", "made", ...command.split(" "));
      return (stdout + stderr).trim();
    };
    // Commands in order, with the line that kubectl 1.37 printed against both servers.
    const recorded: readonly (readonly [string, string])[] = [
      ["create deployment made --image=example.com/made:1 --replicas=2", "deployment.apps/made created"],
      [
        "create deployment made --image=example.com/made:1",
        'error: failed to create deployment: deployments.apps "made" already exists',
      ],
      ["expose deployment made --port=80 --target-port=8080", "service/made exposed"],
      ["scale deployment made --replicas=4", "deployment.apps/made scaled"],
      ["scale deployment made --replicas=5 --current-replicas=3", "error: Expected replicas to be 3, was 4"],
      ["autoscale deployment made --min=1 --max=5", "horizontalpodautoscaler.autoscaling/made autoscaled"],
      ["set env deployment/made A=b", "deployment.apps/made env updated"],
      ["set resources deployment/made --limits=cpu=200m", "deployment.apps/made resource requirements updated"],
      ["set serviceaccount deployment/made app", "deployment.apps/made serviceaccount updated"],
      ["rollout pause deployment/made", "deployment.apps/made paused"],
      ["rollout resume deployment/made", "deployment.apps/made resumed"],
      ["rollout restart deployment/made", "deployment.apps/made restarted"],
      ["rollout undo deployment/made", 'error: no rollout history found for deployment "made"'],
      ["label deployment made tier=web", "deployment.apps/made labeled"],
      ["label deployment made tier=back", "error: 'tier' already has a value (web), and --overwrite is false"],
      [
        'patch deployment made --subresource=scale --type=merge -p {"spec":{"replicas":2}}',
        "scale.autoscaling/made patched",
      ],
      ["get deployment made -o jsonpath={.spec.replicas}", "2"],
      ["get cm none", 'Error from server (NotFound): configmaps "none" not found'],
      [
        "get pods --as=nobody",
        'Error from server (Forbidden): pods is forbidden: User "nobody" cannot list resource "pods" in API group "" in the namespace "made"',
      ],
      ["create quota q --hard=pods=1", "resourcequota/q created"],
      ["create pdb p --selector=app=x --min-available=1", "poddisruptionbudget.policy/p created"],
      ["create ingress i --rule=a.example.com/*=app:80", "ingress.networking.k8s.io/i created"],
      ["create job j --image=example.com/j:1", "job.batch/j created"],
      ["create service nodeport np --tcp=80:80", "service/np created"],
      ["delete deployment none", 'Error from server (NotFound): deployments.apps "none" not found'],
    ];
    for (const [command, line] of recorded) expect([command, await errorText(command)]).toEqual([command, line]);
  });

  test("saves, cancels and refuses edits", async () => {
    await ok("create", "configmap", "edited", "--from-literal=a=1");
    await ok("create", "cronjob", "edited", "--image=example.com/x:1", "--schedule=1 2 3 4 5");
    const edit = async (resource: string, script: string) => {
      writeFileSync(join(folder, "edit.sh"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      process.env["KUBE_EDITOR"] = join(folder, "edit.sh");
      const { code, stdout, stderr } = await k("edit", resource, "edited");
      delete process.env["KUBE_EDITOR"];
      return [code, (stdout + stderr).trim().split("\n").at(-1)];
    };
    expect(await edit("configmap", `sed -i 's/a: "1"/a: "2"/' "$1"`)).toEqual([0, "configmap/edited edited"]);
    expect(await ok("get", "configmap", "edited", "-o", "jsonpath={.data.a}")).toBe("2");
    expect(await edit("configmap", ":")).toEqual([0, "Edit cancelled, no changes made."]);
    expect(await edit("configmap", `sed -i 's/name: edited/name: other/' "$1"`)).toEqual([
      1,
      "error: At least one of apiVersion, kind and name was changed",
    ]);
    // In its second run the editor changes nothing: it only copies the file, where kubectl has put the error on top.
    const once = `[ -e "${folder}/once" ] && cp "$1" "${folder}/told" || sed -i 's/schedule: .*/schedule: bad/' "$1"; touch "${folder}/once"`;
    expect(await edit("cronjob", once)).toEqual([1, "error: Edit cancelled, no valid changes were saved."]);
    expect(readFileSync(join(folder, "told"), "utf8")).toMatch(/^# \* spec\.schedule: Invalid value: "bad": /m);
    expect(await ok("get", "cronjob", "edited", "-o", "jsonpath={.spec.schedule}")).toBe("1 2 3 4 5");
  });

  test("prints why the server refused to create or change an object", async () => {
    const errorText = async (...args: readonly string[]) => (await k(...args)).stderr.trim();
    await ok("create", "serviceaccount", "short");
    expect(await errorText("create", "token", "short", "--duration=1m")).toBe(
      'error: failed to create token: TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes',
    );
    expect(await errorText("create", "cronjob", "bad", "--image=x", "--schedule=bad")).toMatch(
      /^error: failed to create cronjob: CronJob\.batch "bad" is invalid: spec\.schedule: Invalid value: "bad": /,
    );
    await ok("create", "configmap", "patched");
    expect(await errorText("patch", "configmap", "patched", "-p", "no json")).toMatch(
      /^Error from server \(BadRequest\): /,
    );
    expect(await errorText("patch", "configmap", "patched", "--type=json", "-p", '{"a":1}')).toMatch(
      /\(BadRequest\): /,
    );
    expect(await errorText("patch", "configmap", "patched", "-p", '{"data":1}')).toMatch(
      /^The request is invalid: patch: /,
    );
  });

  test("reads logs through a kubelet", async () => {
    const kubelet = await startKubelet(await makeKubeletTrust());
    await ok("create", "-f", file("node.json", { apiVersion: "v1", kind: "Node", metadata: { name: "logging" } }));
    const addresses = [{ type: "InternalIP", address: "127.0.0.1" }];
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } } };
    await ok("patch", "node", "logging", "--subresource=status", "-p", JSON.stringify({ status }));
    const containers = [{ name: "main", image: "example.com/x:1" }];
    for (const [name, spec] of Object.entries({ young: {}, running: { nodeName: "logging" } })) {
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { name }, spec: { ...spec, containers } };
      await ok("create", "-f", file("pod.json", pod));
    }
    expect(await ok("logs", "young")).toBe("");
    expect(await ok("logs", "running", "--tail=5")).toContain("/containerLogs/default/running/main?tailLines=5");
    expect((await k("logs", "running", "-c", "nope")).stderr).toContain("container nope is not valid for pod running");
    expect((await k("exec", "young", "--", "ls")).stderr).toContain("pod young does not have a host assigned");
    kubelet.close();
  });

  test("deletes a namespace and waits until it is gone", async () => {
    await ok("create", "namespace", "short");
    await ok("create", "configmap", "map", "-n", "short");
    expect(await ok("delete", "namespace", "short", "--wait", "--timeout=30s")).toContain("deleted");
    expect((await k("get", "namespace", "short")).stderr).toContain("NotFound");
  });

  test("prints watch events", async () => {
    await ok("create", "configmap", "watched");
    const watching = k("get", "cm", "watched", "--watch", "--request-timeout=3s", "--no-headers");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await ok("label", "cm", "watched", "seen=yes");
    const { stdout } = await watching;
    expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(2);
  });
});
