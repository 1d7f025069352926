/** Admission plugins that are off by default, and those for certificates. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { staticTokens } from "../../../src/server/authn/static-tokens.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import { adminToken, startTestServer } from "../start.ts";

const pods = "/api/v1/namespaces/default/pods";
const pod = (more: object = {}) => ({
  metadata: { name: "p" },
  spec: { containers: [{ name: "a", image: "a", ...more }] },
});

const startWithPlugins = (...names: readonly string[]) =>
  startTestServer({ isPluginOn: (name) => names.includes(name) });

test("AlwaysPullImages", async () => {
  const server = await startWithPlugins("AlwaysPullImages");
  const { json } = await server.call("POST", pods, pod({ imagePullPolicy: "Never" }));
  await server.close();
  expect(json.spec.containers[0].imagePullPolicy).toBe("Always");
});

test("AlwaysPullImages ignores an update that changes no image", async () => {
  const storage = openMemoryStorage();
  const before = await startTestServer({ storage, isPluginOn: () => false });
  await before.call("POST", pods, pod({ imagePullPolicy: "Never" }));
  const server = await startTestServer({ storage, isPluginOn: (name) => name === "AlwaysPullImages" });
  const merge = { "content-type": "application/merge-patch+json" };
  const labelled = await server.call("PATCH", `${pods}/p`, { metadata: { labels: { a: "b" } } }, merge);
  const other = await server.call("PATCH", `${pods}/p`, { spec: { containers: [{ name: "a", image: "b" }] } }, merge);
  await Promise.all([server.close(), before.close()]);
  expect([labelled.code, labelled.json.spec?.containers[0].imagePullPolicy]).toEqual([200, "Never"]);
  expect(other.code).toBe(422);
});

test("ExtendedResourceToleration", async () => {
  const server = await startWithPlugins("ExtendedResourceToleration");
  const resources = { requests: { "example.com/gpu": "1", cpu: "1" }, limits: { "example.com/gpu": "1" } };
  const { json } = await server.call("POST", pods, pod({ resources }));
  await server.close();
  expect(json.spec.tolerations).toEqual([{ key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" }]);
});

test("LimitPodHardAntiAffinityTopology", async () => {
  const server = await startWithPlugins("LimitPodHardAntiAffinityTopology");
  const terms = [{ labelSelector: {}, topologyKey: "zone" }];
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } };
  const { spec, ...rest } = pod();
  const { code, json } = await server.call("POST", pods, { ...rest, spec: { ...spec, affinity } });
  await server.close();
  expect(code).toBe(403);
  expect(json.message).toBe(
    'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  );
});

test("DenyServiceExternalIPs", async () => {
  const server = await startWithPlugins("DenyServiceExternalIPs");
  const services = "/api/v1/namespaces/default/services";
  const service = (externalIPs: readonly string[]) => ({
    metadata: { name: "s" },
    spec: { ports: [{ port: 1 }], externalIPs },
  });
  const { json } = await server.call("POST", services, service(["1.2.3.4"]));
  const without = await server.call("POST", services, service([]));
  await server.close();
  expect(json.message).toBe('services "s" is forbidden: Use of external IPs is denied by admission control');
  expect(without.code).toBe(201);
});

test("NamespaceAutoProvision and NamespaceExists", async () => {
  const server = await startWithPlugins("NamespaceAutoProvision", "NamespaceExists");
  const made = await server.call("POST", "/api/v1/namespaces/fresh/configmaps", { metadata: { name: "c" } });
  const dry = await server.call("POST", "/api/v1/namespaces/none/configmaps?dryRun=All", { metadata: { name: "c" } });
  await server.close();
  expect([made.code, dry.code, dry.json.message]).toEqual([201, 404, 'namespaces "none" not found']);
});

test("AlwaysDeny", async () => {
  const options = { clusterObjects: false, isPluginOn: (name: string) => name === "AlwaysDeny" };
  await expect(startTestServer(options)).rejects.toThrow("admission control is denying all modifications");
});

/** Allows everything except requests about signers and the requests in the list. */
const authorizerWithout = (...refused: readonly string[]): Authorizer => ({
  async authorize({ attributes }) {
    const name =
      attributes.kind === "resource" ? `${attributes.verb} ${attributes.resource}/${attributes.subresource}` : "";
    const isSigner = attributes.kind === "resource" && attributes.resource === "signers";
    return { opinion: isSigner || refused.includes(name) ? "no-opinion" : "allow", reason: "" };
  },
  rulesFor: async () => ({ rules: [], isComplete: true }),
});
const user = { username: "u", uid: "", groups: ["system:authenticated"], extra: {} };
const startWithAuthorizer = (authorizer: Authorizer, ...names: readonly string[]) =>
  startTestServer({
    authenticators: [staticTokens([{ token: adminToken, user }])],
    authorizer: () => authorizer,
    isPluginOn: (name) => names.includes(name),
  });

const newRequest = (subject: string): string => {
  const args = [
    "req",
    "-new",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    "/dev/null",
  ];
  return execFileSync("openssl", [...args, "-subj", subject], { stdio: ["ignore", "pipe", "ignore"] }).toString(
    "base64",
  );
};

