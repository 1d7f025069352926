/** Writes that kube-apiserver accepts with a warning, for the plays of built-in-words.ts. */
import {
  container,
  type Json,
  objectOf as namedAs,
  type Play,
  pathOf,
  podSpec,
  selector,
  spec,
  template,
  withContainer,
} from "./built-in-play.ts";

const objectOf = (apiVersion: string, kind: string, rest: Json, name = "warned"): Json =>
  namedAs(apiVersion, kind, rest, name);
const withAnnotations = (annotations: Json): Json => ({ metadata: { annotations } });

/** A template that causes a warning whenever it counts as changed. */
const oldTemplate: Json = { ...template, spec: { ...podSpec, imagePullSecrets: [{}] } };
const affinityTerm = (...keys: string[]): Json => ({
  matchExpressions: keys.map((key) => ({ key, operator: "Exists" })),
});
const requiredNodes = (...keys: string[]): Json => ({
  requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [affinityTerm(...keys)] },
});
const projected = (sources: readonly Json[]): Json => ({ volumes: [{ name: "all", projected: { sources } }] });
const items = (...paths: string[]): Json[] => paths.map((path, index) => ({ key: `k${index}`, path }));
const oldLabels = [
  "beta.kubernetes.io/arch",
  "failure-domain.beta.kubernetes.io/zone",
  "node-role.kubernetes.io/master",
];

/** Pod specs that cause warnings, in pods and in templates. */
const podAdvice: readonly Json[] = [
  { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
  { nodeSelector: { "app.kubernetes.io/created-by": "me" } },
  { nodeSelector: { "scheduler.alpha.kubernetes.io/preferAvoidPods": "me" } },
  { affinity: { nodeAffinity: requiredNodes(...oldLabels) } },
  {
    affinity: {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 1,
            preference: {
              matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "In", values: ["-a", "b!"] }],
            },
          },
        ],
      },
    },
  },
  {
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }] },
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: "zone" } }],
      },
    },
  },
  {
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: "failure-domain.beta.kubernetes.io/region", whenUnsatisfiable: "DoNotSchedule" },
    ],
  },
  {
    volumes: [
      { name: "a", photonPersistentDisk: { pdID: "a" } },
      { name: "b", scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
      { name: "c", flocker: { datasetName: "d" } },
      { name: "d", storageos: { volumeName: "v" } },
      { name: "e", quobyte: { registry: "a:1", volume: "v" } },
      { name: "f", glusterfs: { endpoints: "e", path: "p" } },
      { name: "g", cephfs: { monitors: ["m"] } },
      { name: "h", rbd: { monitors: ["m"], image: "i" } },
      { name: "i", gitRepo: { repository: "r" } },
    ],
  },
  {
    volumes: [
      { name: "a", configMap: { name: "settings", items: items("a", "a/b", "c", "c/") } },
      { name: "b", secret: { secretName: "s", items: items("x/y", "x") } },
      {
        name: "c",
        downwardAPI: {
          items: items("p", "p/q").map(({ path }) => ({ path, fieldRef: { fieldPath: "metadata.name" } })),
        },
      },
    ],
  },
  projected([
    { configMap: { name: "settings", items: items("a") } },
    { secret: { name: "s", items: items("a/b") } },
    { serviceAccountToken: { path: "a/b/c", expirationSeconds: 3600 } },
  ]),
  projected([
    { downwardAPI: { items: [{ path: "t", fieldRef: { fieldPath: "metadata.name" } }] } },
    { clusterTrustBundle: { name: "b", path: "t/u" } },
  ]),
  projected([{}]),
  {
    volumes: [
      {
        name: "a",
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
          },
        },
      },
    ],
  },
  {
    hostAliases: [
      { ip: "10.0.0.1", hostnames: ["a"] },
      { ip: "10.0.0.1", hostnames: ["b"] },
      { ip: "2001:DB8::1", hostnames: ["c"] },
    ],
  },
  { imagePullSecrets: [{ name: "a" }, { name: "a" }, {}] },
  withContainer({ resources: { limits: { memory: "1500m" } } }),
  withContainer({
    resources: { limits: { memory: "1500m" }, requests: { memory: "500m", "ephemeral-storage": "1m" } },
  }),
  withContainer({
    env: [
      { name: "A", value: "1" },
      { name: "A", value: "2" },
    ],
  }),
  withContainer({
    env: [
      { name: "A", value: "1" },
      { name: "A", value: "$(A)2" },
      { name: "A", value: "$(A)" },
    ],
  }),
  withContainer({ ports: [{ containerPort: 80, hostIP: "10.0.0.1" }] }),
  withContainer({
    ports: [
      { containerPort: 80, name: "a" },
      { containerPort: 80, name: "b" },
    ],
  }),
  withContainer({ ports: [{ containerPort: 80, hostPort: 81 }, { containerPort: 80 }] }),
  withContainer({
    ports: [
      { containerPort: 80, hostPort: 81, hostIP: "10.0.0.1" },
      { containerPort: 80, hostPort: 81 },
    ],
  }),
  {
    containers: [
      { ...container, ports: [{ containerPort: 80, name: "web" }] },
      { ...container, name: "more", ports: [{ containerPort: 81, name: "web" }] },
    ],
  },
  { terminationGracePeriodSeconds: -1 },
  { dnsPolicy: "None", dnsConfig: { nameservers: ["2001:DB8::1"] } },
];

