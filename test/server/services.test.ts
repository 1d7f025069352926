/** Allocations for services: cluster IPs, node ports, IP families. */
import { afterEach, expect, test } from "vitest";
import type { ServerOptions } from "../../src/server/server-options.ts";
import { parseIpPrefix } from "../../src/text/ip.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
afterEach(() => server.close());

const services = "/api/v1/namespaces/default/services";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";

function prefix(text: string) {
  const parsed = parseIpPrefix(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

async function start(ranges: readonly string[] = ["10.0.0.0/24"], more: Partial<ServerOptions> = {}): Promise<void> {
  server = await startTestServer({ services: { ranges: ranges.map(prefix) }, ...more });
}

const create = async (name: string, spec: object, query = "") =>
  server.call("POST", services + query, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } });

const takenAddresses = async (): Promise<readonly string[]> =>
  (await server.call("GET", addresses)).json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);

test("a service gets a cluster IP, with an IPAddress object that exists until the service is deleted", async () => {
  await start();
  const { json } = await create("web", {});
  expect(json.spec).toMatchObject({
    clusterIPs: [json.spec.clusterIP],
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
  });
  expect(json.spec.clusterIP).toMatch(/^10\.0\.0\.\d+$/);
  expect(await takenAddresses()).toEqual([json.spec.clusterIP]);
  const { spec } = (await server.call("GET", `${addresses}/${json.spec.clusterIP}`)).json;
  expect(spec).toEqual({ parentRef: { resource: "services", namespace: "default", name: "web" } });
  await server.call("DELETE", `${services}/web`);
  expect(await takenAddresses()).toEqual([]);
});

test("a dry run allocates nothing, and a refused service releases what was allocated for it", async () => {
  await start();
  expect((await create("web", {}, "?dryRun=All")).code).toBe(201);
  expect(await takenAddresses()).toEqual([]);
  expect((await create("web", { sessionAffinity: "Never" })).code).toBe(422);
  expect(await takenAddresses()).toEqual([]);
  await create("web", {});
  expect((await create("web", {})).code).toBe(409);
  expect(await takenAddresses()).toHaveLength(1);
});

/** The ports and errors are those of kube-apiserver 1.37. */
test.each<[string, object, readonly number[] | string]>([
  ["no node port", { type: "NodePort", ports: [{ port: 80 }] }, [32_769]],
  [
    "the same node port for two protocols",
    {
      type: "NodePort",
      ports: [
        { name: "a", port: 80, nodePort: 30_081 },
        { name: "c", port: 82 },
        { name: "d", port: 82, protocol: "UDP" },
        { name: "e", port: 83 },
      ],
    },
    [30_081, 30_082, 30_082, 30_083],
  ],
  ["a node port out of the range", { type: "NodePort", ports: [{ port: 80, nodePort: 99 }] }, [99]],
  [
    "a node port that another service has",
    { type: "NodePort", ports: [{ port: 80, nodePort: 30_000 }] },
    "spec.ports[0].nodePort: Invalid value: 30000: provided port is already allocated",
  ],
  [
    "one node port for two ports",
    {
      type: "NodePort",
      ports: [
        { name: "a", port: 80, nodePort: 30_081 },
        { name: "b", port: 81, nodePort: 30_081 },
      ],
    },
    "spec.ports[1].nodePort: Invalid value: 30081: provided port is already allocated",
  ],
  [
    "the last free node port, while the health check needs one",
    { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80, nodePort: 100_000 }] },
    "spec.healthCheckNodePort: Invalid value: 100001: must be between 1 and 65535, inclusive",
  ],
])("a dry run that requests %s", async (_, spec, expected) => {
  await start();
  expect((await create("first", { type: "NodePort", ports: [{ port: 1, nodePort: 30_000 }] })).code).toBe(201);
  const { code, json } = await create("second", spec, "?dryRun=All");
  if (typeof expected === "string") expect([code, json.message]).toEqual([422, expect.stringContaining(expected)]);
  else {
    expect(json.spec.ports.map(({ nodePort }: { nodePort: number }) => nodePort)).toEqual(expected);
    expect(json.spec.clusterIP).toBe("10.0.0.0");
  }
  expect((await create("third", { type: "NodePort", ports: [{ port: 80, nodePort: 30_081 }] })).code).toBe(201);
});