test("certificates need permission to approve and to sign, and system:masters cannot be requested", async () => {
  const server = await startWithAuthorizer(
    authorizerWithout(),
    "CertificateApproval",
    "CertificateSigning",
    "CertificateSubjectRestriction",
  );
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const requestOf = (name: string, subject: string) => ({
    metadata: { name },
    spec: { request: newRequest(subject), signerName: "kubernetes.io/kube-apiserver-client", usages: ["client auth"] },
  });
  const masters = await server.call("POST", path, requestOf("m", "/CN=a/O=system:masters"));
  const { json } = await server.call("POST", path, requestOf("r", "/CN=a/O=b"));
  const condition = { type: "Approved", status: "True", reason: "R", message: "m" };
  const approved = await server.call("PUT", `${path}/r/approval`, { ...json, status: { conditions: [condition] } });
  const signed = await server.call("PUT", `${path}/r/status`, {
    ...json,
    status: { conditions: [{ type: "Failed", status: "True", reason: "R", message: "m" }] },
  });
  await server.close();
  const refusal = (name: string, why: string) =>
    `certificatesigningrequests.certificates.k8s.io "${name}" is forbidden: ${why}`;
  const signer = 'signerName "kubernetes.io/kube-apiserver-client"';
  expect(masters.json.message).toBe(
    refusal("m", "use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed"),
  );
  expect(approved.json.message).toBe(refusal("r", `user not permitted to approve requests with ${signer}`));
  expect(signed.json.message).toBe(refusal("r", `user not permitted to sign requests with ${signer}`));
});

test("OwnerReferencesPermissionEnforcement", async () => {
  const names = ["delete configmaps/", "update */finalizers", "update configmaps/finalizers"];
  const server = await startWithAuthorizer(authorizerWithout(...names), "OwnerReferencesPermissionEnforcement");
  const configMaps = "/api/v1/namespaces/default/configmaps";
  const { json: owner } = await server.call("POST", configMaps, { metadata: { name: "owner" } });
  const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.metadata.uid };
  const owned = await server.call("POST", configMaps, { metadata: { name: "a", ownerReferences: [reference] } });
  const blocking = { ...reference, blockOwnerDeletion: true };
  const held = await server.call("POST", configMaps, { metadata: { name: "b", ownerReferences: [blocking] } });
  const merge = { "content-type": "application/merge-patch+json" };
  const freed = await server.call("PATCH", `${configMaps}/a`, { metadata: { ownerReferences: null } }, merge);
  await server.close();
  expect(owned.code).toBe(201);
  expect(held.json.message).toBe(
    'configmaps "b" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>',
  );
  expect(freed.json.message).toBe(
    'configmaps "a" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>',
  );
});

const namespacePatch = { "content-type": "application/merge-patch+json" };
const withSchedulerAnnotation = (name: string, value: string) => ({
  metadata: { annotations: { [`scheduler.alpha.kubernetes.io/${name}`]: value } },
});

test("PodNodeSelector", async () => {
  const podNodeSelectorPluginConfig = { clusterDefaultNodeSelector: "disk=ssd", default: "zone=a,disk=hdd,cpu=x" };
  const server = await startTestServer({
    isPluginOn: (name) => name === "PodNodeSelector",
    pluginConfigurations: new Map([["PodNodeSelector", { podNodeSelectorPluginConfig }]]),
  });
  const create = async (nodeSelector: object, namespace = "default") => {
    const { spec, ...rest } = pod();
    const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    const { code, json } = await server.call("POST", path, { ...rest, spec: { ...spec, nodeSelector } });
    return code === 201 ? json.spec.nodeSelector : [code, json.message];
  };
  const annotate = (value: string) =>
    server.call("PATCH", "/api/v1/namespaces/default", withSchedulerAnnotation("node-selector", value), namespacePatch);
  const byDefault = [await create({ a: "b" }, "kube-system"), await create({ disk: "hdd" }, "kube-system")];
  await annotate("zone=a");
  const byAnnotation = [await create({ cpu: "x" }), await create({ zone: "b" }), await create({ other: "x" })];
  await annotate("zone");
  const unreadable = await create({});
  await server.close();
  const refusal = (why: string) => [403, `pods "p" is forbidden: ${why}`];
  const conflict = refusal("pod node label selector conflicts with its namespace node label selector");
  expect(byDefault).toEqual([{ a: "b", disk: "ssd" }, conflict]);
  expect(byAnnotation).toEqual([
    { zone: "a", cpu: "x" },
    conflict,
    refusal("pod node label selector labels conflict with its namespace whitelist"),
  ]);
  expect(unreadable).toEqual([500, "invalid selector: zone"]);
});