const deadAnnotations: readonly Json[] = [
  { "scheduler.alpha.kubernetes.io/critical-pod": "" },
  { "security.alpha.kubernetes.io/sysctls": "a=b" },
  { "security.alpha.kubernetes.io/unsafe-sysctls": "a=b" },
  { "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" },
  { "container.seccomp.security.alpha.kubernetes.io/web": "runtime/default" },
  { "container.apparmor.security.beta.kubernetes.io/web": "runtime/default" },
];

const range = (...cidrs: string[]): Json => ({ from: cidrs.map((cidr) => ({ ipBlock: { cidr } })) });
const serviceSpec = (fields: Json): Json => spec({ ports: [{ port: 80 }], ...fields });
const claimSpec = (storage: string, more: Json = {}): Json =>
  spec({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage }, ...more } });
const webhook = (rules: readonly Json[]): Json => ({
  webhooks: [
    {
      name: "a.example.com",
      clientConfig: { url: "https://a.example.com" },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      failurePolicy: "Ignore",
      timeoutSeconds: 1,
      rules,
    },
  ],
});
const ruleForResources = (group: string, resources: readonly string[]): Json => ({
  apiGroups: [group],
  apiVersions: ["*"],
  operations: ["CREATE"],
  resources,
});

/** Changes that leave the template as it is. */
const unrelatedChanges: readonly Json[] = [
  withAnnotations({ team: "a" }),
  { metadata: { labels: { team: "a" } } },
  spec({ minReadySeconds: 5 }),
];