test("a node port is allocated once, except to different protocols of one port", async () => {
  await start();
  const two = (second: object) => ({
    type: "NodePort",
    ports: [
      { name: "a", port: 80, nodePort: 30_081 },
      { name: "b", nodePort: 30_081, ...second },
    ],
  });
  const refused = await create("ports", two({ port: 81 }));
  expect([refused.code, refused.json.message]).toEqual([
    422,
    expect.stringContaining("spec.ports[1].nodePort: Invalid value: 30081: provided port is already allocated"),
  ]);
  expect((await create("protocols", two({ port: 80, protocol: "UDP" }))).code).toBe(201);
  expect((await create("other", two({ port: 80, protocol: "UDP", nodePort: 30_082 }))).code).toBe(422);
});

test.each([
  {
    spec: { clusterIP: "1.2.3.4" },
    field: "spec.clusterIPs",
    message: "the provided network does not match the current range",
  },
  { spec: { clusterIP: "10.0.0.9" }, field: "spec.clusterIPs", message: "provided IP is already allocated" },
  {
    spec: { type: "NodePort", ports: [{ port: 80, nodePort: 80 }] },
    field: "spec.ports[0].nodePort",
    message: "30000-32767",
  },
  {
    spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_000 }] },
    field: "spec.ports[0].nodePort",
    message: "provided port is already allocated",
  },
  {
    spec: { ipFamilyPolicy: "RequireDualStack" },
    field: "spec.ipFamilyPolicy",
    message: "not configured for dual-stack",
  },
  { spec: { ipFamilies: ["IPv6"] }, field: "spec.ipFamilies[0]", message: "not configured on this cluster" },
  {
    spec: { clusterIPs: ["10.0.0.8", "fd00::1"], clusterIP: "10.0.0.8", ipFamilyPolicy: "PreferDualStack" },
    field: "spec.clusterIPs[1]",
    message: "IPv6 is not configured",
  },
])("a service that requests something taken or unavailable is refused: $spec", async ({ spec, field, message }) => {
  await start();
  expect(
    (await create("first", { type: "NodePort", clusterIP: "10.0.0.9", ports: [{ port: 1, nodePort: 30_000 }] })).code,
  ).toBe(201);
  const { code, json } = await create("second", spec);
  expect({ code, fields: json.details.causes.map((cause: { field: string }) => cause.field) }).toEqual({
    code: 422,
    fields: [field],
  });
  expect(json.message).toContain(message);
  expect(await takenAddresses()).toEqual(["10.0.0.9"]);
});

test("an update keeps addresses and ports, and releases those that the new type does not have", async () => {
  await start();
  const { json } = await create("web", { type: "NodePort" });
  const [{ nodePort }] = json.spec.ports;
  expect(nodePort).toBeGreaterThanOrEqual(30_000);
  const updateService = async (spec: object) =>
    (
      await server.call("PUT", `${services}/web`, {
        metadata: { name: "web" },
        spec: { ports: [{ port: 80 }], ...spec },
      })
    ).json;
  const kept = await updateService({ type: "NodePort" });
  expect(kept.spec).toMatchObject({ clusterIP: json.spec.clusterIP, ports: [{ nodePort }] });
  const plain = await updateService({ type: "ClusterIP" });
  expect(plain.spec.ports[0].nodePort).toBeUndefined();
  expect((await create("other", { type: "NodePort", ports: [{ port: 80, nodePort }] })).code).toBe(201);
  const external = await updateService({ type: "ExternalName", externalName: "example.com", ports: [] });
  expect(external.spec.clusterIP).toBeUndefined();
  expect(await takenAddresses()).not.toContain(json.spec.clusterIP);
});

test("a dry run of an update leaves the stored object as it is", async () => {
  await start();
  await create("web", {});
  const { json: before } = await server.call("GET", `${services}/web`);
  const labels = { metadata: { labels: { a: "b" } } };
  const merge = { "content-type": "application/merge-patch+json" };
  expect((await server.call("PATCH", `${services}/web?dryRun=All`, labels, merge)).code).toBe(200);
  expect((await server.call("GET", `${services}/web`)).json).toEqual(before);
});

