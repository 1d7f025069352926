import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";

const pod = (spec: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "web", image: "web:1" }], ...spec },
});
const template = (spec: object) => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "web", image: "web:1" }], ...spec },
});
const statefulSet = (spec: object) => ({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { app: "web" } }, template: template({}), ...spec },
});
const service = (name: string, spec: object) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
});
const nodeTerms = (value: string) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: [value] }] }],
});
const accepted = "accepted";
const refused = "refused";

/** Each verdict is that of the release's kube-apiserver, from a request or from its source. */
test.each([
  {
    name: "a pod template of a StatefulSet with an invalid pod",
    object: statefulSet({ template: template({ nodeName: "Block" }) }),
    verdicts: { "1.33": accepted, "1.34": refused },
  },
  {
    name: "a volume claim template of a StatefulSet without storage",
    object: statefulSet({
      volumeClaimTemplates: [{ metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } }],
    }),
    verdicts: { "1.33": accepted, "1.34": refused },
  },
  {
    name: "a StatefulSet with an invalid service name",
    object: statefulSet({ serviceName: "example.org/web" }),
    verdicts: { "1.32": accepted, "1.33": refused },
  },
  {
    name: "a service that begins with a digit",
    object: service("1web", {}),
    verdicts: { "1.35": refused, "1.36": accepted },
  },
  {
    name: "an unknown traffic distribution, dropped where the gate is off",
    object: service("web", { trafficDistribution: "a" }),
    verdicts: { "1.30": accepted, "1.31": refused },
  },
  {
    name: "a node affinity with an invalid label value",
    object: pod({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: nodeTerms("::1") } } }),
    verdicts: { "1.31": accepted, "1.32": refused },
  },
  {
    name: "a search domain with an underscore",
    object: pod({ dnsPolicy: "None", dnsConfig: { nameservers: ["192.0.2.1"], searches: ["_tcp.example.org"] } }),
    verdicts: { "1.32": refused, "1.33": accepted },
  },
  {
    name: "a lifecycle hook that sleeps 0 seconds",
    object: pod({
      containers: [{ name: "web", image: "web:1", lifecycle: { preStop: { sleep: { seconds: 0 } } } }],
    }),
    verdicts: { "1.32": refused, "1.33": accepted },
  },
  {
    name: "an image volume together with another source, dropped where the gate is off",
    object: pod({ volumes: [{ name: "data", emptyDir: {}, image: { reference: "data:1" } }] }),
    verdicts: { "1.34": accepted, "1.35": refused },
  },
  {
    name: "a success policy without indexes, dropped where the gate is off",
    object: {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "report" },
      spec: { successPolicy: { rules: [{}] }, template: template({ restartPolicy: "Never" }) },
    },
    verdicts: { "1.30": accepted, "1.31": refused },
  },
  {
    name: "an autoscaler for a target without an API group",
    object: {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "web" },
      spec: { scaleTargetRef: { kind: "Deployment", name: "web" }, maxReplicas: 3 },
    },
    verdicts: { "1.33": accepted, "1.34": refused },
  },
  {
    name: "an invalid generateName together with a name",
    object: {
      apiVersion: "v1",
      kind: "ReplicationController",
      metadata: { name: "web", generateName: "Web-" },
      spec: { selector: { app: "web" }, template: template({}) },
    },
    verdicts: { "1.34": refused, "1.35": accepted },
  },
  {
    name: "an empty reclaim policy",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "fast" },
      provisioner: "example.org/disk",
      reclaimPolicy: "",
    },
    verdicts: { "1.35": accepted, "1.37": accepted },
  },
  {
    name: "an IPv4-mapped IPv6 address",
    object: {
      apiVersion: "networking.k8s.io/v1beta1",
      kind: "IPAddress",
      metadata: { name: "::ffff:192.0.2.10" },
      spec: { parentRef: { resource: "services", name: "web", namespace: "shop" } },
    },
    verdicts: { "1.32": accepted, "1.33": refused },
  },
])("$name: $verdicts", ({ object, verdicts }) => {
  for (const [target, verdict] of Object.entries(verdicts)) {
    const errors = createVetter({ target, asSent: true })
      .vetObject(object)
      .filter(({ severity }) => severity === "error");
    expect({ target, errors: errors.map(({ message }) => message) }).toEqual({
      target,
      errors: verdict === accepted ? [] : [expect.any(String)],
    });
  }
});
