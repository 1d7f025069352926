/**
 * PodSecurity over HTTP. Codes, messages and warnings are those of kube-apiserver 1.37.1 for the same requests in this
 * order.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { podSecurity } from "../../../src/server/admission/pod-security.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ps = "pod-security.kubernetes.io/";
const namespace = "/api/v1/namespaces/ps";
const merge = { "content-type": "application/merge-patch+json" };
const strategic = { "content-type": "application/strategic-merge-patch+json" };
const spec = { containers: [{ name: "a", image: "a" }] };
const pod = (name: string, more: object = {}) => ({ metadata: { name }, spec: { ...spec, ...more } });
const template = { metadata: { labels: { a: "b" } }, spec };
const labels = (all: Readonly<Record<string, string | null>>) => ({
  metadata: { labels: Object.fromEntries(Object.entries(all).map(([name, value]) => [ps + name, value])) },
});
const faults = (containers: string) =>
  [
    `allowPrivilegeEscalation != false (${containers} must set securityContext.allowPrivilegeEscalation=false)`,
    `unrestricted capabilities (${containers} must set securityContext.capabilities.drop=["ALL"])`,
    `runAsNonRoot != true (pod or ${containers} must set securityContext.runAsNonRoot=true)`,
    `seccompProfile (pod or ${containers} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`,
  ].join(", ");
const containerFaults = faults('container "a"');
const hostNetworkFaults = `host namespaces (hostNetwork=true), ${containerFaults}`;
const forbidden = (name: string, why: string) =>
  `pods "${name}" is forbidden: violates PodSecurity "restricted:v1.25": ${why}`;
const level = "must be one of privileged, baseline, restricted";

/** Returns the texts of the `Warning` headers. */
const warningsOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((text) => text.split(/, (?=299 - )/))
    .map((text) => text.replace(/^299 - "|"$/g, "").replaceAll('\\"', '"'));

test("namespaces, pods and workloads get the errors and warnings of kube-apiserver", async () => {
  const send = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const { code, json, headers: answered } = await server.call(method, path, body, headers);
    return [code, code < 400 ? "" : json.message, warningsOf(answered["warning"])];
  };
  const patchLabels = (all: Readonly<Record<string, string | null>>) => send("PATCH", namespace, labels(all), merge);
  const bad = labels({ enforce: "bad", "warn-version": "1.2" }).metadata;
  const invalid = [
    `metadata.labels[${ps}enforce]: Invalid value: "bad": ${level}`,
    `metadata.labels[${ps}warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"`,
  ];
  const made = await send("POST", "/api/v1/namespaces", { metadata: { name: "bad", ...bad } });
  expect(made).toEqual([422, `Namespace "bad" is invalid: [${invalid.join(", ")}]`, []]);
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "ps" } });
  expect(await send("POST", `${namespace}/pods`, pod("plain"))).toEqual([201, "", []]);
  expect(await send("POST", `${namespace}/pods`, pod("host", { hostNetwork: true }))).toEqual([201, "", []]);
  const violate = 'existing pods in namespace "ps" violate the new PodSecurity enforce level';
  expect(await patchLabels({ enforce: "baseline" })).toEqual([
    200,
    "",
    [`${violate} "baseline:latest"`, "host: host namespaces"],
  ]);
  const reasons = "allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile";
  expect(await patchLabels({ enforce: "restricted", "enforce-version": "v1.25" })).toEqual([
    200,
    "",
    [`${violate} "restricted:v1.25"`, `host: host namespaces, ${reasons}`, `plain: ${reasons}`],
  ]);
  const pods = `${namespace}/pods`;
  expect(await send("POST", pods, pod("host2", { hostNetwork: true }))).toEqual([
    403,
    forbidden("host2", hostNetworkFaults),
    [],
  ]);
  const warned = [201, "", [`would violate PodSecurity "restricted:v1.25": ${containerFaults}`]];
  const deployment = { metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "b" } }, template } };
  expect(await send("POST", "/apis/apps/v1/namespaces/ps/deployments", deployment)).toEqual(warned);
  const job = { spec: { template: { ...template, spec: { ...spec, restartPolicy: "Never" } } } };
  const cronJob = { metadata: { name: "d" }, spec: { schedule: "* * * * *", jobTemplate: job } };
  expect(await send("POST", "/apis/batch/v1/namespaces/ps/cronjobs", cronJob)).toEqual(warned);
  expect(await send("POST", `${namespace}/podtemplates`, { metadata: { name: "d" }, template })).toEqual(warned);
  const labelled = { metadata: { labels: { x: "y" } } };
  expect(await send("PATCH", `${pods}/host`, labelled, merge)).toEqual([200, "", []]);
  const image = { spec: { containers: [{ name: "a", image: "b" }] } };
  expect(await send("PATCH", `${pods}/host`, image, strategic)).toEqual([
    403,
    forbidden("host", hostNetworkFaults),
    [],
  ]);
  const debug = { spec: { ephemeralContainers: [{ name: "e", image: "b" }] } };
  const ofBoth = faults('containers "a", "e"');
  expect(await send("PATCH", `${pods}/plain/ephemeralcontainers`, debug, strategic)).toEqual([
    403,
    forbidden("plain", ofBoth),
    [],
  ]);
  expect(await patchLabels({ enforce: null, "enforce-version": null, warn: "baseline" })).toEqual([200, "", []]);
  const warning = 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)';
  expect(await send("POST", pods, pod("w", { hostPID: true }))).toEqual([201, "", [warning]]);
  const message = `Namespace "ps" is invalid: metadata.labels[${ps}warn]: Invalid value: "x": ${level}`;
  expect(await patchLabels({ warn: "x" })).toEqual([422, message, []]);
});