test("a service gets addresses of both IP families if the cluster has both", async () => {
  await start(["10.0.0.0/24", "fd00::/112"]);
  const { json } = await create("web", { ipFamilyPolicy: "PreferDualStack" });
  expect(json.spec.ipFamilies).toEqual(["IPv4", "IPv6"]);
  expect(json.spec.clusterIPs[1]).toMatch(/^fd00::/);
  expect(await takenAddresses()).toHaveLength(2);
  const single = await server.call(
    "PATCH",
    `${services}/web`,
    { spec: { ipFamilyPolicy: "SingleStack" } },
    {
      "content-type": "application/merge-patch+json",
    },
  );
  expect(single.json.spec.clusterIPs).toEqual([json.spec.clusterIP]);
  expect(await takenAddresses()).toEqual([json.spec.clusterIP]);
  const headless = await create("bare", { clusterIP: "None" });
  expect(headless.json.spec).toMatchObject({ clusterIPs: ["None"], ipFamilies: ["IPv4", "IPv6"] });
});

test("a full range is reported, and a ServiceCIDR adds more addresses", async () => {
  await start(["10.0.0.0/30"]);
  expect([(await create("a", {})).code, (await create("b", {})).code]).toEqual([201, 201]);
  const full = await create("c", {});
  expect({ code: full.code, message: full.json.message }).toMatchObject({
    code: 500,
    message: expect.stringContaining("range is full"),
  });
  const cidr = { metadata: { name: "more" }, spec: { cidrs: ["10.1.0.0/28"] } };
  expect((await server.call("POST", "/apis/networking.k8s.io/v1/servicecidrs", cidr)).code).toBe(201);
  expect((await create("c", {})).json.spec.clusterIP).toMatch(/^10\.1\.0\.\d+$/);
});

test("one node port serves two protocols of one service", async () => {
  await start();
  const ports = [
    { name: "t", port: 53, protocol: "TCP", nodePort: 30_053 },
    { name: "u", port: 53, protocol: "UDP" },
  ];
  const { json } = await create("dns", { type: "NodePort", ports });
  expect(json.spec.ports.map(({ nodePort }: { nodePort: number }) => nodePort)).toEqual([30_053, 30_053]);
});

test("a cluster has the service of its API server with endpoints, and the default objects of all clusters", async () => {
  await start(["10.0.0.0/24"], {
    clusterObjects: true,
    services: { advertiseAddress: "192.0.2.2" },
    isControllerOn: () => true,
    authority: "PEM",
  });
  const { json } = await server.call("GET", `${services}/kubernetes`);
  expect(json.spec).toMatchObject({
    clusterIP: "10.0.0.1",
    ports: [{ name: "https", port: 443, targetPort: server.port }],
  });
  const slice = await server.call("GET", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes");
  expect(slice.json).toMatchObject({ endpoints: [{ addresses: ["192.0.2.2"] }], ports: [{ port: server.port }] });
  const names = async (path: string) =>
    (await server.call("GET", path)).json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  expect(await names("/apis/scheduling.k8s.io/v1/priorityclasses")).toEqual([
    "system-cluster-critical",
    "system-node-critical",
  ]);
  expect(await names("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas")).toHaveLength(11);
  expect(await names("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations")).toHaveLength(8);
  expect(await names("/apis/networking.k8s.io/v1/servicecidrs")).toEqual(["kubernetes"]);
  await expect.poll(() => names("/api/v1/namespaces/kube-system/serviceaccounts")).toEqual(["default"]);
  await expect
    .poll(() => names("/api/v1/namespaces/kube-system/configmaps"))
    .toEqual(["kube-apiserver-legacy-service-account-token-tracking", "kube-root-ca.crt"]);
  await server.call("DELETE", "/api/v1/namespaces/kube-system/serviceaccounts/default");
  await expect.poll(() => names("/api/v1/namespaces/kube-system/serviceaccounts")).toEqual(["default"]);
});