test("PodTolerationRestriction", async () => {
  const server = await startWithPlugins("PodTolerationRestriction");
  const create = async (tolerations: readonly object[], container: object = {}) => {
    const { spec, ...rest } = pod(container);
    const { code, json } = await server.call("POST", `${pods}?dryRun=All`, { ...rest, spec: { ...spec, tolerations } });
    return code === 201 ? json.spec.tolerations : [code, json.message];
  };
  const annotate = (name: string, value: string) =>
    server.call("PATCH", "/api/v1/namespaces/default", withSchedulerAnnotation(name, value), namespacePatch);
  const [own, wide] = [
    { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" },
    { key: "a", operator: "Exists" },
  ];
  const pressure = { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" };
  const plain = [await create([own]), await create([own], { resources: { requests: { cpu: "1" } } })];
  await annotate("defaultTolerations", JSON.stringify([wide]));
  const merged = await create([own]);
  await annotate("tolerationsWhitelist", JSON.stringify([wide]));
  const allowed = [await create([own]), await create([{ key: "c", operator: "Exists" }])];
  await annotate("tolerationsWhitelist", "{}");
  const unreadable = await create([own]);
  await server.close();
  expect(plain).toEqual([[own], [own, pressure]]);
  expect(merged).toEqual([wide]);
  const why =
    "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist";
  expect(allowed).toEqual([[wide], [500, why]]);
  expect(unreadable[0]).toBe(500);
});

test("PodTolerationRestriction with a configuration, for namespaces without annotations", async () => {
  const [added, wide] = [
    { key: "a", operator: "Equal", value: "b", effect: "NoSchedule" },
    { key: "a", operator: "Exists" },
  ];
  const server = await startTestServer({
    isPluginOn: (name) => name === "PodTolerationRestriction",
    pluginConfigurations: new Map([["PodTolerationRestriction", { default: [added], whitelist: [wide] }]]),
  });
  const create = async (tolerations: readonly object[]) => {
    const { spec, ...rest } = pod();
    const { code, json } = await server.call("POST", `${pods}?dryRun=All`, { ...rest, spec: { ...spec, tolerations } });
    return code === 201 ? json.spec.tolerations : [code, json.message];
  };
  const annotate = (name: string, value: string) =>
    server.call("PATCH", "/api/v1/namespaces/default", withSchedulerAnnotation(name, value), namespacePatch);
  const byCluster = [await create([]), await create([{ key: "c", operator: "Exists" }])];
  await annotate("tolerationsWhitelist", "");
  await annotate("defaultTolerations", "");
  const byNamespace = await create([{ key: "c", operator: "Exists" }]);
  await server.close();
  const why =
    "pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist";
  expect(byCluster).toEqual([[added], [500, why]]);
  expect(byNamespace).toEqual([{ key: "c", operator: "Exists" }]);
});

test("EventRateLimit", async () => {
  const clock = { ms: Date.now() };
  const limits = [
    { type: "Namespace", qps: 1, burst: 2, cacheSize: 1 },
    { type: "SourceAndObject", qps: 1, burst: 1 },
  ];
  const server = await startTestServer({
    nowMs: () => clock.ms,
    isPluginOn: (name) => name === "EventRateLimit",
    pluginConfigurations: new Map([["EventRateLimit", { limits }]]),
  });
  const createEvent = async (name: string, { namespace = "default", query = "" } = {}) => {
    const involvedObject = { kind: "Pod", namespace, name };
    const body = { metadata: { generateName: "e", namespace }, involvedObject, reason: "R", type: "Normal" };
    const { code, json } = await server.call("POST", `/api/v1/namespaces/${namespace}/events${query}`, body);
    return code === 201 ? code : [code, json.message];
  };
  const first = [await createEvent("a"), await createEvent("b"), await createEvent("c")];
  const repeated = await createEvent("a");
  const dry = await createEvent("a", { query: "?dryRun=All" });
  clock.ms += 1000;
  const later = [await createEvent("a"), await createEvent("d")];
  // The cache has room for the allowance of one namespace, so kube-system evicts that of default.
  const other = [await createEvent("x", { namespace: "kube-system" }), await createEvent("e")];
  await server.close();
  const limited = (type: string, key: string) => `Too many requests: limit reached on type ${type} for key ${key}`;
  expect(first).toEqual([201, 201, [429, `Too many requests: ${limited("Namespace", "default")}`]]);
  const both = [limited("Namespace", "default"), limited("SourceAndObject", "Poddefaulta")].join(", ");
  expect([repeated, dry]).toEqual([[429, `Too many requests: [${both}]`], 201]);
  expect([later.map((code) => code === 201), other]).toEqual([
    [true, false],
    [201, 201],
  ]);
});

test.each([
  { name: "LimitRanger", limitRange: {} },
  { name: "LimitRanger", limitRange: { limits: null } },
])("$name: a LimitRange of $limitRange limits nothing", async ({ name, limitRange }) => {
  const server = await startWithPlugins(name);
  const ranges = "/api/v1/namespaces/default/limitranges";
  const made = await server.call("POST", ranges, { metadata: { name: "l" }, spec: limitRange });
  const { code } = await server.call("POST", pods, pod());
  await server.close();
  expect(made.json.spec).toEqual({ limits: null });
  expect(code).toBe(201);
});