test("exemptions skip the checks, and defaults apply in namespaces without labels", async () => {
  const configuration = {
    defaults: { enforce: "baseline", "enforce-version": "v1.30" },
    exemptions: { usernames: [], namespaces: ["kube-system"], runtimeClasses: ["safe"] },
  };
  const other = await startTestServer({ pluginConfigurations: new Map([["PodSecurity", configuration]]) });
  const createPod = async (path: string, more: object) => {
    const { code, json } = await other.call("POST", `/api/v1/namespaces/${path}/pods`, pod("p", more));
    return code === 201 ? "" : json.message;
  };
  const hostPID = "host namespaces (hostPID=true)";
  expect(await createPod("default", { hostPID: true })).toBe(
    `pods "p" is forbidden: violates PodSecurity "baseline:v1.30": ${hostPID}`,
  );
  expect(await createPod("kube-system", { hostPID: true })).toBe("");
  const safe = { metadata: { name: "safe" }, handler: "h" };
  await other.call("POST", "/apis/node.k8s.io/v1/runtimeclasses", safe);
  expect(await createPod("default", { hostPID: true, runtimeClassName: "safe" })).toBe("");
  const { headers } = await other.call(
    "PATCH",
    "/api/v1/namespaces/kube-system",
    labels({ audit: "restricted" }),
    merge,
  );
  expect(headers["warning"]).toBeUndefined();
  const { headers: enforced } = await other.call(
    "PATCH",
    "/api/v1/namespaces/kube-system",
    labels({ enforce: "restricted" }),
    merge,
  );
  const ignored = "enforce=restricted:v1.30, audit=restricted:latest";
  expect(warningsOf(enforced["warning"])).toEqual([
    `namespace "kube-system" is exempt from Pod Security, and the policy (${ignored}) will be ignored`,
  ]);
  await other.close();
});

test("other work gets turns while the pods of a namespace are checked", async () => {
  const pods = Array.from({ length: 100 }, (_none, index) => pod(`p${index}`));
  const parts = {
    store: () => ({ cached: () => pods }),
    configurationOf: () => undefined,
    nowMs: () => 0,
    target: "1.37",
  };
  const warn = vi.fn();
  const resource = { resource: "namespaces", definition: { group: "" } };
  const object = { metadata: { name: "ps", labels: { [`${ps}enforce`]: "restricted" } } };
  const attempt = { operation: "UPDATE", resource, subresource: "", target: { namespace: "", name: "ps" }, warn };
  // The check of each pod takes longer than a time slice.
  let nowMs = 1e6;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 20));
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns++;
    if (!isOver) setImmediate(countTurn);
  };
  countTurn();
  const whole = { ...attempt, object, oldObject: { metadata: { name: "ps" } } };
  await podSecurity(parts as never).approve?.(whole as never);
  isOver = true;
  clock.mockRestore();
  expect(warn).toHaveBeenCalledTimes(2);
  expect(turns).toBeGreaterThanOrEqual(pods.length);
});

test.each([
  { namespace: "kube-system", level: "restricted", noted: { exempt: "namespace" } },
  { namespace: "default", level: "privileged", noted: { "enforce-policy": "privileged:latest" } },
  { namespace: "default", level: "baseline", noted: { "enforce-policy": "baseline:latest" } },
])("the audit event of a pod in $namespace under $level", async ({ namespace: name, level, noted }) => {
  const parts = {
    store: () => ({ cachedObject: () => ({ metadata: { name, labels: { [`${ps}enforce`]: level } } }) }),
    configurationOf: () => ({ exemptions: { namespaces: ["kube-system"] } }),
    nowMs: () => 0,
    target: "1.37",
  };
  const found: Record<string, string> = {};
  const attempt = {
    operation: "CREATE",
    resource: { resource: "pods", definition: { group: "" } },
    subresource: "",
    target: { namespace: name, name: "p" },
    user: { username: "jane" },
    object: pod("p"),
    warn: () => {},
    annotate: (key: string, value: string) => {
      found[key.replace(ps, "")] = value;
    },
  };
  await podSecurity(parts as never).approve?.(attempt as never);
  expect(found).toEqual(noted);
});
