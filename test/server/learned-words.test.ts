/**
 * Refusals of kube-apiserver 1.37.1 that kubectl shows: their words, and the order of their causes.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
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

const refused = 'Deployment.apps "web" is invalid: ';
const unreadable = 'Deployment in version "v1" cannot be handled as a Deployment: ';
const integer = "failed to parse annotation[deprecated.deployment.rollback.to]";
const rollback = (value: string) => ({ annotations: { "deprecated.deployment.rollback.to": value } });

test.each([
  {
    name: "labels, name and image",
    change: { labels: { app: "other" }, container: { name: "A_b", image: "" } },
    message: `${refused}[spec.template.metadata.labels: Invalid value: {"app":"other"}: \`selector\` does not match template \`labels\`, spec.template.spec.containers[0].name: Invalid value: "A_b": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.template.spec.containers[0].image: Required value]`,
  },
  {
    name: "a count below 0",
    change: { spec: { replicas: -1 } },
    message: `${refused}spec.replicas: Invalid value: -1: must be greater than or equal to 0`,
  },
  {
    name: "a port out of range",
    change: { container: { ports: [{ containerPort: 70_000 }] } },
    message: `${refused}spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive`,
  },
  {
    name: "a value that is not listed",
    change: { container: { imagePullPolicy: "Other" } },
    message: `${refused}spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Other": supported values: "Always", "IfNotPresent", "Never"`,
  },
  {
    name: "a text for a flag",
    change: { spec: { paused: "x" } },
    message: `${unreadable}json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool`,
  },
  {
    name: "a number for a label",
    change: { labels: { app: 1 } },
    message: `${unreadable}json: cannot unmarshal number into Go struct field ObjectMeta.spec.template.metadata.labels of type string`,
  },
  {
    name: "a map for a list",
    change: { container: { ports: {} } },
    message: `${unreadable}json: cannot unmarshal object into Go struct field Container.spec.template.spec.containers.ports of type []v1.ContainerPort`,
  },
  {
    name: "a fraction for a whole number",
    change: { spec: { replicas: 1.5 } },
    message: `${unreadable}json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  },
  {
    name: "a text that is no quantity",
    change: { container: { resources: { limits: { cpu: "1x" } } } },
    message: `${unreadable}quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  },
  {
    name: "a text for amounts",
    change: { container: { resources: { limits: "x" } } },
    message: `${unreadable}json: cannot unmarshal string into Go struct field ResourceRequirements.spec.template.spec.containers.resources.limits of type v1.ResourceList`,
  },
  {
    name: "a list for a number or a text",
    change: { spec: { strategy: { rollingUpdate: { maxSurge: [] } } } },
    message: `${unreadable}json: cannot unmarshal array into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32`,
  },
  {
    name: "an unknown suffix",
    change: { container: { resources: { limits: { cpu: "1K" } } } },
    message: `${unreadable}unable to parse quantity's suffix`,
  },
  {
    name: "a revision that is no number",
    change: rollback("x"),
    message: `${unreadable}${integer}=x as int64: strconv.ParseInt: parsing "x": invalid syntax`,
  },
  {
    name: "a revision of more than 64 bits",
    change: rollback("99999999999999999999"),
    message: `${unreadable}${integer}=99999999999999999999 as int64: strconv.ParseInt: parsing "99999999999999999999": value out of range`,
  },
  {
    name: "a revision below 0",
    change: rollback("-1"),
    message: `${refused}spec.rollback.version: Invalid value: -1: must be greater than or equal to 0`,
  },
])("$name", async ({ change, message }) => {
  const { json } = await server.call("POST", `${deployments}?dryRun=All`, deployment(change as Change));
  expect(json["message"]).toBe(message);
});

test("a selector is immutable, and its value is shown", async () => {
  const body = deployment({ labels: { app: "x" }, spec: { selector: { matchLabels: { app: "x" } } } });
  const { json } = await server.call("PUT", `${deployments}/web?dryRun=All`, body);
  expect(json["message"]).toBe(
    `${refused}spec.selector: Invalid value: {"matchLabels":{"app":"x"}}: field is immutable`,
  );
});

test.each([
  { name: "that removes nothing", operation: { op: "remove", path: "/spec/nope" } },
  { name: "whose test fails", operation: { op: "test", path: "/spec/replicas", value: 9 } },
])("a JSON patch $name is refused without a word on the operation", async ({ operation }) => {
  const { code, json } = await server.call("PATCH", `${deployments}/web`, [operation], jsonPatchType);
  expect(code).toBe(422);
  expect(json["message"]).toBe("the server rejected our request due to an error in our request");
});

test("all changes of a pod that are not allowed are one cause", async () => {
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
])("a revision to go back to is kept as a number: $value", async ({ value, stored }) => {
  const body = { metadata: { annotations: rollback(value).annotations } };
  const { code, json } = await server.call("PATCH", `${deployments}/web?dryRun=All`, body, strategicType);
  expect(code).toBe(200);
  expect(json.metadata.annotations).toEqual(stored);
});

test("an apply of a definition with an undeclared field fails before conflicts are looked at", async () => {
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

test("an empty list in an item of a list with one owner is a change, each time", async () => {
  const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const role = (rule: object) => ({
    metadata: { name: "reader" },
    rules: [{ nonResourceURLs: ["*"], verbs: ["get"], ...rule }],
  });
  const put = async (manager: string, rule: object) => {
    const { json } = await server.call("PUT", `${roles}/reader?fieldManager=${manager}`, role(rule));
    return (json.metadata.managedFields as { readonly manager: string }[]).map((entry) => entry.manager);
  };
  await server.call("POST", `${roles}?fieldManager=first`, role({}));
  expect(await put("second", {})).toEqual(["first"]);
  expect(await put("second", { resources: [] })).toEqual(["second"]);
  expect(await put("third", { resources: [] })).toEqual(["third"]);
  expect(await put("fourth", {})).toEqual(["third"]);
});

test("the address of an ExternalName Service is refused as one of the list", async () => {
  const spec = { type: "ExternalName", externalName: "web.example.org", clusterIP: "10.0.0.7" };
  const { json } = await server.call("POST", "/api/v1/namespaces/default/services", { metadata: { name: "x" }, spec });
  expect(json["message"]).toBe(
    'Service "x" is invalid: spec.clusterIPs: Forbidden: may not be set for ExternalName services',
  );
});
