/** Error messages of kube-apiserver 1.37.1 that kubectl shows: their texts, and the order of their causes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOfChanges, wordsOfCreations } from "./data/learned-words.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", deployments, deployment({}));
});
afterAll(() => server.close());

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const mergeType = { "content-type": "application/merge-patch+json" };
const jsonPatchType = { "content-type": "application/json-patch+json" };
const applyType = { "content-type": "application/apply-patch+yaml" };
const strategicType = { "content-type": "application/strategic-merge-patch+json" };

interface Change {
  readonly annotations?: object;
  readonly labels?: object;
  readonly container?: object;
  readonly spec?: object;
}

const deployment = ({ annotations = {}, labels = { app: "web" }, container = {}, spec = {} }: Change) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", annotations },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1", ...container }] } },
    ...spec,
  },
});

const deploymentPrefix = 'Deployment.apps "web" is invalid: ';
const unreadable = 'Deployment in version "v1" cannot be handled as a Deployment: ';
const integer = "failed to parse annotation[deprecated.deployment.rollback.to]";
const rollback = (value: string) => ({ annotations: { "deprecated.deployment.rollback.to": value } });

test.each([
  {
    name: "invalid labels, name and image",
    change: { labels: { app: "other" }, container: { name: "A_b", image: "" } },
    message: `${deploymentPrefix}[spec.template.metadata.labels: Invalid value: {"app":"other"}: \`selector\` does not match template \`labels\`, spec.template.spec.containers[0].name: Invalid value: "A_b": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.template.spec.containers[0].image: Required value]`,
  },
  {
    name: "negative replicas",
    change: { spec: { replicas: -1 } },
    message: `${deploymentPrefix}spec.replicas: Invalid value: -1: must be greater than or equal to 0`,
  },
  {
    name: "a port out of range",
    change: { container: { ports: [{ containerPort: 70_000 }] } },
    message: `${deploymentPrefix}spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive`,
  },
  {
    name: "an unknown enum value",
    change: { container: { imagePullPolicy: "Other" } },
    message: `${deploymentPrefix}spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Other": supported values: "Always", "IfNotPresent", "Never"`,
  },
  {
    name: "a string for a boolean",
    change: { spec: { paused: "x" } },
    message: `${unreadable}json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool`,
  },
  {
    name: "a number for a label value",
    change: { labels: { app: 1 } },
    message: `${unreadable}json: cannot unmarshal number into Go struct field ObjectMeta.spec.template.metadata.labels of type string`,
  },
  {
    name: "an object for a list",
    change: { container: { ports: {} } },
    message: `${unreadable}json: cannot unmarshal object into Go struct field Container.spec.template.spec.containers.ports of type []v1.ContainerPort`,
  },
  {
    name: "a fraction for an integer",
    change: { spec: { replicas: 1.5 } },
    message: `${unreadable}json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  },
  {
    name: "a string that is not a quantity",
    change: { container: { resources: { limits: { cpu: "1x" } } } },
    message: `${unreadable}quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  },
  {
    name: "a string for a map of quantities",
    change: { container: { resources: { limits: "x" } } },
    message: `${unreadable}json: cannot unmarshal string into Go struct field ResourceRequirements.spec.template.spec.containers.resources.limits of type v1.ResourceList`,
  },
  {
    name: "a list for a number or string",
    change: { spec: { strategy: { rollingUpdate: { maxSurge: [] } } } },
    message: `${unreadable}json: cannot unmarshal array into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32`,
  },
  {
    name: "a quantity with an unknown suffix",
    change: { container: { resources: { limits: { cpu: "1K" } } } },
    message: `${unreadable}unable to parse quantity's suffix`,
  },
  {
    name: "a rollback revision that is not a number",
    change: rollback("x"),
    message: `${unreadable}${integer}=x as int64: strconv.ParseInt: parsing "x": invalid syntax`,
  },
  {
    name: "a rollback revision beyond 64 bits",
    change: rollback("99999999999999999999"),
    message: `${unreadable}${integer}=99999999999999999999 as int64: strconv.ParseInt: parsing "99999999999999999999": value out of range`,
  },
  {
    name: "a negative rollback revision",
    change: rollback("-1"),
    message: `${deploymentPrefix}spec.rollback.version: Invalid value: -1: must be greater than or equal to 0`,
  },
])("$name", async ({ change, message }) => {
  const { json } = await server.call("POST", `${deployments}?dryRun=All`, deployment(change as Change));
  expect(json["message"]).toBe(message);
});

const ingress = (backend: object, path: object = {}) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: "default" },
  spec: { rules: [{ http: { paths: [{ pathType: "Prefix", path: "/", backend, ...path }] } }] },
});
const service = (spec: object, metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "default", ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
});
const pod = (container: object, spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { containers: [{ name: "web", image: "web:1", ...container }], ...spec },
});
const toService = { service: { name: "web", port: { number: 80 } } };
const ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
const services = "/api/v1/namespaces/default/services";
const pods = "/api/v1/namespaces/default/pods";
const ingressPathPrefix = 'Ingress.networking.k8s.io "web" is invalid: spec.rules[0].http.paths[0]';
const podSpecPrefix = 'Pod "web" is invalid: spec';

/** Messages as `PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- writes` shows them. */
test.each([
  [
    ingresses,
    ingress(toService, { path: "x" }),
    `${ingressPathPrefix}.path: Invalid value: "x": must be an absolute path`,
  ],
  [
    ingresses,
    ingress(toService, { pathType: undefined }),
    `${ingressPathPrefix}.pathType: Required value: pathType must be specified`,
  ],
  [
    ingresses,
    ingress({ service: { name: "web" } }),
    `${ingressPathPrefix}.backend: Required value: port name or number is required`,
  ],
  [
    ingresses,
    ingress({ service: { name: "web", port: { number: 80, name: "a" } } }),
    `${ingressPathPrefix}.backend: Invalid value: "": cannot set both port name & port number`,
  ],
  [
    ingresses,
    ingress({ ...toService, resource: { kind: "A", name: "a" } }),
    `${ingressPathPrefix}.backend: Invalid value: "": cannot set both resource and service backends`,
  ],
  [
    services,
    service({ ports: [{ port: 80, nodePort: 30_080 }] }),
    `Service "web" is invalid: spec.ports[0].nodePort: Forbidden: may not be used when \`type\` is 'ClusterIP'`,
  ],
  [
    services,
    service({ healthCheckNodePort: 30_080 }),
    `Service "web" is invalid: spec.healthCheckNodePort: Invalid value: 30080: may only be set when \`type\` is 'LoadBalancer' and \`externalTrafficPolicy\` is 'Local'`,
  ],
  [
    services,
    service({}, { finalizers: ["a"] }),
    'Service "web" is invalid: metadata.finalizers[0]: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
  ],
  [
    pods,
    pod({ volumeMounts: [{ name: "data", mountPath: "/data" }] }),
    `${podSpecPrefix}.containers[0].volumeMounts[0].name: Not found: "data"`,
  ],
  [
    pods,
    pod({ livenessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } }),
    `${podSpecPrefix}.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type`,
  ],
  [
    pods,
    pod({}, { volumes: [{ name: "v", emptyDir: {}, configMap: { name: "c" } }] }),
    `${podSpecPrefix}.volumes[0].configMap: Forbidden: may not specify more than 1 volume type`,
  ],
  [
    pods,
    pod(
      {},
      {
        volumes: [
          { name: "v", emptyDir: {} },
          { name: "v", emptyDir: {} },
        ],
      },
    ),
    `${podSpecPrefix}.volumes[1].name: Duplicate value: "v"`,
  ],
])("message of a refused write to %s: %#", async (path, body, message) => {
  const { json } = await server.call("POST", `${path}?dryRun=All`, body);
  expect(json["message"]).toBe(message);
});

