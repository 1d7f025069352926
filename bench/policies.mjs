/**
 * Measures the admission of a Deployment under 20 policies of 3 expressions, all of which fail and are audited, in the
 * engine that lint and the server share. With a kubeconfig of a real kube-apiserver, reads the time that it reports for
 * the same work.
 *
 *   node bench/policies.mjs [objects] [admin.kubeconfig]
 */
import { readFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { parse } from "yaml";
import { fromSource } from "./from-source.mjs";

const { policySet } = await fromSource("bench/engine-parts.ts");

const count = Number(process.argv[2] ?? 2000);
const kubeconfig = process.argv[3];
const policyCount = 20;
/** Each run has its own namespace, since a kube-apiserver without controllers never finishes deleting one. */
const namespace = `bench-policies-${Date.now()}`;
const group = "admissionregistration.k8s.io";
const rounds = 5;

const expressions = [
  "object.spec.replicas > 1000",
  "object.spec.template.spec.containers.all(c, c.image.startsWith('reg.io/') && has(c.resources.limits))",
  "has(object.metadata.labels) && object.metadata.labels.exists(k, k.matches('^[a-z]+/team$'))",
];
const objects = Array.from({ length: policyCount }, (_, index) => {
  const name = `${namespace}-${index}`;
  const resourceRules = [
    { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["deployments"] },
  ];
  const matchConstraints = {
    matchPolicy: "Equivalent",
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules,
  };
  const validations = expressions.map((expression) => ({ expression }));
  return [
    { kind: "ValidatingAdmissionPolicy", name, spec: { matchConstraints, validations } },
    { kind: "ValidatingAdmissionPolicyBinding", name, spec: { policyName: name, validationActions: ["Audit"] } },
  ];
}).flat();

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace, labels: { app: "web", tier: "front", env: "test" } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: {
        containers: ["a", "b", "c"].map((name) => ({
          name,
          image: `reg.io/${name}:1`,
          ports: [{ containerPort: 80 }],
        })),
      },
    },
  },
};

const set = policySet(
  objects.map(({ kind, name, spec }) => ({
    group,
    version: "v1",
    kind,
    name,
    namespace: "",
    object: { apiVersion: `${group}/v1`, kind, metadata: { name }, spec },
  })),
  { target: "1.37", groupDomain: "k8s.io", scopeOf: () => undefined },
);
const shared = { group: "apps", version: "v1" };
const request = {
  kind: { ...shared, kind: "Deployment" },
  resource: { ...shared, resource: "deployments" },
  subresource: "",
  name: "web",
  namespace,
  operation: "CREATE",
  user: { username: "ann", uid: "", groups: [], extra: {} },
  isDryRun: false,
  equivalents: [],
};
const evaluations = policyCount * expressions.length;
// Copies the object, so that the engine gets a new one each time, as if decoded from a request body.
const judge = () => set.judge({ ...request, object: { ...deployment } }).findings.length;
if (judge() !== evaluations) throw new Error(`${evaluations} findings were expected`);

for (let index = 0; index < count; index++) judge();
const times = Array.from({ length: rounds }, () => {
  const { user, system } = process.cpuUsage();
  for (let index = 0; index < count; index++) judge();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / count;
}).sort((a, b) => a - b);
const microseconds = times[rounds >> 1];
console.log(
  `engine: ${microseconds.toFixed(0)} us an object, ${(microseconds / evaluations).toFixed(2)} us an expression`,
);

if (kubeconfig !== undefined) await measureReal(readConfig(kubeconfig));

function readConfig(file) {
  const { clusters, users } = parse(readFileSync(file, "utf8"));
  const read = (path) => readFileSync(path);
  const [{ cluster }] = clusters;
  const [{ user }] = users;
  return {
    server: new URL(cluster.server),
    ca: read(cluster["certificate-authority"]),
    cert: read(user["client-certificate"]),
    key: read(user["client-key"]),
  };
}

async function measureReal({ server, ...tls }) {
  const call = (method, path, body) =>
    new Promise((done, fail) => {
      const { hostname: host, port } = server;
      const headers = { "content-type": "application/json" };
      const sent = httpsRequest({ host, port, method, path, headers, ...tls }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => done(Buffer.concat(chunks).toString()));
      });
      sent.on("error", fail).end(body && JSON.stringify(body));
    });
  const root = `/apis/${group}/v1`;
  const plural = {
    ValidatingAdmissionPolicy: "validatingadmissionpolicies",
    ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
  };
  await call("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  for (const { kind, name, spec } of objects)
    await call("POST", `${root}/${plural[kind]}`, { metadata: { name }, spec });
  await new Promise((resume) => setTimeout(resume, 3000));
  const before = totalsOf(await call("GET", "/metrics"));
  for (let index = 0; index < 100; index++) {
    await call("POST", `/apis/apps/v1/namespaces/${namespace}/deployments?dryRun=All`, deployment);
  }
  const after = totalsOf(await call("GET", "/metrics"));
  for (const { kind, name } of objects.toReversed()) await call("DELETE", `${root}/${plural[kind]}/${name}`);
  await call("DELETE", `/api/v1/namespaces/${namespace}`);
  const checks = after.count - before.count;
  const each = ((after.sum - before.sum) / checks) * 1e6;
  console.log(
    `kube-apiserver: ${(each * evaluations).toFixed(0)} us an object, ${each.toFixed(2)} us an expression, of ${checks}`,
  );
}

/** Sums the duration and the number of checks over all policies of this benchmark. */
function totalsOf(metrics) {
  const total = (suffix) =>
    [
      ...metrics.matchAll(
        new RegExp(
          `^apiserver_validating_admission_policy_check_duration_seconds_${suffix}\\{[^}]*policy="${namespace}[^}]*\\} (\\S+)$`,
          "gm",
        ),
      ),
    ]
      .map(([, value]) => Number(value))
      .reduce((sum, value) => sum + value, 0);
  return { sum: total("sum"), count: total("count") };
}