export const warnedPlays: readonly Play[] = [
  {
    path: pathOf("v1", "pods"),
    object: objectOf("v1", "Pod", spec(podSpec)),
    faults: [
      ...podAdvice.map(spec),
      ...deadAnnotations.map(withAnnotations),
      { metadata: { name: "web.1" } },
      { metadata: { name: `${"a".repeat(70)}.b` } },
    ],
  },
  {
    path: pathOf("apps/v1", "deployments"),
    object: objectOf("apps/v1", "Deployment", spec({ selector, template: oldTemplate })),
    faults: [
      ...unrelatedChanges,
      ...podAdvice.map((fields) => spec({ template: { spec: fields } })),
      ...deadAnnotations.map((annotations) => spec({ template: withAnnotations(annotations) })),
      { metadata: { name: "web.1" } },
    ],
  },
  {
    path: pathOf("apps/v1", "replicasets"),
    object: objectOf("apps/v1", "ReplicaSet", spec({ selector, template: oldTemplate })),
    faults: [
      ...unrelatedChanges,
      { metadata: { name: "web.1" } },
      spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } }),
    ],
  },
  {
    path: pathOf("v1", "replicationcontrollers"),
    object: objectOf("v1", "ReplicationController", spec({ selector: { app: "web" }, template })),
    faults: [{ metadata: { name: "web.1" } }, spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } })],
  },
  {
    path: pathOf("apps/v1", "daemonsets"),
    object: objectOf("apps/v1", "DaemonSet", spec({ selector, template: oldTemplate })),
    faults: [
      ...unrelatedChanges,
      { metadata: { name: "web.1" } },
      spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } }),
    ],
  },
  {
    path: pathOf("apps/v1", "statefulsets"),
    object: objectOf("apps/v1", "StatefulSet", spec({ selector, template: oldTemplate, serviceName: "web" })),
    faults: [
      ...unrelatedChanges,
      spec({ revisionHistoryLimit: -1 }),
      spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } }),
      spec({ volumeClaimTemplates: [{ metadata: { name: "data" }, ...claimSpec("1500m") }] }),
    ],
  },
  {
    path: pathOf("v1", "podtemplates"),
    object: objectOf("v1", "PodTemplate", { template: oldTemplate }),
    faults: [...unrelatedChanges, { template: { spec: { terminationGracePeriodSeconds: -1 } } }],
  },
  {
    path: pathOf("batch/v1", "jobs"),
    object: objectOf(
      "batch/v1",
      "Job",
      spec({ suspend: true, template: { spec: { ...podSpec, restartPolicy: "Never" } } }),
    ),
    faults: [
      { metadata: { name: "web.1" } },
      spec({
        completionMode: "Indexed",
        completions: 100_001,
        parallelism: 10_001,
        maxFailedIndexes: 1,
        backoffLimitPerIndex: 1,
      }),
      spec({
        completionMode: "Indexed",
        completions: 200_000,
        parallelism: 10_000,
        maxFailedIndexes: 1,
        backoffLimitPerIndex: 1,
      }),
      spec({ completionMode: "Indexed", completions: 100_001, parallelism: 10_001 }),
      spec({
        completionMode: "Indexed",
        completions: 5,
        maxFailedIndexes: 6,
        backoffLimitPerIndex: 1,
        parallelism: 100_001,
      }),
      spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } }),
    ],
  },
  {
    path: pathOf("batch/v1", "cronjobs"),
    object: objectOf(
      "batch/v1",
      "CronJob",
      spec({
        schedule: "1 1 * * *",
        jobTemplate: spec({ template: { spec: { ...podSpec, restartPolicy: "Never" } } }),
      }),
    ),
    faults: [
      { metadata: { name: "web.1" } },
      spec({ jobTemplate: spec({ template: { spec: { terminationGracePeriodSeconds: -1 } } }) }),
    ],
  },
  {
    path: pathOf("v1", "services"),
    object: objectOf("v1", "Service", serviceSpec({ selector: { app: "web" } })),
    faults: [
      spec({ externalIPs: ["10.0.0.1"] }),
      spec({ externalIPs: ["2001:DB8::1"] }),
      spec({ type: "ExternalName", externalName: "a.example.com", externalIPs: ["1.2.3.4"] }),
      spec({ externalName: "a.example.com" }),
      spec({ clusterIP: "None", externalIPs: ["1.2.3.4"], sessionAffinity: "ClientIP", loadBalancerIP: "1.2.3.4" }),
      spec({ type: "LoadBalancer", loadBalancerIP: "2001:DB8::1", loadBalancerSourceRanges: ["2001:DB8::/32"] }),
      spec({ trafficDistribution: "PreferClose" }),
      withAnnotations({ "service.kubernetes.io/topology-aware-hints": "auto" }),
    ],
  },
  {
    path: "/api/v1/persistentvolumes",
    object: objectOf(
      "v1",
      "PersistentVolume",
      spec({ capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], nfs: { server: "s", path: "/p" } }),
      "built-in-warned",
    ),
    faults: [
      spec({ persistentVolumeReclaimPolicy: "Recycle" }),
      withAnnotations({
        "volume.beta.kubernetes.io/storage-class": "a",
        "volume.beta.kubernetes.io/mount-options": "b",
      }),
      spec({ nodeAffinity: { required: { nodeSelectorTerms: [affinityTerm(...oldLabels)] } } }),
      spec({ nfs: null, cephfs: { monitors: ["m"] } }),
      spec({ nfs: null, rbd: { monitors: ["m"], image: "i" } }),
      spec({ nfs: null, glusterfs: { endpoints: "e", path: "p" } }),
    ],
  },
  {
    path: pathOf("v1", "persistentvolumeclaims"),
    object: objectOf("v1", "PersistentVolumeClaim", claimSpec("1Gi")),
    faults: [
      withAnnotations({ "volume.beta.kubernetes.io/storage-class": "a" }),
      { ...withAnnotations({ "volume.beta.kubernetes.io/storage-class": "a" }), ...spec({ storageClassName: "a" }) },
      claimSpec("1500m"),
      claimSpec("1500m", { limits: { storage: "2500m" } }),
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: objectOf("storage.k8s.io/v1", "StorageClass", { provisioner: "a.example.com" }, "built-in-warned"),
    faults: [
      { allowedTopologies: [{ matchLabelExpressions: [{ key: "beta.kubernetes.io/os", values: ["linux"] }] }] },
      { allowedTopologies: [{ matchLabelExpressions: [{ key: "node-role.kubernetes.io/master", values: ["a"] }] }] },
    ],
  },
  {
    path: pathOf("storage.k8s.io/v1", "csistoragecapacities"),
    object: objectOf("storage.k8s.io/v1", "CSIStorageCapacity", { storageClassName: "a" }),
    faults: [
      { nodeTopology: { matchLabels: { "beta.kubernetes.io/os": "linux" } } },
      { nodeTopology: affinityTerm("failure-domain.beta.kubernetes.io/zone") },
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/csidrivers",
    object: objectOf("storage.k8s.io/v1", "CSIDriver", { spec: {} }, "built-in-warned"),
    faults: [
      spec({ tokenRequests: [{ audience: "a" }] }),
      spec({ tokenRequests: [{ audience: "a" }], serviceAccountTokenInSecrets: false }),
    ],
  },
  {
    path: "/apis/node.k8s.io/v1/runtimeclasses",
    object: objectOf("node.k8s.io/v1", "RuntimeClass", { handler: "a" }, "built-in-warned"),
    faults: [{ scheduling: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } }],
  },
  {
    path: pathOf("networking.k8s.io/v1", "ingresses"),
    object: objectOf(
      "networking.k8s.io/v1",
      "Ingress",
      spec({ defaultBackend: { service: { name: "a", port: { number: 80 } } } }),
    ),
    faults: [withAnnotations({ "kubernetes.io/ingress.class": "a" })],
  },
  {
    path: pathOf("networking.k8s.io/v1", "networkpolicies"),
    object: objectOf("networking.k8s.io/v1", "NetworkPolicy", spec({ podSelector: {} })),
    faults: [
      spec({ ingress: [range("2001:DB8::/32")] }),
      spec({ egress: [{ to: [{ ipBlock: { cidr: "2001:DB8::/32", except: ["2001:DB8:1::/48"] } }] }] }),
    ],
  },
  {
    path: pathOf("discovery.k8s.io/v1", "endpointslices"),
    object: objectOf("discovery.k8s.io/v1", "EndpointSlice", { addressType: "IPv6", endpoints: [] }),
    faults: [
      { addressType: "FQDN", endpoints: [{ addresses: ["a.example.com"] }] },
      { endpoints: [{ addresses: ["2001:DB8::1"] }] },
    ],
  },
  {
    path: pathOf("v1", "endpoints"),
    object: objectOf("v1", "Endpoints", { subsets: [] }),
    faults: [
      {
        subsets: [
          { addresses: [{ ip: "2001:DB8::1" }], notReadyAddresses: [{ ip: "2001:DB8::2" }], ports: [{ port: 1 }] },
        ],
      },
    ],
  },
  {
    path: "/api/v1/nodes",
    object: objectOf("v1", "Node", { spec: {} }, "built-in-warned"),
    faults: [
      spec({ externalID: "a" }),
      spec({ configSource: { configMap: { namespace: "a", name: "b", kubeletConfigKey: "c" } } }),
      spec({ podCIDR: "2001:DB8::/64", podCIDRs: ["2001:DB8::/64"] }),
    ],
  },
  {
    path: pathOf("v1", "secrets"),
    object: objectOf("v1", "Secret", { type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } }),
    faults: [{ data: { "tls.crt": "YQ==" } }, { data: { "tls.crt": "YQ==", "tls.key": "YQ==" } }],
  },
  {
    path: pathOf("v1", "serviceaccounts"),
    object: objectOf("v1", "ServiceAccount", {}),
    faults: [withAnnotations({ "kubernetes.io/enforce-mountable-secrets": "true" })],
  },
  ...["Validating", "Mutating"].map((kind) => ({
    path: `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`,
    object: objectOf("admissionregistration.k8s.io/v1", `${kind}WebhookConfiguration`, webhook([]), "built-in-warned"),
    faults: [
      webhook([ruleForResources("authentication.k8s.io", ["tokenreviews", "selfsubjectreviews"])]),
      webhook([ruleForResources("authorization.k8s.io", ["subjectaccessreviews"])]),
      { metadata: { name: "warned.static.k8s.io" } },
    ],
  })),
  {
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: objectOf(
      "resource.k8s.io/v1",
      "ResourceSlice",
      spec({ driver: "a.example.com", nodeName: "n", pool: { name: "p", generation: 1, resourceSliceCount: 1 } }),
      "built-in-warned",
    ),
    faults: [spec({ driver: "A.example.com" })],
  },
];
