/**
 * Generates audit policies and matching requests from a seed. All policies are in one file: the rules of each policy
 * apply to a separate user.
 */
import type { Random } from "./random.ts";

/** Picks an item from a list that is not empty. */
export function pickOne<T>(random: Random, items: readonly T[]): T {
  const picked = random.pick(items);
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}

export const userOf = (policy: number): string => `policy-${policy}`;
export const namespace = "audit-parity";

const levels = ["None", "Metadata", "Request", "RequestResponse", "RequestResponse"];
const stages = ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const resources: readonly object[] = [
  { group: "", resources: ["configmaps"] },
  { group: "", resources: ["configmaps", "secrets"], resourceNames: ["a", "b"] },
  { group: "", resources: ["*"] },
  { group: "", resources: ["serviceaccounts/token", "serviceaccounts/*"] },
  { group: "apps" },
  { group: "apps", resources: ["*/scale"] },
  { group: "*", resources: ["deployments/status", "deployments"] },
  { group: "*" },
];
const paths = ["/healthz*", "/version", "/api*", "*", "/metrics"];

function ruleCase(random: Random, user: string): object {
  const fieldsWithShare = (share: number, fields: () => object) => (random.next() < share ? fields() : {});
  const aim = random.next();
  return {
    level: pickOne(random, levels),
    users: [user],
    ...fieldsWithShare(0.15, () => ({
      userGroups: [pickOne(random, ["system:masters", "guests", "system:authenticated"])],
    })),
    ...fieldsWithShare(0.4, () => ({ verbs: verbs.filter(() => random.next() < 0.5) })),
    ...(aim < 0.5 ? { resources: random.shuffled(resources).slice(0, 2) } : {}),
    ...(aim > 0.85 ? { nonResourceURLs: [pickOne(random, paths)] } : {}),
    ...(aim < 0.85 ? fieldsWithShare(0.2, () => ({ namespaces: [pickOne(random, [namespace, "other"])] })) : {}),
    ...fieldsWithShare(0.3, () => ({ omitStages: stages.filter(() => random.next() < 0.3) })),
    ...fieldsWithShare(0.4, () => ({ omitManagedFields: random.next() < 0.7 })),
  };
}

export function policyFile(random: Random, count: number): object {
  const rules = Array.from({ length: count }, (_, index) => {
    const own = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => ruleCase(random, userOf(index)));
    return [...own, { level: pickOne(random, levels), users: [userOf(index)] }];
  });
  return { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: rules.flat() };
}

export interface AuditRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
}

const core = `/api/v1/namespaces/${namespace}`;
const apps = `/apis/apps/v1/namespaces/${namespace}`;
const names = ["a", "b", "c"];
const template = {
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "c", image: "example.org/image:1" }] },
};

const deployment = (name: string): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: { selector: { matchLabels: { app: "x" } }, template },
});

export function requestCase(random: Random): AuditRequest {
  const name = pickOne(random, names);
  const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { key: `${random.next()}` } };
  const secret = { kind: "Secret", apiVersion: "v1", metadata: { name }, stringData: { key: "text" } };
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "x" } };
  const dryRun = random.next() < 0.2 ? "?dryRun=All" : "";
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
  const metadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json";
  const accept = random.next() < 0.15 ? { accept: pickOne(random, [table, metadata]) } : {};
  const merge = "application/merge-patch+json";
  const apply = "application/apply-patch+yaml";
  const requests: readonly AuditRequest[] = [
    { method: "POST", path: `${core}/configmaps${dryRun}`, body: configMap, ...accept },
    { method: "POST", path: `${core}/configmaps`, body: { ...configMap, metadata: { generateName: "g-" } } },
    { method: "PUT", path: `${core}/configmaps/${name}${dryRun}`, body: configMap },
    { method: "PATCH", path: `${core}/configmaps/${name}`, type: merge, body: { data: { more: "x" } } },
    {
      method: "PATCH",
      path: `${core}/configmaps/${name}`,
      type: "application/json-patch+json",
      body: [{ op: "test", path: "/x" }],
    },
    { method: "PATCH", path: `${core}/configmaps/${name}?fieldManager=me`, type: apply, body: configMap },
    { method: "GET", path: `${core}/configmaps/${name}`, ...accept },
    { method: "GET", path: `${core}/configmaps`, ...accept },
    { method: "GET", path: `${core}/configmaps?limit=1&labelSelector=x` },
    {
      method: "GET",
      path: `${core}/configmaps?watch=true&timeoutSeconds=1&resourceVersion=0&fieldSelector=metadata.name%3Dnone`,
    },
    { method: "DELETE", path: `${core}/configmaps/${name}` },
    { method: "DELETE", path: `${core}/configmaps/${name}`, body: { propagationPolicy: "Background" } },
    { method: "DELETE", path: `${core}/configmaps?labelSelector=none` },
    { method: "POST", path: `${core}/secrets`, body: secret },
    { method: "GET", path: `${core}/secrets/${name}` },
    { method: "DELETE", path: `${core}/secrets/${name}` },
    { method: "POST", path: `${core}/serviceaccounts`, body: { metadata: { name } } },
    {
      method: "POST",
      path: `${core}/serviceaccounts/${name}/token`,
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
    },
    { method: "POST", path: `${apps}/deployments${dryRun}`, body: deployment(name), ...accept },
    { method: "GET", path: `${apps}/deployments/${name}` },
    { method: "GET", path: `${apps}/deployments/${name}/scale` },
    { method: "PATCH", path: `${apps}/deployments/${name}/scale`, type: merge, body: { spec: { replicas: 2 } } },
    { method: "PATCH", path: `${apps}/deployments/${name}/status`, type: merge, body: { status: { replicas: 1 } } },
    { method: "DELETE", path: `${apps}/deployments/${name}` },
    { method: "POST", path: `${apps}/deployments`, body: { ...deployment(name), spec: { replicas: -1 } } },
    { method: "POST", path: `${core}/configmaps`, body: "{" },
    { method: "POST", path: `${core}/configmaps`, body: { ...configMap, kind: "Secret" } },
    { method: "POST", path: "/apis/authentication.k8s.io/v1/tokenreviews", body: review },
    { method: "POST", path: "/apis/authentication.k8s.io/v1/selfsubjectreviews", body: {} },
    { method: "GET", path: "/healthz" },
    { method: "GET", path: "/version" },
    { method: "GET", path: "/api/v1/nonsense" },
    { method: "GET", path: "/nonsense" },
    { method: "HEAD", path: "/healthz" },
    { method: "GET", path: "/apis/policy/v1beta1/poddisruptionbudgets" },
  ];
  return pickOne(random, requests);
}
