/**
 * Measures how long the engine takes to set defaults in one decoded object and validate it on admission: a Role of 1 KB
 * and a DaemonSet of 3 KB.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fromSource } from "../from-source.mjs";

const { settle, engineValidation, objectValidation, servedResources, servingTarget } =
  await fromSource("bench/server/engine-parts.ts");

const warmUps = 5000;
const rounds = 20;
const perRound = 1000;

const labels = (name) => ({
  "app.kubernetes.io/name": name,
  "app.kubernetes.io/part-of": "logging",
  "app.kubernetes.io/managed-by": "kustomize",
});

const roleRule = (group, resources) => ({
  apiGroups: [group],
  resources,
  verbs: ["get", "list", "watch", "create", "update", "patch", "delete"],
});

const role = {
  metadata: {
    name: "pipeline-runner",
    namespace: "ci",
    labels: labels("pipeline-runner"),
    annotations: { "example.com/owner": "the team that runs the pipelines of all other teams" },
  },
  rules: [
    roleRule("", ["pods", "pods/log", "configmaps", "secrets", "services"]),
    roleRule("apps", ["deployments", "daemonsets", "statefulsets", "replicasets"]),
    roleRule("batch", ["jobs", "cronjobs"]),
    roleRule("networking.k8s.io", ["ingresses", "networkpolicies"]),
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["pipeline-settings"], verbs: ["get", "update"] },
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] },
  ],
};

const environment = (name) => ({ name, valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } });

const container = (name, port) => ({
  name,
  image: `registry.example.com/logging/${name}:v3.1.4`,
  args: ["--config=/etc/agent/config.yaml", "--log-level=info", `--listen=0.0.0.0:${port}`],
  env: [environment("NODE_NAME"), { name: "BUFFER_BYTES", value: "1048576" }],
  ports: [{ name: "metrics", containerPort: port, protocol: "TCP" }],
  resources: { requests: { cpu: "100m", memory: "200Mi" }, limits: { memory: "500Mi" } },
  livenessProbe: { httpGet: { path: "/healthz", port: "metrics" }, initialDelaySeconds: 10, periodSeconds: 15 },
  readinessProbe: { httpGet: { path: "/readyz", port: "metrics" }, timeoutSeconds: 5 },
  securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
  volumeMounts: [
    { name: "config", mountPath: "/etc/agent", readOnly: true },
    { name: "logs", mountPath: "/var/log", readOnly: true },
    { name: "buffer", mountPath: "/var/lib/agent" },
  ],
});

const daemonSet = {
  metadata: { name: "log-agent", namespace: "logging", labels: labels("log-agent") },
  spec: {
    selector: { matchLabels: { "app.kubernetes.io/name": "log-agent" } },
    updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "10%" } },
    template: {
      metadata: { labels: labels("log-agent"), annotations: { "example.com/config-hash": "9f86d081884c7d65" } },
      spec: {
        serviceAccountName: "log-agent",
        terminationGracePeriodSeconds: 30,
        nodeSelector: { "kubernetes.io/os": "linux" },
        tolerations: [
          { key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" },
          { operator: "Exists", effect: "NoExecute" },
        ],
        containers: [container("collector", 8080), container("shipper", 8081)],
        volumes: [
          { name: "config", configMap: { name: "log-agent" } },
          { name: "logs", hostPath: { path: "/var/log", type: "Directory" } },
          { name: "buffer", emptyDir: { sizeLimit: "1Gi" } },
        ],
      },
    },
  },
};

/** @returns microseconds of processor time for each object, the median of the rounds */
export function measureEngine() {
  const settings = settle({});
  const resources = servedResources(servingTarget(settings));
  const validate = engineValidation(objectValidation((version, oldObject) => settings.contextFor(version, oldObject)));
  const time = (kind, object) => {
    const resource = resources.find((item) => item.kind === kind);
    const target = { namespace: object.metadata.namespace, name: object.metadata.name };
    const attempt = { operation: "CREATE", resource, subresource: "", target, object, user: {}, warn: () => {} };
    const context = settings.contextFor(resource.version);
    const admit = () => {
      resource.definition.applyDefaults?.(object, context);
      void validate(attempt);
    };
    const bytes = JSON.stringify(object).length;
    assert.throws(() => validate({ ...attempt, object: { ...object, metadata: { name: "a/b" } } }), /is invalid: /);
    for (let index = 0; index < warmUps; index++) admit();
    const micros = Array.from({ length: rounds }, () => {
      const start = process.cpuUsage();
      for (let index = 0; index < perRound; index++) admit();
      const { user, system } = process.cpuUsage(start);
      return (user + system) / perRound;
    });
    return { kind, bytes, micros: micros.sort((a, b) => a - b)[rounds >> 1] };
  };
  return [time("Role", role), time("DaemonSet", daemonSet)];
}
