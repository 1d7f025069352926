/**
 * Values of expressions in MutatingAdmissionPolicies. Each line of the record is a mutation, with the response of
 * kube-apiserver 1.37.1 to a creation under it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";

interface Played {
  /** The plural of the resource that is created. */
  readonly kind: keyof typeof created;
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
  readonly expression: string;
  readonly code: number;
  readonly message?: string;
  readonly data?: object;
  readonly spec?: object;
}

const record = readFileSync(join(import.meta.dirname, "data/mutation-values.jsonl"), "utf8");
const plays = record
  .trim()
  .split("\n")
  .map((line): Played => JSON.parse(line));

const registration = "/apis/admissionregistration.k8s.io/v1";
const core = "/api/v1/namespaces/default";
const containers = [
  { name: "c", image: "i", env: [{ name: "E", value: "1" }], ports: [{ containerPort: 80, name: "h" }] },
];
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const widget = { color: "red", items: [{ name: "a", v: 1 }] };
const created = {
  configmaps: { group: "", path: `${core}/configmaps`, body: { data: { a: "b" } } },
  deployments: {
    group: "apps",
    path: "/apis/apps/v1/namespaces/default/deployments",
    body: { spec: { selector: { matchLabels: { a: "b" } }, template } },
  },
  pods: { group: "", path: `${core}/pods`, body: { spec: { containers } } },
  secrets: { group: "", path: `${core}/secrets`, body: {} },
  widgets: {
    group: "play.io",
    path: "/apis/play.io/v1/namespaces/default/widgets",
    body: { apiVersion: "play.io/v1", kind: "Widget", spec: widget },
  },
};

const properties = {
  replicas: { type: "integer", default: 1 },
  color: { type: "string" },
  free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  items: {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: { type: "object", required: ["name"], properties: { name: { type: "string" }, v: { type: "integer" } } },
  },
};
const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
const widgets = {
  metadata: { name: "widgets.play.io" },
  spec: {
    group: "play.io",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
});
afterAll(() => server.close());

test("mutations convert values as kube-apiserver does", async () => {
  const seen: Played[] = [];
  for (const { kind, patchType, expression, data, spec: made } of plays) {
    const { group, path, body } = created[kind];
    const rule = { apiGroups: [group], apiVersions: ["v1"], resources: [kind], operations: ["CREATE"] };
    const mutation =
      patchType === "JSONPatch"
        ? { patchType, jsonPatch: { expression } }
        : { patchType, applyConfiguration: { expression } };
    const spec = { reinvocationPolicy: "Never", matchConstraints: { resourceRules: [rule] }, mutations: [mutation] };
    await server.call("POST", `${registration}/mutatingadmissionpolicies`, { metadata: { name: "mp" }, spec });
    const binding = { metadata: { name: "mp" }, spec: { policyName: "mp" } };
    await server.call("POST", `${registration}/mutatingadmissionpolicybindings`, binding);
    const { code, json } = await server.call("POST", `${path}?dryRun=All`, { ...body, metadata: { name: "x" } });
    seen.push({
      kind,
      patchType,
      expression,
      code,
      ...(code >= 400 ? { message: json.message } : {}),
      ...(data && { data: json.data }),
      ...(made && { spec: json.spec }),
    });
    await server.call("DELETE", `${registration}/mutatingadmissionpolicybindings/mp`);
    await server.call("DELETE", `${registration}/mutatingadmissionpolicies/mp`);
  }
  expect(seen).toEqual(plays);
});