test("the error for a changed selector shows the new selector", async () => {
  const body = deployment({ labels: { app: "x" }, spec: { selector: { matchLabels: { app: "x" } } } });
  const { json } = await server.call("PUT", `${deployments}/web?dryRun=All`, body);
  expect(json["message"]).toBe(
    `${deploymentPrefix}spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable`,
  );
});

test.each([
  { name: "that removes nothing", operation: { op: "remove", path: "/spec/nope" } },
  { name: "whose test fails", operation: { op: "test", path: "/spec/replicas", value: 9 } },
])("the error for a JSON patch $name does not mention the operation", async ({ operation }) => {
  const { code, json } = await server.call("PATCH", `${deployments}/web`, [operation], jsonPatchType);
  expect(code).toBe(422);
  expect(json["message"]).toBe("the server rejected our request due to an error in our request");
});

test("all forbidden changes of a pod are one cause", async () => {
  const pods = "/api/v1/namespaces/default/pods";
  await server.call("POST", pods, { metadata: { name: "one" }, spec: { containers: [{ name: "a", image: "a:1" }] } });
  const body = { spec: { nodeName: "x", restartPolicy: "Never" } };
  const { json } = await server.call("PATCH", `${pods}/one?dryRun=All`, body, mergeType);
  expect(json["message"]).toMatch(
    /^Pod "one" is invalid: spec: Forbidden: pod updates may not change fields other than /,
  );
  expect(json["details"].causes).toHaveLength(1);
});

