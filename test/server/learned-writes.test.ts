/** Writes for which generated runs against kube-apiserver 1.37 (`npm run parity:server`) found a different response. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseRuntimeConfig, readRuntimeConfig } from "../../src/flags/runtime-config.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  const { isEnabled } = readRuntimeConfig(parseRuntimeConfig("api/all=true"), { target: "1.37" });
  server = await startTestServer({ runtimeConfig: isEnabled });
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "lab" } });
});
afterAll(() => server.close());

const strictDryRun = "dryRun=All&fieldValidation=Strict";
const mergePatch = { "content-type": "application/merge-patch+json" };
const containers = [{ name: "web", image: "registry.example.org/web:1.0" }];
const template = { metadata: { labels: { app: "web" } }, spec: { containers } };

interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field: string }[] };
}

async function refusedFields(path: string, body: unknown): Promise<readonly string[]> {
  const { code, json } = await server.call("POST", `${path}?${strictDryRun}`, body);
  expect(code).toBe(422);
  return [...new Set(((json as Status).details?.causes ?? []).map(({ field }) => field))].sort();
}

const crd = (versions: readonly unknown[]) => ({
  metadata: { name: "widgets.example.com" },
  spec: { group: "example.com", scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions },
});
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const schema = { openAPIV3Schema: { type: "object" } };
const stateful = (spec: object) => ({
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { app: "web" } }, serviceName: "web", template, ...spec },
});

test.each([
  {
    name: "a definition without a storage version",
    path: crds,
    body: crd([]),
    fields: ["spec.versions", "status.storedVersions"],
  },
  {
    name: "selectable fields of a version without a schema, while versions differ",
    path: crds,
    body: crd([
      { name: "v1", served: true, storage: true, schema },
      { name: "v2", served: true, storage: false, selectableFields: [{ jsonPath: ".a" }] },
    ]),
    fields: ["spec.versions[1].schema.openAPIV3Schema", "spec.versions[1].selectableFields"],
  },
  {
    name: "a selector that cannot be parsed",
    path: "/apis/apps/v1/namespaces/lab/statefulsets",
    body: stateful({ selector: { matchLabels: { Z_: "" } } }),
    fields: ["spec.selector", "spec.selector.matchLabels"],
  },
  {
    name: "a claim template without a name",
    path: "/apis/apps/v1/namespaces/lab/statefulsets",
    body: stateful({
      volumeClaimTemplates: [{ spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } }],
    }),
    fields: ["spec.template.spec.volumes[0].name", "spec.template.spec.volumes[0].persistentVolumeClaim.claimName"],
  },
  {
    name: "a replication controller without a template",
    path: "/api/v1/namespaces/lab/replicationcontrollers",
    body: { metadata: { name: "web" }, spec: { selector: { app: "web" } } },
    fields: ["spec.template"],
  },
  {
    name: "a manual selector that is absent",
    path: "/apis/batch/v1/namespaces/lab/jobs",
    body: {
      metadata: { name: "import" },
      spec: { manualSelector: true, template: { ...template, spec: { restartPolicy: "Never", containers } } },
    },
    fields: ["spec.selector", "spec.template.metadata.labels"],
  },
  {
    name: "the name of an iSCSI initiator",
    path: "/api/v1/persistentvolumes",
    body: {
      metadata: { name: "archive" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        iscsi: { targetPortal: "192.0.2.1", iqn: "iqn.2026-01.com.example:a", initiatorName: "a", lun: 0 },
      },
    },
    fields: ["spec.iscsi.initiatorname"],
  },
  {
    name: "invalid quantities both in capacity and in allocatable",
    path: "/api/v1/nodes",
    body: { metadata: { name: "worker" }, status: { capacity: { memory: "-1" } } },
    fields: ["status.allocatable.memory", "status.capacity.memory"],
  },
  {
    name: "a device constraint without an attribute",
    path: "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims",
    body: {
      metadata: { name: "training" },
      spec: {
        devices: {
          requests: [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } }],
          constraints: [{ requests: ["gpu"] }],
        },
      },
    },
    fields: ["spec.devices.constraints[0]"],
  },
  {
    name: "the strategy of a lease candidate",
    path: "/apis/coordination.k8s.io/v1beta1/namespaces/lab/leasecandidates",
    body: { metadata: { name: "a" }, spec: { leaseName: "a", binaryVersion: "1.37.1", strategy: "a" } },
    fields: ["spec.strategy.strategy"],
  },
  {
    name: "metadata of a review that kube-apiserver treats as absent",
    path: "/apis/authorization.k8s.io/v1/namespaces/lab/localsubjectaccessreviews",
    body: {
      metadata: { namespace: "lab", labels: {}, uid: "a", deletionGracePeriodSeconds: 5 },
      spec: { user: "jane", resourceAttributes: { namespace: "shop", verb: "list", resource: "pods" } },
    },
    fields: ["spec.resourceAttributes.namespace"],
  },
  {
    name: "invalid finalizers of a new namespace",
    path: "/api/v1/namespaces",
    body: { metadata: { name: "web" }, spec: { finalizers: ["kubernetes", "a"] } },
    fields: ["spec.finalizers"],
  },
  {
    name: "a headless service of type LoadBalancer",
    path: "/api/v1/namespaces/lab/services",
    body: { metadata: { name: "headless" }, spec: { clusterIP: "None", type: "NodePort", ports: [{ port: 5432 }] } },
    fields: ["spec.clusterIPs[0]"],
  },
  {
    name: "an invalid label that matches the selector of a replication controller",
    path: "/api/v1/namespaces/lab/replicationcontrollers",
    body: {
      metadata: { name: "web" },
      spec: { template: { metadata: { labels: { app: "web", Z_: "b" } }, spec: { containers } } },
    },
    fields: ["metadata.labels", "spec.template.labels"],
  },
  {
    name: "a job selector that does not match the pod template",
    path: "/apis/batch/v1/namespaces/lab/jobs",
    body: {
      metadata: { name: "import" },
      spec: {
        selector: { matchLabels: { app: "import" } },
        template: { spec: { restartPolicy: "Never", containers } },
      },
    },
    fields: ["spec.selector", "spec.template.metadata.labels"],
  },
  {
    name: "a selectable field of a definition with an empty schema",
    path: crds,
    body: crd([{ name: "v1", served: true, storage: true, schema: {}, selectableFields: [{}, { jsonPath: ".a" }] }]),
    fields: [
      "spec.selectableFields[0].jsonPath",
      "spec.selectableFields[1].jsonPath",
      "spec.versions[0].schema.openAPIV3Schema",
    ],
  },
  {
    name: "a device request with both `exactly` and `firstAvailable`",
    path: "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims",
    body: {
      metadata: { name: "training" },
      spec: { devices: { requests: [{ name: "gpu", exactly: {}, firstAvailable: [{}] }] } },
    },
    fields: ["spec.devices.requests[0]", "spec.devices.requests[0].firstAvailable[0].deviceClassName"],
  },
  {
    name: "a device constraint with both attributes",
    path: "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims",
    body: {
      metadata: { name: "training" },
      spec: {
        devices: {
          requests: [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } }],
          constraints: [{ matchAttribute: "a", distinctAttribute: "b" }],
        },
      },
    },
    fields: ["spec.devices.constraints[0].distinctAttribute", "spec.devices.constraints[0].matchAttribute"],
  },
  {
    name: "a priority level of an unknown type",
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    body: { metadata: { name: "batch" }, spec: { type: "a", limited: {}, exempt: {} } },
    fields: ["spec.exempt", "spec.limited", "spec.limited.limitResponse.type", "spec.type"],
  },
  {
    name: "the queuing of an exempt priority level",
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    body: { metadata: { name: "batch" }, spec: { limited: { limitResponse: { type: "Queue" } } } },
    fields: ["spec.limited", "spec.limited.limitResponse.queuing", "spec.type"],
  },
  {
    name: "an exempt priority level with another name and a limit",
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    body: { metadata: { name: "batch" }, spec: { type: "Exempt", limited: {}, exempt: {} } },
    fields: ["spec.limited", "spec.limited.limitResponse.type", "spec.type"],
  },
  {
    name: "service addresses of an unsupported IP family",
    path: "/api/v1/namespaces/lab/services",
    body: {
      metadata: { name: "web" },
      spec: {
        clusterIP: "10.96.0.7",
        clusterIPs: ["fd00::7", "fd00::7"],
        ipFamilies: ["IPv4", "IPv6"],
        ipFamilyPolicy: "PreferDualStack",
        ports: [{ port: 80 }],
      },
    },
    fields: ["spec.clusterIPs", "spec.clusterIPs[0]"],
  },
  {
    name: "an unknown IP family, reported alone",
    path: "/api/v1/namespaces/lab/services",
    body: {
      metadata: { name: "web" },
      spec: { ipFamilies: ["Other", "IPv6"], ipFamilyPolicy: "Nope", sessionAffinity: "a", ports: [{ port: 80 }] },
    },
    fields: ["spec.ipFamilies[0]", "spec.ipFamilyPolicy"],
  },
  {
    name: "a headless service with an additional address",
    path: "/api/v1/namespaces/lab/services",
    body: { metadata: { name: "web" }, spec: { clusterIP: "None", clusterIPs: ["None", "10.0.0.5"] } },
    fields: ["spec.clusterIPs"],
  },
  {
    name: "an invalid generateName of a kind whose name alone is validated",
    path: "/apis/resource.k8s.io/v1/deviceclasses",
    body: { metadata: { generateName: "example.com/b" } },
    fields: ["metadata.name"],
  },
  {
    name: "a local volume in an attachment",
    path: "/apis/storage.k8s.io/v1/volumeattachments",
    body: {
      metadata: { name: "database" },
      spec: {
        attacher: "csi.example.com",
        nodeName: "worker",
        source: {
          inlineVolumeSpec: {
            accessModes: ["ReadWriteOnce"],
            csi: { driver: "csi.example.com", volumeHandle: "17" },
            local: { path: "a" },
          },
        },
      },
    },
    fields: ["spec.source.inlineVolumeSpec.csi", "spec.source.inlineVolumeSpec.nodeAffinity"],
  },
])("the causes have the same fields as in kube-apiserver: $name", async ({ path, body, fields }) => {
  expect(await refusedFields(path, body)).toEqual(fields);
});

test.each([
  {
    template: { spec: { containers: [{ image: "x" }] } },
    message: "map: map[image:x] does not contain declared merge key: name",
  },
  { template: { $patch: "frob" }, message: "unknown patch type: frob in map: map[$patch:frob]" },
])(
  "an invalid strategic merge patch gets 422, where kube-apiserver returns 500: $message",
  async ({ template: patch, message }) => {
    const path = "/apis/apps/v1/namespaces/lab/deployments";
    await server.call("POST", path, {
      metadata: { name: "web" },
      spec: { selector: { matchLabels: { app: "web" } }, template },
    });
    const type = { "content-type": "application/strategic-merge-patch+json" };
    const { code, json } = await server.call("PATCH", `${path}/web`, { spec: { template: patch } }, type);
    expect([code, json]).toMatchObject([422, { status: "Failure", message: expect.stringContaining(message) }]);
  },
);

test("a limit range without a name gets a generated one", async () => {
  const { code, json } = await server.call("POST", `/api/v1/namespaces/lab/limitranges?${strictDryRun}`, {
    spec: { limits: [] },
  });
  expect(code).toBe(201);
  expect((json as { metadata: { name: string } }).metadata.name).toMatch(/^[0-9a-f-]{36}$/);
});

test("an empty allocatable of a node is filled from its capacity, like an absent one", async () => {
  const body = { metadata: { name: "worker" }, status: { capacity: { cpu: "4" }, allocatable: {} } };
  const { json } = await server.call("POST", `/api/v1/nodes?${strictDryRun}`, body);
  expect(json).toMatchObject({ status: { allocatable: { cpu: "4" } } });
});

test("deprecatedTopology of an endpoint slice is dropped from writes", async () => {
  const endpoints = [{ addresses: ["192.0.2.1"], deprecatedTopology: { a: "a" } }];
  const path = "/apis/discovery.k8s.io/v1/namespaces/lab/endpointslices";
  const { json } = await server.call("POST", path, { metadata: { name: "web" }, addressType: "IPv4", endpoints });
  expect((json as unknown as { endpoints: unknown }).endpoints).toEqual([{ addresses: ["192.0.2.1"], conditions: {} }]);
  const empty = await server.call("PATCH", `${path}/web`, { endpoints: [] }, mergePatch);
  expect(empty.code).toBe(200);
});

test("a namespace that is being deleted has no grace period, and its name cannot be reused yet", async () => {
  await server.call("POST", "/api/v1/namespaces", { metadata: { name: "held", finalizers: ["example.com/held"] } });
  const { json } = await server.call("DELETE", "/api/v1/namespaces/held");
  const { metadata } = json as unknown as { metadata: Record<string, unknown> };
  expect(metadata).toHaveProperty("deletionTimestamp");
  expect(metadata).not.toHaveProperty("deletionGracePeriodSeconds");
  const again = await server.call("POST", "/api/v1/namespaces", { metadata: { name: "held" } });
  expect([again.code, again.json]).toMatchObject([
    409,
    { message: 'object is being deleted: namespaces "held" already exists' },
  ]);
});

test("a status write changes the labels of a CustomResourceDefinition but not those of an APIService", async () => {
  await server.call("POST", crds, crd([{ name: "v1", served: true, storage: true, schema }]));
  const labels = { metadata: { labels: { k: "1" } } };
  const definition = await server.call("PATCH", `${crds}/widgets.example.com/status`, labels, mergePatch);
  expect(definition.json).toMatchObject(labels);
  const services = "/apis/apiregistration.k8s.io/v1/apiservices";
  const spec = {
    group: "metrics.example.com",
    version: "v1beta1",
    groupPriorityMinimum: 100,
    versionPriority: 100,
    service: { name: "metrics", namespace: "lab" },
    insecureSkipTLSVerify: true,
  };
  await server.call("POST", services, { metadata: { name: "v1beta1.metrics.example.com" }, spec });
  const service = await server.call("PATCH", `${services}/v1beta1.metrics.example.com/status`, labels, mergePatch);
  expect(service.code).toBe(200);
  expect((service.json as unknown as { metadata: object }).metadata).not.toHaveProperty("labels");
});

test("a status update of a job without labels gives it the labels of its pods", async () => {
  const path = "/apis/batch/v1/namespaces/lab/jobs";
  const job = { metadata: { name: "import" }, spec: { template: { spec: { restartPolicy: "Never", containers } } } };
  const created = await server.call("POST", path, job);
  expect(created.code).toBe(201);
  const body = { ...job, apiVersion: "batch/v1", kind: "Job" };
  const { json } = await server.call("PUT", `${path}/import/status`, body);
  expect(json).toMatchObject({ metadata: { labels: { "job-name": "import" } } });
});

test("the resourceVersion and the Succeeded condition of a storage version migration are immutable once set", async () => {
  const path = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
  const created = await server.call("POST", path, {
    metadata: { name: "widgets" },
    spec: { resource: { group: "example.com", resource: "widgets" } },
  });
  expect(created.code).toBe(201);
  const condition = { reason: "A", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
  const status = (type: string, status: string, resourceVersion?: string) => ({
    status: { resourceVersion, conditions: [{ type, status, ...condition }] },
  });
  const write = async (body: object) => {
    const { json } = await server.call("PATCH", `${path}/widgets/status`, body, mergePatch);
    return ((json as Status).details?.causes ?? []).map(({ field }) => field);
  };
  expect(await write(status("Succeeded", "True", "012"))).toEqual(["status.resourceVersion"]);
  expect(await write(status("Succeeded", "True", "12"))).toEqual([]);
  expect(await write(status("Succeeded", "True", "13"))).toEqual(["status.resourceVersion"]);
  expect(await write(status("Succeeded", "False", "12"))).toEqual(["status.conditions"]);
});

test("the preemption policy of a priority class is immutable", async () => {
  const path = "/apis/scheduling.k8s.io/v1/priorityclasses";
  expect((await server.call("POST", path, { metadata: { name: "urgent" }, value: 5 })).code).toBe(201);
  const { code, json } = await server.call("PATCH", `${path}/urgent`, { preemptionPolicy: "Never" }, mergePatch);
  expect([code, ((json as Status).details?.causes ?? []).map(({ field }) => field)]).toEqual([
    422,
    ["preemptionPolicy"],
  ]);
});

test("a device toleration without an operator gets the operator Equal", async () => {
  const devices = { deviceClassName: "gpu.example.com", tolerations: [{}] };
  const requests = [
    { name: "one", exactly: devices },
    { name: "any", firstAvailable: [{ name: "small", ...devices }] },
  ];
  const path = "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims";
  const { json } = await server.call("POST", `${path}?${strictDryRun}`, {
    metadata: { name: "gpu" },
    spec: { devices: { requests } },
  });
  const tolerations = [{ operator: "Equal" }];
  const wanted = [{ exactly: { tolerations } }, { firstAvailable: [{ tolerations }] }];
  expect(json).toMatchObject({ spec: { devices: { requests: wanted } } });
});

test("server-side apply refuses a field that the release has removed as undeclared", async () => {
  const spec = { selector: { matchLabels: { app: "web" } }, template: structuredClone(template) };
  Object.assign(spec.template.spec, { workloadRef: { name: "group" } });
  const body = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "applied" }, spec };
  const path = "/apis/apps/v1/namespaces/lab/deployments/applied?fieldManager=me";
  const { code, json } = await server.call("PATCH", path, body, { "content-type": "application/apply-patch+yaml" });
  expect([code, (json as Status).message]).toEqual([
    500,
    expect.stringContaining(".spec.template.spec.workloadRef: field not declared in schema"),
  ]);
});

test.each([
  ["application/merge-patch+json", { apiVersion: null }, 400],
  ["application/merge-patch+json", { kind: null }, 200],
  ["application/merge-patch+json", { kind: "Secret" }, 422],
  ["application/merge-patch+json", { apiVersion: "v2" }, 422],
  ["application/json-patch+json", [{ op: "replace", path: "/kind", value: "Secret" }], 422],
  ["application/json-patch+json", [{ op: "remove", path: "/apiVersion" }], 400],
  ["application/strategic-merge-patch+json", { kind: "Secret", apiVersion: "v2" }, 200],
  ["application/strategic-merge-patch+json", { kind: null, apiVersion: null }, 200],
])("a %s that changes kind or apiVersion: %j", async (type, patch, expected) => {
  const path = "/api/v1/namespaces/lab/configmaps";
  await server.call("POST", path, { metadata: { name: "patched" } });
  const { code, json } = await server.call("PATCH", `${path}/patched`, patch, { "content-type": type });
  expect(code).toBe(expected);
  if (code === 200) expect(json).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
});

test("a patch that removes apiVersion gets kube-apiserver's message; strict validation reports unknown fields", async () => {
  const path = "/api/v1/namespaces/lab/configmaps/patched";
  const patch = async (query: string) => {
    const { code, json } = await server.call("PATCH", `${path}${query}`, { apiVersion: null }, mergePatch);
    return [code, (json as Status).message];
  };
  const words = "the name of the object (patched based on URL) was undeterminable: name must be provided";
  expect(await patch("")).toEqual([400, words]);
  expect(await patch("?fieldValidation=Strict")).toEqual([422, expect.stringContaining('unknown field "metadata"')]);
});

test("the status of a pod is validated against its containers, resource claims and requests", async () => {
  const path = "/api/v1/namespaces/lab/pods";
  const requests = { cpu: "1", "example.com/gpu": "1" };
  const [web] = containers;
  const rules = [{ action: "Restart", exitCodes: { operator: "In", values: [42] } }];
  const spec = {
    restartPolicy: "OnFailure",
    resourceClaims: [{ name: "nic", resourceClaimName: "nic" }],
    containers: [
      { ...web, resources: { requests, limits: requests, claims: [{ name: "nic", request: "port" }] } },
      { ...web, name: "once", restartPolicy: "Never", restartPolicyRules: rules },
    ],
  };
  expect((await server.call("POST", path, { metadata: { name: "status" }, spec })).code).toBe(201);
  const write = async (status: object) => {
    const { json } = await server.call("PATCH", `${path}/status/status`, { status }, mergePatch);
    return ((json as Status).details?.causes ?? []).map(({ field }) => field.replace(/^status\./, "")).sort();
  };
  const mapping = { containerName: "web", resourceName: "example.com/gpu", requestName: "container-0-request-0" };
  const extended = { resourceClaimName: "status-gpu", requestMappings: [mapping] };
  const state = (name: string, exitCode?: number) => ({
    name,
    state: exitCode === undefined ? { running: {} } : { terminated: { exitCode } },
  });
  expect(await write({ resourceClaimStatuses: [{ name: "disk", resourceClaimName: "A" }] })).toEqual([
    "resourceClaimStatuses[0].name",
    "resourceClaimStatuses[0].resourceClaimName",
  ]);
  expect(await write({ extendedResourceClaimStatus: {} })).toEqual([
    "extendedResourceClaimStatus.requestMappings",
    "extendedResourceClaimStatus.resourceClaimName",
  ]);
  const strange = { containerName: "web", resourceName: "example.com/nic", requestName: "A" };
  const unknown = { ...mapping, containerName: "none" };
  const requestMappings = [strange, unknown, unknown];
  expect(await write({ extendedResourceClaimStatus: { ...extended, requestMappings } })).toEqual([
    "extendedResourceClaimStatus.requestMappings[0].resourceName",
    "extendedResourceClaimStatus.requestMappings[1].containerName",
    "extendedResourceClaimStatus.requestMappings[2].containerName",
    "extendedResourceClaimStatus.requestMappings[2].containerName",
    "extendedResourceClaimStatus.requestMappings[2].requestName",
    "extendedResourceClaimStatus.requestMappings[2].resourceName",
    "extendedResourceClaimStatus.requestName",
  ]);
  const containerResources = [
    { name: "cpu" },
    { name: "claim:nic/port" },
    { name: "claim:status-gpu/container-0-request-0" },
  ];
  const user = { linux: { uid: 2 ** 32 - 1, gid: 0, supplementalGroups: [5] } };
  const containerStatuses = [
    { ...state("web", 1), user, allocatedResourcesStatus: containerResources },
    { ...state("once", 42) },
    state("gone", 0),
  ];
  expect(await write({ extendedResourceClaimStatus: extended, containerStatuses })).toEqual([]);
  const resources = [
    { resourceID: "a", health: "Fine", message: "" },
    { resourceID: "a", health: "Healthy" },
  ];
  const wrong = [{ name: "memory", resources }, { name: "claim:nic" }];
  expect(
    await write({
      containerStatuses: [
        { ...state("web"), user: { linux: { uid: -1, gid: 2 ** 31 } }, allocatedResourcesStatus: wrong },
        state("once"),
      ],
      ephemeralContainerStatuses: [{ name: "debug", allocatedResourcesStatus: [{ name: "cpu" }] }],
    }),
  ).toEqual([
    "containerStatuses[0].allocatedResourcesStatus[0].name",
    "containerStatuses[0].allocatedResourcesStatus[0].resources[0].health",
    "containerStatuses[0].allocatedResourcesStatus[0].resources[0].message",
    "containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID",
    "containerStatuses[0].allocatedResourcesStatus[1].name",
    "containerStatuses[0].user.linux.gid",
    "containerStatuses[0].user.linux.uid",
    "ephemeralContainerStatuses[0].allocatedResourcesStatus",
  ]);
  expect(await write({ containerStatuses: [state("web"), state("once")] })).toEqual([]);
  expect(await write({ containerStatuses: [state("web", 0), state("once", 1)] })).toEqual([]);
  expect(await write({ containerStatuses: [state("web"), state("once")] })).toEqual([
    "containerStatuses[0].state",
    "containerStatuses[1].state",
  ]);
});

test("each update of a network policy that contains an empty list or map increments the generation", async () => {
  const path = "/apis/networking.k8s.io/v1/namespaces/lab/networkpolicies";
  const policy = (spec: object) => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "empties" },
    spec: { podSelector: {}, ...spec },
  });
  const generation = async (answer: ReturnType<TestServer["call"]>) => (await answer).json.metadata.generation;
  const updateGeneration = (spec: object) => generation(server.call("PUT", `${path}/empties`, policy(spec)));
  const patch = (type: string, body: object, query = "") =>
    generation(server.call("PATCH", `${path}/empties${query}`, body, { "content-type": type }));
  const apply = (spec: object) => patch("application/apply-patch+yaml", policy(spec), "?fieldManager=lab&force=true");
  const withEmpty = { ingress: [{ from: [] }] };
  expect(await generation(server.call("POST", path, policy(withEmpty)))).toBe(1);
  expect([
    await updateGeneration(withEmpty),
    await updateGeneration(withEmpty),
    await updateGeneration({ ingress: [{}] }),
  ]).toEqual([2, 3, 3]);
  expect([
    await updateGeneration({ ingress: [{}], podSelector: { matchLabels: {} } }),
    await updateGeneration({ ingress: [{}], egress: [] }),
  ]).toEqual([4, 5]);
  expect(await updateGeneration({ ingress: [{}], policyTypes: [] })).toBe(5);
  expect(await patch("application/merge-patch+json", { metadata: { labels: { a: "b" } } })).toBe(5);
  expect([await apply(withEmpty), await apply(withEmpty)]).toEqual([6, 7]);
  expect(await patch("application/strategic-merge-patch+json", { spec: withEmpty })).toBe(8);
});

test("a field whose feature gate is off still increments the generation of a resource slice", async () => {
  const path = "/apis/resource.k8s.io/v1/resourceslices";
  const spec = {
    driver: "devices.example.com",
    pool: { name: "pool", generation: 1, resourceSliceCount: 1 },
    nodeName: "node-1",
    devices: [{ name: "one" }],
  };
  const gatedObject = (more: object) => ({ metadata: { name: "gated" }, spec: { ...spec, ...more } });
  expect((await server.call("POST", path, gatedObject({}))).code).toBe(201);
  const { json } = await server.call(
    "PUT",
    `${path}/gated`,
    gatedObject({ partitionTypeAttribute: "devices.example.com/type" }),
  );
  expect(json.metadata.generation).toBe(2);
  expect(json.spec).not.toHaveProperty("partitionTypeAttribute");
});

test("an address of an IP family that the cluster lacks is refused in addition to the family policy", async () => {
  const path = "/api/v1/namespaces/lab/services";
  const spec = { clusterIP: "10.0.0.77", ports: [{ port: 80 }] };
  expect((await server.call("POST", path, { metadata: { name: "single" }, spec })).code).toBe(201);
  const fieldsWith = async (ipFamilyPolicy: string) => {
    const body = {
      metadata: { name: "single" },
      spec: { ...spec, clusterIPs: ["10.0.0.77", "fd00::7"], ipFamilyPolicy },
    };
    const { json } = await server.call("PUT", `${path}/single?${strictDryRun}`, body);
    return ((json as Status).details?.causes ?? []).map(({ field }) => field).sort();
  };
  expect(await fieldsWith("SingleStack")).toEqual(["spec.clusterIPs[1]", "spec.ipFamilyPolicy"]);
  expect(await fieldsWith("PreferDualStack")).toEqual(["spec.clusterIPs[1]"]);
});

test("a change of an immutable claim is refused without validating its expressions", async () => {
  const path = "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims";
  const claim = (cel: object) => ({
    metadata: { name: "fixed" },
    spec: {
      devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com", selectors: [{ cel }] } }] },
    },
  });
  expect((await server.call("POST", path, claim({ expression: "true" }))).code).toBe(201);
  const { json } = await server.call("PUT", `${path}/fixed?${strictDryRun}`, claim({ expression: "device." }));
  expect((json as Status).details?.causes?.map(({ field }) => field)).toEqual(["spec"]);
});

test("an ExternalName service is returned without its internalTrafficPolicy", async () => {
  const path = "/api/v1/namespaces/lab/services";
  const spec = { type: "ExternalName", externalName: "web.example.org", internalTrafficPolicy: "Cluster" };
  const { code, json } = await server.call("POST", path, { metadata: { name: "elsewhere" }, spec });
  expect(code).toBe(201);
  expect(json.spec).not.toHaveProperty("internalTrafficPolicy");
  const wrong = { ...spec, internalTrafficPolicy: "Nearby" };
  expect((await server.call("PUT", `${path}/elsewhere`, { metadata: { name: "elsewhere" }, spec: wrong })).code).toBe(
    422,
  );
});

test("an empty conversion webhook of a definition without conversion is dropped", async () => {
  const body = crd([{ name: "v1", served: true, storage: true, schema }]);
  const names = { plural: "gadgets", kind: "Gadget" };
  const spec = { ...body.spec, names, conversion: { strategy: "None", webhook: {} } };
  const webhooked = { metadata: { name: "gadgets.example.com" }, spec };
  const { code, json } = await server.call("POST", `${crds}?${strictDryRun}`, webhooked);
  expect(code).toBe(201);
  expect(json.spec.conversion).toEqual({ strategy: "None" });
});

test("a table of flow schemas is sorted by precedence, then by name", async () => {
  const path = "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas";
  const priorityLevelConfiguration = { name: "workload-low" };
  for (const [name, matchingPrecedence] of [
    ["last", 9000],
    ["first", 100],
    ["before", 9000],
  ] as const) {
    const spec = { matchingPrecedence, priorityLevelConfiguration };
    expect((await server.call("POST", path, { metadata: { name }, spec })).code).toBe(201);
  }
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { json } = await server.call("GET", path, undefined, { accept });
  const names = json.rows.map(({ cells }: { readonly cells: readonly string[] }) => cells[0]);
  expect(names.filter((name: string) => ["first", "before", "last"].includes(name))).toEqual([
    "first",
    "before",
    "last",
  ]);
});

test("a storage class may have an empty reclaim policy, as in kube-apiserver", async () => {
  const body = { metadata: { name: "fast" }, provisioner: "csi.example.com", reclaimPolicy: "" };
  const { code, json } = await server.call("POST", `/apis/storage.k8s.io/v1/storageclasses?${strictDryRun}`, body);
  expect(code).toBe(201);
  expect(json).toMatchObject({ reclaimPolicy: "", volumeBindingMode: "Immediate" });
});

test.each([
  {
    name: "data of an immutable config map",
    path: "/api/v1/namespaces/lab/configmaps",
    object: { immutable: true, data: { a: "b" } },
    empty: { immutable: true, data: { a: "b" }, binaryData: {} },
    fields: ["binaryData"],
  },
  {
    name: "data of an immutable secret",
    path: "/api/v1/namespaces/lab/secrets",
    object: { immutable: true },
    empty: { immutable: true, data: {} },
    fields: ["data"],
  },
  {
    name: "owners of claims that are made from a template",
    path: "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaimtemplates",
    object: { spec: { spec: {}, metadata: { labels: { a: "b" } } } },
    empty: { spec: { spec: {}, metadata: { labels: { a: "b" }, ownerReferences: [] } } },
    fields: ["spec.metadata.ownerReferences"],
  },
])("an update that adds empty $name is refused", async ({ path, object, empty, fields }) => {
  const metadata = { name: "empties" };
  expect((await server.call("POST", path, { metadata, ...object })).code).toBe(201);
  expect((await server.call("PUT", `${path}/empties`, { metadata, ...object })).code).toBe(200);
  const { code, json } = await server.call("PUT", `${path}/empties`, { metadata, ...empty });
  expect([code, (json as Status).details?.causes?.map(({ field }) => field)]).toEqual([422, fields]);
});

test("an update that adds an empty list of counters to a resource slice with devices is refused", async () => {
  const path = "/apis/resource.k8s.io/v1/resourceslices/gated";
  const { json } = await server.call("GET", path);
  const { code } = await server.call("PUT", path, { ...json, spec: { ...json.spec, sharedCounters: [] } });
  expect(code).toBe(422);
});

test("the cluster IP and the health check node port of a service cannot be changed", async () => {
  const path = "/api/v1/namespaces/lab/services";
  const spec = { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80 }] };
  expect((await server.call("POST", path, { metadata: { name: "kept" }, spec })).code).toBe(201);
  const fieldsOf = async (changed: object) => {
    const { code, json } = await server.call("PATCH", `${path}/kept`, { spec: changed }, mergePatch);
    return [code, ...((json as Status).details?.causes ?? []).map(({ field }) => field)];
  };
  expect(await fieldsOf({ clusterIP: "10.96.0.7" })).toEqual([422, "spec.clusterIPs[0]"]);
  expect(await fieldsOf({ healthCheckNodePort: 1 })).toEqual([422, "spec.healthCheckNodePort"]);
});

test("a pod certificate request with the public key of v1beta1 is stored, and returned in v1 without the key", async () => {
  const path = (version: string) => `/apis/certificates.k8s.io/${version}/namespaces/lab/podcertificaterequests`;
  const of = { signerName: "example.com/web", podName: "web-0", podUID: "pod-uid", nodeName: "worker-1" };
  const spec = {
    ...of,
    nodeUID: "node-uid",
    serviceAccountName: "web",
    serviceAccountUID: "account-uid",
    pkixPublicKey: "MCowBQYDK2VwAyEA1iaFKoL1s4epsHxL7wUjoqGdwTFQvB/RMrZa4rkmPXQ=",
    proofOfPossession: "A5h9WsQ92Y3TF+cI7X7P3SieQAGaokK3Ej184AL6x025vH7hC1HocRFRcdrAweuv6Q5I+uzBRJR99Q3CeuVkBQ==",
  };
  const created = await server.call("POST", path("v1beta1"), { metadata: { name: "web-0" }, spec });
  expect([created.code, created.json]).toMatchObject([201, { spec }]);
  const { json } = await server.call("GET", `${path("v1")}/web-0`);
  expect(json).toMatchObject({ apiVersion: "certificates.k8s.io/v1", spec: of });
  expect((json as unknown as { spec: object }).spec).not.toHaveProperty("pkixPublicKey");
});

test("an update with another uid than that of the event is a conflict", async () => {
  const path = "/apis/events.k8s.io/v1/namespaces/lab/events";
  const event = {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: "web.1", namespace: "lab" },
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "example.com/puller",
    reportingInstance: "puller-0",
    action: "Pulling",
    reason: "Pulled",
    type: "Normal",
    regarding: { kind: "Pod", namespace: "lab", name: "web" },
  };
  expect((await server.call("POST", path, event)).code).toBe(201);
  const other = { ...event, metadata: { ...event.metadata, uid: "other" } };
  const { code, json } = await server.call("PUT", `${path}/web.1`, other);
  expect([code, json]).toMatchObject([
    409,
    {
      message: expect.stringContaining(
        "Code: 4, Key: /registry/events/lab/web.1, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other",
      ),
    },
  ]);
});

test.each([
  { name: "an empty list in a field whose feature gate is off", change: { skipNodeOperations: [] }, generation: 1 },
  { name: "a value in a field whose feature gate is off", change: { partitionTypeAttribute: "a" }, generation: 2 },
])("a resource slice begins a generation as in kube-apiserver: $name", async ({ change, generation }) => {
  const path = "/apis/resource.k8s.io/v1/resourceslices";
  const name = `slice-${generation}`;
  const pool = { name: "node-2", generation: 1, resourceSliceCount: 1 };
  const spec = { driver: "gpu.example.com", nodeName: "node-2", pool, devices: [{ name: "gpu-0" }] };
  expect((await server.call("POST", path, { metadata: { name }, spec })).code).toBe(201);
  const { json } = await server.call("PATCH", `${path}/${name}`, { spec: change }, mergePatch);
  expect(json).toMatchObject({ metadata: { generation } });
});

test("deprecatedTopology increments the generation of an endpoint slice although it is not stored", async () => {
  const path = "/apis/discovery.k8s.io/v1/namespaces/lab/endpointslices";
  const slice = { metadata: { name: "counted" }, addressType: "IPv4", endpoints: [{ addresses: ["192.0.2.1"] }] };
  expect((await server.call("POST", path, slice)).json).toMatchObject({ metadata: { generation: 1 } });
  const change = { endpoints: [{ addresses: ["192.0.2.1"], deprecatedTopology: { a: "a" } }] };
  const { json } = await server.call("PATCH", `${path}/counted`, change, mergePatch);
  expect(json).toMatchObject({ metadata: { generation: 2 } });
});

const strategicPatch = { "content-type": "application/strategic-merge-patch+json" };
const jsonPatch = { "content-type": "application/json-patch+json" };
const applyPatch = { "content-type": "application/apply-patch+yaml" };
const revisionData = { spec: { b: 1, a: [{ z: 1, c: 2 }] } };
const revision = { apiVersion: "apps/v1", kind: "ControllerRevision", metadata: { name: "web-1" }, revision: 1 };

test.each([
  { name: "a merge patch of labels", type: mergePatch, body: { metadata: { labels: { a: "b" } } }, code: 200 },
  { name: "a merge patch of the data", type: mergePatch, body: { data: { spec: { b: 1 } } }, code: 422 },
  { name: "a strategic merge patch", type: strategicPatch, body: { metadata: { labels: { a: "b" } } }, code: 422 },
  {
    name: "a JSON patch of labels",
    type: jsonPatch,
    body: [{ op: "add", path: "/metadata/labels", value: { a: "b" } }],
    code: 200,
  },
  {
    name: "a JSON patch with a path into the data",
    type: jsonPatch,
    body: [{ op: "test", path: "/data/spec/b", value: 1 }],
    code: 422,
  },
  {
    name: "an apply",
    type: applyPatch,
    body: { ...revision, metadata: { name: "web-1", labels: { a: "b" } }, data: revisionData },
    code: 422,
  },
])(
  "a controller revision with unsorted keys counts as changed by a patch that sorts them: $name",
  async ({ type, body, code }) => {
    const path = "/apis/apps/v1/namespaces/lab/controllerrevisions";
    await server.call("POST", path, { ...revision, data: revisionData });
    const answer = await server.call("PATCH", `${path}/web-1?dryRun=All&fieldManager=a`, body, type);
    expect(answer.code).toBe(code);
  },
);

const opaque = { driver: "gpu.example.com", parameters: { z: 1, a: { y: 1, b: 2 } } };
const claimedDevices = { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu" } }], config: [{ opaque }] };
const claim = {
  apiVersion: "resource.k8s.io/v1",
  kind: "ResourceClaim",
  metadata: { name: "ordered" },
  spec: { devices: claimedDevices },
};
const parameterTest = (path: string, value: unknown) => [
  { op: "test", path: `/spec/devices/config/0/opaque${path}`, value },
];

test.each([
  { name: "a merge patch of labels", type: mergePatch, body: { metadata: { labels: { a: "b" } } }, code: 200 },
  { name: "a strategic merge patch", type: strategicPatch, body: { metadata: { labels: { a: "b" } } }, code: 422 },
  {
    name: "a JSON patch that tests the driver",
    type: jsonPatch,
    body: parameterTest("/driver", opaque.driver),
    code: 200,
  },
  {
    name: "a JSON patch that tests a parameter",
    type: jsonPatch,
    body: parameterTest("/parameters/z", 1),
    code: 422,
  },
])("$name of a claim whose parameters have unsorted keys: $code", async ({ type, body, code }) => {
  const claims = "/apis/resource.k8s.io/v1/namespaces/lab/resourceclaims";
  await server.call("POST", claims, claim);
  const answer = await server.call("PATCH", `${claims}/ordered?dryRun=All`, body, type);
  expect(answer.code).toBe(code);
});

test("an unsupported dataSource of a claim is dropped if it is alone, and refused beside a different dataSourceRef", async () => {
  const claim = {
    metadata: { name: "copy" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      dataSource: { apiGroup: "a", kind: "a", name: "a" },
    },
  };
  const path = "/api/v1/namespaces/lab/persistentvolumeclaims";
  const alone = await server.call("POST", `${path}?${strictDryRun}`, claim);
  expect([alone.code, alone.json.spec.dataSource]).toEqual([201, undefined]);
  const dataSourceRef = { kind: "PersistentVolumeClaim", name: "here", namespace: "" };
  expect(await refusedFields(path, { ...claim, spec: { ...claim.spec, dataSourceRef } })).toEqual(["spec"]);
});