test.each([
  { value: "007", stored: { "deprecated.deployment.rollback.to": "7" } },
  { value: "+5", stored: { "deprecated.deployment.rollback.to": "5" } },
  { value: "", stored: undefined },
])("the revision in a rollback annotation is stored as a number: $value", async ({ value, stored }) => {
  const body = { metadata: { annotations: rollback(value).annotations } };
  const { code, json } = await server.call("PATCH", `${deployments}/web?dryRun=All`, body, strategicType);
  expect(code).toBe(200);
  expect(json.metadata.annotations).toEqual(stored);
});

test("an apply of a definition with an undeclared field fails before conflicts are detected", async () => {
  const definition = (openAPIV3Schema: object) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await server.call("POST", path, definition({ type: "object" }));
  const body = definition({ type: "object", properties: { a: { b: 1 } } });
  const { code, json } = await server.call("PATCH", `${path}/widgets.example.com?fieldManager=m`, body, applyType);
  expect(code).toBe(500);
  expect(json["message"]).toBe(
    "failed to create typed patch object (/widgets.example.com; apiextensions.k8s.io/v1, Kind=CustomResourceDefinition): .spec.versions[0].schema.openAPIV3Schema.properties.a.b: field not declared in schema",
  );
});

test("an empty list in an item of an atomic list counts as a change each time", async () => {
  const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const role = (rule: object) => ({
    metadata: { name: "reader" },
    rules: [{ nonResourceURLs: ["*"], verbs: ["get"], ...rule }],
  });
  const applyRule = async (manager: string, rule: object) => {
    const { json } = await server.call("PUT", `${roles}/reader?fieldManager=${manager}`, role(rule));
    return (json.metadata.managedFields as { readonly manager: string }[]).map((entry) => entry.manager);
  };
  await server.call("POST", `${roles}?fieldManager=first`, role({}));
  expect(await applyRule("second", {})).toEqual(["first"]);
  expect(await applyRule("second", { resources: [] })).toEqual(["second"]);
  expect(await applyRule("third", { resources: [] })).toEqual(["third"]);
  expect(await applyRule("fourth", {})).toEqual(["third"]);
});

test("the clusterIP of an ExternalName Service is refused at spec.clusterIPs", async () => {
  const spec = { type: "ExternalName", externalName: "web.example.org", clusterIP: "10.0.0.7" };
  const { json } = await server.call("POST", "/api/v1/namespaces/default/services", { metadata: { name: "x" }, spec });
  expect(json["message"]).toBe(
    'Service "x" is invalid: spec.clusterIPs: Forbidden: may not be set for ExternalName services',
  );
});

const configMaps = "/api/v1/namespaces/default/configmaps";
const quotas = "/api/v1/namespaces/default/resourcequotas";
const immutableConfigMap = { metadata: { name: "sealed" }, immutable: true, data: { a: "1" } };

test.each([
  {
    name: "a resource without a domain in a quota",
    path: quotas,
    object: { metadata: { name: "a" }, spec: { hard: { foo: "1" } } },
    message:
      'ResourceQuota "a" is invalid: [spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified, spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota]',
  },
  {
    name: "a resource without a domain in a container",
    path: deployments,
    object: deployment({ container: { resources: { limits: { foo: "1" } } } }),
    message: `${deploymentPrefix}[spec.template.spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource type or fully qualified, spec.template.spec.containers[0].resources.limits[foo]: Invalid value: "foo": must be a standard resource for containers]`,
  },
  {
    name: "a priority class with the reserved prefix",
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: { metadata: { name: "system-x" }, value: 6 },
    message:
      "PriorityClass.scheduling.k8s.io \"system-x\" is invalid: metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-x is not a known system priority class",
  },
  {
    name: "a percentage above 100",
    path: "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    object: { metadata: { name: "a" }, spec: { minAvailable: "150%", selector: {} } },
    message:
      'PodDisruptionBudget.policy "a" is invalid: spec.minAvailable: Invalid value: "150%": must not be greater than 100%',
  },
  {
    name: "the strategy Recreate with rollingUpdate",
    path: deployments,
    object: deployment({ spec: { strategy: { type: "Recreate", rollingUpdate: { maxSurge: 1 } } } }),
    message: `${deploymentPrefix}spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy \`type\` is 'Recreate'`,
  },
  {
    name: "a duplicate list item",
    path: "/apis/batch/v1/namespaces/default/jobs",
    object: {
      metadata: { name: "a".repeat(64) },
      spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] } } },
    },
    message: `Job.batch "${"a".repeat(64)}" is invalid: spec.template.labels: Invalid value: "${"a".repeat(64)}": must be no more than 63 bytes`,
  },
])("$name", async ({ path, object, message }) => {
  expect((await server.call("POST", `${path}?dryRun=All`, object)).json["message"]).toBe(message);
});

test.each(["configmaps", "secrets"])(
  "a change of immutable %s is refused because they are immutable",
  async (resource) => {
    const path = configMaps.replace("configmaps", resource);
    const data = (text: string) => ({ a: Buffer.from(text).toString("base64") });
    await server.call("POST", path, { ...immutableConfigMap, data: data("1") });
    const { json } = await server.call("PUT", `${path}/sealed`, { ...immutableConfigMap, data: data("2") });
    expect(json["details"]["causes"]).toEqual([
      {
        reason: "FieldValueForbidden",
        message: "Forbidden: field is immutable when `immutable` is set",
        field: "data",
      },
    ]);
  },
);

test("a cluster IP outside of all service ranges is refused", async () => {
  const object = { metadata: { name: "a" }, spec: { clusterIP: "192.0.2.4", ports: [{ port: 80 }] } };
  const { json } = await server.call("POST", "/api/v1/namespaces/default/services?dryRun=All", object);
  expect(json["message"]).toContain(
    "failed to allocate IP 192.0.2.4: the provided network does not match the current range",
  );
});

test("a job without labels gets the labels of its pod template, also those that the server adds", async () => {
  const template = {
    metadata: { labels: { a: "b" } },
    spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] },
  };
  const create = (metadata: object) =>
    server.call("POST", "/apis/batch/v1/namespaces/default/jobs?dryRun=All", { metadata, spec: { template } });
  const { json } = await create({ name: "one" });
  expect(json["metadata"].labels).toEqual(json["spec"].template.metadata.labels);
  expect(json["metadata"].labels).toMatchObject({ a: "b", "job-name": "one" });
  expect((await create({ name: "one", labels: { a: "b" } })).json["metadata"].labels).toEqual({ a: "b" });
});

test("an invalid name of the first version is reported at two fields", async () => {
  const names = { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" };
  const schema = { openAPIV3Schema: { type: "object" } };
  const version = (name: string, storage: boolean) => ({ name, served: true, storage, schema });
  const { json } = await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", {
    metadata: { name: "things.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names, versions: [version("a/b", true), version("c/d", false)] },
  });
  expect(json["details"].causes.map(({ field }: { readonly field: string }) => field)).toEqual([
    "spec.versions[0].name",
    "spec.versions[1].name",
    "spec.version",
  ]);
});

test("the metadata of a claim template may have the generation 0, but no other generation", async () => {
  const requests = [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } }];
  const claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates?dryRun=All";
  const create = async (metadata: object) =>
    server.call("POST", claims, { metadata: { name: "a" }, spec: { metadata, spec: { devices: { requests } } } });
  expect((await create({ generation: 0, name: "" })).code).toBe(201);
  const { json } = await create({ generation: 1, deletionGracePeriodSeconds: 0 });
  expect(json["details"].causes.map(({ field, message }: Record<string, unknown>) => `${field}: ${message}`)).toEqual([
    "spec.metadata.generation: Forbidden: cannot be set",
    "spec.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set",
  ]);
});

test("a default outside of its valid range is reported at a field below the range", async () => {
  const requestPolicy = { default: "2G", validRange: { min: "2G", max: "1G" } };
  const devices = [{ name: "a", allowMultipleAllocations: true, capacity: { mem: { value: "10G", requestPolicy } } }];
  const pool = { name: "p", generation: 1, resourceSliceCount: 1 };
  const { json } = await server.call("POST", "/apis/resource.k8s.io/v1/resourceslices?dryRun=All", {
    metadata: { name: "a" },
    spec: { driver: "gpu.example.com", nodeName: "n", pool, devices },
  });
  const at = "spec.devices[0].capacity[mem].requestPolicy.validRange";
  expect(json["details"].causes.map(({ field, message }: Record<string, unknown>) => `${field}: ${message}`)).toEqual([
    `${at}.max: Invalid value: "2G": min is larger than max: 1G`,
    `${at}.default: Invalid value: "2G": default is more than max: 1G`,
  ]);
});

test("a webhook for */* and other resources is refused at the list of resources", async () => {
  const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["*/*", "pods"] }];
  const clientConfig = { url: "https://127.0.0.1:1" };
  const webhook = { name: "a.example.com", admissionReviewVersions: ["v1"], sideEffects: "None", clientConfig, rules };
  const path = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations?dryRun=All";
  const { json } = await server.call("POST", path, { metadata: { name: "a" }, webhooks: [webhook] });
  expect(json["details"].causes.map(({ field }: { readonly field: string }) => field)).toEqual([
    "webhooks[0].rules[0].resources",
  ]);
  expect(json["message"]).toContain("if '*/*' is present, must not specify other resources");
});

test.each(wordsOfCreations)("$name", async ({ path, object, message }) => {
  const { json } = await server.call("POST", `${path}?dryRun=All`, object);
  expect(json["message"]).toBe(message);
});

test.each(wordsOfChanges)("a change of $name", async ({ path, object, patch, message }) => {
  await server.call("POST", path, object);
  const type = { "content-type": "application/merge-patch+json" };
  const { json } = await server.call("PATCH", `${path}/${object.metadata.name}`, patch, type);
  expect(json["message"]).toBe(message);
});

test.each(["/api/v1/namespaces/default/configmaps", "/api/v1/namespaces/default/secrets"])(
  "finalizers cannot be added to an object that is being deleted: %s",
  async (path) => {
    const type = { "content-type": "application/merge-patch+json" };
    await server.call("POST", path, { metadata: { name: "late", finalizers: ["a.b/c"] } });
    await server.call("DELETE", `${path}/late`);
    const patch = { metadata: { finalizers: ["z.b/c", "a.b/c", "d.e/f", "z.b/c"] } };
    const { json } = await server.call("PATCH", `${path}/late`, patch, type);
    const words =
      'no new finalizers can be added if the object is being deleted, found new finalizers []string{"d.e/f", "z.b/c"}';
    expect(json["details"]["causes"]).toEqual([
      { reason: "FieldValueForbidden", message: `Forbidden: ${words}`, field: "metadata.finalizers" },
    ]);
  },
);

interface Recorded {
  readonly path: string;
  /** The object to create. If it is absent, `patch` changes the event. */
  readonly object?: object;
  readonly patch?: object;
  readonly message: string;
}

const recorded = readFileSync(join(import.meta.dirname, "data/further-words.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): Recorded => JSON.parse(line));

const event = {
  metadata: { name: "e", namespace: "default" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  reportingController: "example.com/puller",
  reportingInstance: "p-0",
  action: "Pulling",
  reason: "Pulled",
  regarding: { kind: "Pod", namespace: "default", name: "w", apiVersion: "v1" },
  type: "Normal",
  series: { count: 2, lastObservedTime: "2026-01-01T00:00:00.000000Z" },
};

test("dry runs are refused with the messages of kube-apiserver", async () => {
  await server.call("POST", "/apis/events.k8s.io/v1/namespaces/default/events", event);
  for (const { path, object, patch, message } of recorded) {
    const dry = `${path}?dryRun=All`;
    const { json } = object
      ? await server.call("POST", dry, object)
      : await server.call("PATCH", dry, patch, mergeType);
    expect(json.message, JSON.stringify(object ?? patch)).toBe(message);
  }
});
