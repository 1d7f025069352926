/**
 * Writes of built-in kinds that are rejected, or accepted with a warning. Each object is created; then each fault is
 * tried in a creation and in an update, as dry runs. The same for every server.
 */
import type { JsonObject } from "../../src/patch/json-value.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";
import {
  container,
  type Json,
  namespace,
  objectOf,
  type Play,
  pathOf,
  podSpec,
  selector,
  spec,
  template,
  withContainer,
} from "./built-in-play.ts";
import type { Exchange, Reply } from "./custom-resources/compare-resources.ts";
import { withoutOwnAdvice } from "./real-server.ts";
import { warnedPlays } from "./warned-writes.ts";

const templateSpec = (fields: Json): Json => spec({ template: { spec: fields } });

const request =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHZ01GUUNBUUF3SVRFTk1Bc0dBMVVFQXd3RWMyaHZjREVRTUE0R0ExVUVDZ3dIWlhoaGJYQnNaVEFxTUFVRwpBeXRsY0FNaEFKM1l3bjdTa29ldm44OG0vVUpmbHRLeTg4U0s1WnM1QmRkd0xzZkIxS1hRb0FBd0JRWURLMlZ3CkEwRUF5elJFVEtoTGZLYm1mN1BnajJDR0E1YmN4Ry9SSjRZVzVGL2VWTk5sKzlmYlg5RHloVVFvbVNXWTVmR2wKZXdzSFE4NFZxVTBFVlpEQ2VyZXdTelVHQ3c9PQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";
const podTerms: Json = { requiredDuringSchedulingIgnoredDuringExecution: [{}] };

const podFaults: readonly Json[] = [
  withContainer({ livenessProbe: { exec: { command: ["true"] } } }),
  withContainer({ env: [{ name: "A", value: "<b>" }], ports: [{ containerPort: 80 }] }),
  withContainer({ image: "" }),
  { nodeSelector: { disk: "ssd" }, priority: 5 },
  { hostNetwork: true, securityContext: { runAsUser: 5, sysctls: [{ name: "a", value: "b" }] } },
  {
    volumes: [
      { name: "v", emptyDir: {} },
      { name: "w", nfs: { server: "s", path: "/p" } },
    ],
  },
  { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } } } },
  { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" }] },
  { restartPolicy: "Never", dnsPolicy: "None", dnsConfig: { nameservers: ["1.1.1.1"] } },
  { tolerations: [{ key: "a", operator: "Exists", tolerationSeconds: 5 }] },
  { terminationGracePeriodSeconds: 5, subdomain: "sub" },
  { resourceClaims: [{ name: "a" }] },
];

/** Annotations that the API server reads. */
const annotationFaults: readonly Json[] = [
  { "container.apparmor.security.beta.kubernetes.io/web": "a" },
  { "container.apparmor.security.beta.kubernetes.io/b": "" },
  { "container.seccomp.security.alpha.kubernetes.io/web": "localhost/../a" },
  { "seccomp.security.alpha.kubernetes.io/pod": "a" },
  { "controller.kubernetes.io/pod-deletion-cost": "01" },
  { "scheduler.alpha.kubernetes.io/tolerations": '[{"operator":"a"}]' },
];

/** Values of v1 annotations that hold fields of v2; Go cannot decode all of them. */
const autoscalerTexts = [
  "[null]",
  "[5]",
  "{}",
  '[{"type":5}]',
  '[{"type":"Resource"}]',
  '[{"type":"Resource","resource":5}]',
  '[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":"x"}}]',
  '[{"type":"Pods","pods":{"metricName":"a","targetAverageValue":{}}}]',
  '[{"type":"Object","object":{"target":5,"metricName":"a","targetValue":"x"}}]',
  '{"ScaleUp":{"Policies":[5]}}',
  '{"ScaleUp":{"StabilizationWindowSeconds":"x"}}',
  '{"scaleUp":{"policies":[{"type":"Pods","value":4,"periodSeconds":5}]}}',
  '{"ScaleUp":{"Tolerance":"x","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":9}]}}',
  '{"ScaleUp":{"Policies":[{"Type":"a"}]}}',
];

const plays: readonly Play[] = [
  {
    path: pathOf("v1", "pods"),
    object: objectOf("v1", "Pod", spec(podSpec)),
    faults: [
      ...podFaults.map(spec),
      ...annotationFaults.map((annotations) => ({ metadata: { annotations } })),
      {
        metadata: { annotations: { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" } },
        ...spec({ securityContext: { seccompProfile: { type: "RuntimeDefault" } } }),
      },
      spec({ ephemeralContainers: [{ name: "e", image: "e", targetContainerName: "none" }] }),
      spec({ containers: [container, { name: "more", image: "more:1" }] }),
      spec({ securityContext: { seccompProfile: {}, appArmorProfile: {} } }),
      spec({ securityContext: { seccompProfile: { type: "Localhost" }, appArmorProfile: { type: "Localhost" } } }),
    ],
  },
  {
    path: pathOf("apps/v1", "deployments"),
    object: objectOf("apps/v1", "Deployment", spec({ selector, template })),
    faults: [
      ...[...annotationFaults, { "kubernetes.io/config.mirror": "a" }].map((annotations) =>
        spec({ template: { metadata: { annotations } } }),
      ),
      spec({ selector: { matchLabels: { app: "other" } } }),
      templateSpec({ ephemeralContainers: [{ name: "e", image: "e" }] }),
      templateSpec({ dnsPolicy: "ClusterFirstx", schedulingGates: [{ name: "a" }], restartPolicy: "Never" }),
      templateSpec({ resourceClaims: [{ name: "" }] }),
      templateSpec(withContainer({ volumeMounts: [{}], volumeDevices: [{}] })),
      templateSpec(withContainer({ env: [{ name: "a", valueFrom: {} }] })),
      templateSpec(
        withContainer({
          env: [{ name: "a", valueFrom: { fieldRef: { fieldPath: "metadata.name" }, secretKeyRef: {} } }],
        }),
      ),
      templateSpec(withContainer({ resources: { limits: { cpu: "-1" }, requests: { memory: "x" } } })),
      templateSpec(withContainer({ resources: { requests: { "example.com/gpu": 1 } } })),
      templateSpec(withContainer({ resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } })),
      templateSpec({ activeDeadlineSeconds: 5 }),
      spec({ strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } }),
      templateSpec({ initContainers: [{ image: "a" }], containers: [{}], volumes: [{ hostPath: {} }] }),
      templateSpec({
        hostname: "-",
        tolerations: [{ key: "-" }],
        hostAliases: [{ ip: "a" }],
        dnsPolicy: "a",
        preemptionPolicy: "",
      }),
      templateSpec({
        securityContext: { fsGroup: -1, runAsUser: -1, sysctls: [{}] },
        affinity: { podAffinity: podTerms },
      }),
      templateSpec(
        withContainer({ imagePullPolicy: "a", ports: [{ hostPort: -1, protocol: "a" }], volumeMounts: [{}] }),
      ),
      templateSpec(
        withContainer({ env: [{ name: "a", valueFrom: { fileKeyRef: { key: "", path: "", volumeName: "" } } }] }),
      ),
      templateSpec(
        withContainer({
          lifecycle: { preStop: {} },
          resources: { limits: { a: "1" } },
          securityContext: { privileged: true, allowPrivilegeEscalation: false },
        }),
      ),
      templateSpec({
        topologySpreadConstraints: [{ maxSkew: 0, minDomains: 0, nodeTaintsPolicy: "a", whenUnsatisfiable: "a" }],
      }),
      templateSpec({ volumes: [{ azureDisk: { diskName: "a", diskURI: "a" } }, { persistentVolumeClaim: {} }] }),
      templateSpec({ topologySpreadConstraints: [{ maxSkew: 1, minDomains: 2, topologyKey: "zone" }] }),
      templateSpec({ resources: { claims: [{ name: "" }] } }),
    ],
  },
  {
    path: pathOf("apps/v1", "daemonsets"),
    object: objectOf("apps/v1", "DaemonSet", spec({ selector, template })),
    faults: [
      spec({ selector: { matchLabels: { app: "other" } }, minReadySeconds: -1, updateStrategy: { type: "a" } }),
      templateSpec({ restartPolicy: "Never", activeDeadlineSeconds: 5, containers: [] }),
    ],
  },
  {
    path: pathOf("v1", "replicationcontrollers"),
    object: objectOf("v1", "ReplicationController", spec({ selector: { app: "web" }, template })),
    faults: [spec({ replicas: -1, minReadySeconds: -1, selector: null })],
  },
  {
    path: pathOf("apps/v1", "statefulsets"),
    object: objectOf("apps/v1", "StatefulSet", spec({ selector, template, serviceName: "web" })),
    faults: [
      templateSpec({ activeDeadlineSeconds: 5 }),
      spec({ serviceName: "other", podManagementPolicy: "Parallel" }),
      spec({
        replicas: -1,
        podManagementPolicy: "a",
        updateStrategy: { type: "a" },
        serviceName: "-",
        minReadySeconds: -1,
      }),
    ],
  },
  {
    path: pathOf("batch/v1", "jobs"),
    object: objectOf(
      "batch/v1",
      "Job",
      spec({
        manualSelector: true,
        selector,
        template: { ...template, spec: { ...podSpec, restartPolicy: "Never" } },
      }),
    ),
    faults: [
      templateSpec(withContainer({ image: "web:2" })),
      templateSpec({ nodeSelector: { disk: "ssd" } }),
      spec({ ttlSecondsAfterFinished: -1, backoffLimit: -1, completionMode: "a", podReplacementPolicy: "a" }),
      spec({ maxFailedIndexes: -1 }),
      spec({ completions: 5, completionMode: "Indexed", successPolicy: { rules: [] } }),
      spec({ selector: { matchLabels: { app: "other" } } }),
      spec({ completions: 5, completionMode: "Indexed" }),
      spec({ podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { values: [3] } }] } }),
      spec({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
      templateSpec({ ephemeralContainers: [{ name: "e", image: "e" }] }),
    ],
  },
  {
    path: pathOf("batch/v1", "cronjobs"),
    object: objectOf(
      "batch/v1",
      "CronJob",
      spec({
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } },
      }),
    ),
    faults: [
      spec({ jobTemplate: { spec: { selector: {} } } }),
      spec({ jobTemplate: { spec: { successPolicy: {} } } }),
      spec({ schedule: "x", timeZone: "Mars" }),
    ],
  },
  {
    path: pathOf("autoscaling/v2", "horizontalpodautoscalers"),
    object: objectOf(
      "autoscaling/v2",
      "HorizontalPodAutoscaler",
      spec({ maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } }),
    ),
    faults: [
      spec({ metrics: [{ type: "Resource", resource: { name: "cpu", target: {} } }] }),
      spec({ metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "a" } } }] }),
      spec({ metrics: [{ type: "Resource", resource: { target: { type: "Value", averageValue: "0" } } }] }),
      spec({
        metrics: [
          {
            type: "Resource",
            resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 5, averageValue: "5" } },
          },
        ],
      }),
      spec({ metrics: [{ type: "External", external: { metric: {}, target: {} } }] }),
      spec({
        metrics: [
          {
            type: "External",
            external: { metric: { name: "a" }, target: { type: "Value", value: "1", averageValue: "1" } },
          },
        ],
      }),
      spec({
        metrics: [
          {
            type: "Object",
            object: { metric: { name: "a" }, target: { type: "Value" }, describedObject: { kind: "a", name: "a" } },
          },
        ],
      }),
      spec({ metrics: [{ type: "External" }, { type: "Pods" }, { type: "x" }] }),
      spec({ minReplicas: 0 }),
      spec({ maxReplicas: 0 }),
      spec({ scaleTargetRef: { apiVersion: "a", kind: "", name: "" } }),
      spec({ behavior: { scaleDown: { policies: [{ type: "Pods", value: -1, periodSeconds: 0 }] } } }),
      spec({ behavior: { scaleUp: { policies: [], stabilizationWindowSeconds: 9999 } } }),
    ],
  },
  {
    path: pathOf("autoscaling/v1", "horizontalpodautoscalers"),
    object: objectOf(
      "autoscaling/v1",
      "HorizontalPodAutoscaler",
      spec({ maxReplicas: 2, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } }),
      "web-v1",
    ),
    faults: ["metrics", "behavior", "current-metrics", "conditions"].flatMap((name) =>
      autoscalerTexts.map((text) => ({
        metadata: { annotations: { [`autoscaling.alpha.kubernetes.io/${name}`]: text } },
      })),
    ),
  },
  {
    path: pathOf("v1", "services"),
    object: objectOf("v1", "Service", spec({ clusterIP: "None", ports: [{ port: 80 }] })),
    faults: [
      ...["LoadBalancer", "ClusterIP"].map((type) => ({
        metadata: { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "10.0.0.0/8, a" } },
        ...spec({ type }),
      })),
      spec({ loadBalancerClass: "example.com/a", allocateLoadBalancerNodePorts: true }),
      spec({ loadBalancerSourceRanges: ["1.0.0.0/8"], healthCheckNodePort: 5 }),
      spec({ externalTrafficPolicy: "Local", sessionAffinity: "x" }),
      spec({ type: "ExternalName", externalName: "" }),
      spec({ type: "NodePort", internalTrafficPolicy: "x" }),
      spec({ ports: [{ port: 80 }, { port: 80 }] }),
      spec({ externalIPs: ["0.0.0.0", "x"], trafficDistribution: "x" }),
      spec({ loadBalancerSourceRanges: ["a"], loadBalancerClass: "a", externalTrafficPolicy: "Local", type: "a" }),
      spec({ ports: [{ port: 0, protocol: "a", targetPort: 0 }], sessionAffinity: "a", internalTrafficPolicy: "a" }),
    ],
  },
  {
    path: pathOf("networking.k8s.io/v1", "ingresses"),
    object: objectOf(
      "networking.k8s.io/v1",
      "Ingress",
      spec({ defaultBackend: { service: { name: "web", port: { number: 80 } } } }),
    ),
    faults: [
      spec({ defaultBackend: null }),
      spec({ tls: [{ hosts: ["*x"] }], ingressClassName: "A" }),
      { metadata: { annotations: { "kubernetes.io/ingress.class": "a" } }, ...spec({ ingressClassName: "b" }) },
    ],
  },
  {
    path: pathOf("networking.k8s.io/v1", "networkpolicies"),
    object: objectOf("networking.k8s.io/v1", "NetworkPolicy", spec({ podSelector: {} })),
    faults: [
      spec({ policyTypes: ["Ingress", "Egress", "Egress"] }),
      spec({ ingress: [{ ports: [{ port: "http", endPort: 80 }, { port: 90, endPort: 80 }, { endPort: 5 }] }] }),
      spec({ ingress: [{ from: [{}, { ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/8"] }, podSelector: {} }] }] }),
    ],
  },
  {
    path: pathOf("v1", "persistentvolumeclaims"),
    object: objectOf(
      "v1",
      "PersistentVolumeClaim",
      spec({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } }),
    ),
    faults: [
      spec({ resources: { requests: { a: "1Gi" } } }),
      spec({ accessModes: null }),
      spec({ accessModes: ["ReadWriteMany"], selector: { matchLabels: { a: "b" } } }),
      spec({ resources: { requests: { storage: "0" } } }),
      spec({ volumeMode: "Block" }),
    ],
  },
  {
    path: "/api/v1/persistentvolumes",
    object: objectOf(
      "v1",
      "PersistentVolume",
      spec({
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        nfs: { server: "s", path: "/p" },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] } },
      }),
      "built-in-words",
    ),
    faults: [
      spec({ hostPath: { path: "/a" } }),
      spec({ nfs: { readOnly: true } }),
      spec({ nfs: null }),
      spec({ nfs: null, flocker: {} }),
      spec({ nfs: null, quobyte: {} }),
      spec({ nfs: null, csi: {} }),
      spec({ nfs: null, local: { path: "a" } }),
      spec({ capacity: null }),
      spec({ capacity: { a: "0" } }),
      spec({ accessModes: [] }),
      spec({ volumeAttributesClassName: "" }),
      spec({ volumeAttributesClassName: "a" }),
      spec({ nodeAffinity: { required: { nodeSelectorTerms: [{}] } } }),
    ],
  },
  {
    path: pathOf("rbac.authorization.k8s.io/v1", "rolebindings"),
    object: objectOf("rbac.authorization.k8s.io/v1", "RoleBinding", {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [{ kind: "User", name: "a", apiGroup: "rbac.authorization.k8s.io" }],
    }),
    faults: [
      { roleRef: { kind: "Role" } },
      { roleRef: { kind: "a", name: "" } },
      { subjects: [{ kind: "User", name: "a", apiGroup: "x" }] },
      {
        subjects: [
          { kind: "ServiceAccount", name: "A_" },
          { kind: "x", name: "a" },
        ],
      },
    ],
  },
  {
    path: pathOf("rbac.authorization.k8s.io/v1", "roles"),
    object: objectOf("rbac.authorization.k8s.io/v1", "Role", { rules: [] }),
    faults: [
      { rules: [{ verbs: ["get"], nonResourceURLs: ["/a"] }] },
      { rules: [{}] },
      { rules: [{ verbs: ["get"], apiGroups: [""] }] },
    ],
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    object: objectOf("rbac.authorization.k8s.io/v1", "ClusterRole", { rules: [] }, "built-in-words"),
    faults: [
      { aggregationRule: {} },
      { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "NotIn" }] }] } },
      { rules: [{ verbs: ["get"], nonResourceURLs: ["/a"], resources: ["a"], apiGroups: [""] }] },
    ],
  },
  {
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    object: objectOf(
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      spec({
        group: "words.example.org",
        scope: "Namespaced",
        names: { plural: "texts", kind: "Text" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      }),
      "texts.words.example.org",
    ),
    faults: [
      spec({ conversion: { webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1"] } } }),
      spec({ names: { plural: "", singular: "" }, versions: [] }),
      spec({ preserveUnknownFields: true }),
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/csidrivers",
    object: objectOf("storage.k8s.io/v1", "CSIDriver", { spec: {} }, "built-in-words"),
    faults: [
      spec({ volumeLifecycleModes: ["a"] }),
      spec({ nodeAllocatableUpdatePeriodSeconds: 1 }),
      spec({ volumeLifecycleModes: ["a"], fsGroupPolicy: "a", tokenRequests: [{ expirationSeconds: 1 }] }),
      spec({ attachRequired: false, podInfoOnMount: true, fsGroupPolicy: "x" }),
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/volumeattachments",
    object: objectOf(
      "storage.k8s.io/v1",
      "VolumeAttachment",
      spec({ attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } }),
      "built-in-words",
    ),
    faults: [
      spec({ source: { persistentVolumeName: null } }),
      spec({
        source: {
          inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], csi: { driver: "d", volumeHandle: "h" } },
        },
      }),
      spec({ attacher: "", nodeName: "" }),
    ],
  },
  {
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: objectOf(
      "apiregistration.k8s.io/v1",
      "APIService",
      spec({
        group: "words.example.com",
        version: "v1",
        groupPriorityMinimum: 5,
        versionPriority: 5,
        insecureSkipTLSVerify: true,
        service: { name: "a", namespace: "b" },
      }),
      "v1.words.example.com",
    ),
    faults: [
      spec({ groupPriorityMinimum: 0, versionPriority: 0 }),
      spec({ caBundle: "YQ==" }),
      spec({ group: "other.example.com" }),
      spec({ service: { name: "", namespace: "", port: 0 } }),
    ],
  },
  {
    path: pathOf("v1", "limitranges"),
    object: objectOf("v1", "LimitRange", spec({ limits: [{ type: "Container", max: { memory: "2Gi" } }] })),
    faults: [
      spec({ limits: [{ type: "Container", max: { memory: "1" }, min: { memory: "2" } }] }),
      spec({
        limits: [
          { type: "Container", max: { memory: "1" }, default: { memory: "2" }, defaultRequest: { memory: "3" } },
        ],
      }),
      spec({
        limits: [
          { type: "Container", max: { memory: "4" }, min: { memory: "2" }, maxLimitRequestRatio: { memory: "3" } },
        ],
      }),
      spec({ limits: [{ type: "Pod", default: { memory: "1" } }, { type: "Pod" }] }),
      spec({ limits: [{ type: "Container", maxLimitRequestRatio: { memory: "500m" } }] }),
      spec({ limits: [{ type: "PersistentVolumeClaim" }] }),
    ],
  },
  {
    path: pathOf("v1", "resourcequotas"),
    object: objectOf("v1", "ResourceQuota", spec({ hard: { pods: 1 } })),
    faults: [spec({ hard: { a: "1" }, scopes: ["x"] }), spec({ scopes: ["BestEffort", "NotBestEffort"] })],
  },
  {
    path: pathOf("policy/v1", "poddisruptionbudgets"),
    object: objectOf("policy/v1", "PodDisruptionBudget", spec({ minAvailable: 1, selector })),
    faults: [spec({ maxUnavailable: 1 }), spec({ minAvailable: "101%" }), spec({ minAvailable: "x" })],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
    object: objectOf("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", {}, "built-in-words"),
    faults: [
      {
        webhooks: [
          {
            name: "a.example.com",
            clientConfig: { service: { name: "a", namespace: "b", path: "a", port: 0 } },
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
          },
        ],
      },
      { webhooks: [{ name: "a", clientConfig: {}, sideEffects: "Some", admissionReviewVersions: ["v9"] }] },
      {
        webhooks: [
          {
            name: "a.example.com",
            clientConfig: { url: "http://a#b" },
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
            timeoutSeconds: 99,
            matchConditions: [{ name: "", expression: "" }],
          },
        ],
      },
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
    object: objectOf(
      "admissionregistration.k8s.io/v1",
      "ValidatingAdmissionPolicy",
      spec({
        matchConstraints: {
          resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
        },
        validations: [{ expression: "true" }],
      }),
      "built-in-words",
    ),
    faults: [
      spec({ variables: [{}] }),
      spec({ validations: [{ expression: "" }] }),
      spec({ auditAnnotations: [{ key: "", valueExpression: "" }] }),
      spec({ validations: [{ expression: "variables.pod" }] }),
      spec({ paramKind: { apiVersion: "a/b/c", kind: "" } }),
    ],
  },
  {
    path: "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
    object: objectOf(
      "admissionregistration.k8s.io/v1",
      "ValidatingAdmissionPolicyBinding",
      spec({ policyName: "a", validationActions: ["Deny"] }),
      "built-in-words",
    ),
    faults: [
      spec({ paramRef: { name: "a", selector: {}, parameterNotFoundAction: "Deny" } }),
      spec({ paramRef: {} }),
      spec({ validationActions: ["Deny", "Warn", "Deny"] }),
      spec({ validationActions: [] }),
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    object: objectOf(
      "flowcontrol.apiserver.k8s.io/v1",
      "FlowSchema",
      spec({ priorityLevelConfiguration: { name: "a" }, matchingPrecedence: 5 }),
      "built-in-words",
    ),
    faults: [
      spec({ rules: [{ subjects: [{ kind: "a" }], resourceRules: [], nonResourceRules: [] }] }),
      spec({ distinguisherMethod: {} }),
      spec({
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "*" } }],
            resourceRules: [{ verbs: [], apiGroups: ["", "*"], resources: ["*", "a"], namespaces: [] }],
            nonResourceRules: [{ verbs: [""], nonResourceURLs: ["a"] }],
          },
        ],
      }),
    ],
  },
  {
    path: "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    object: objectOf(
      "flowcontrol.apiserver.k8s.io/v1",
      "PriorityLevelConfiguration",
      spec({ type: "Limited", limited: { limitResponse: { type: "Reject" } } }),
      "built-in-words",
    ),
    faults: [
      spec({ exempt: {} }),
      spec({ type: "Exempt" }),
      spec({ type: "" }),
      spec({ limited: { limitResponse: { type: "Queue", queuing: { queues: 0, handSize: 0, queueLengthLimit: 0 } } } }),
      spec({ limited: { limitResponse: { type: "Reject", queuing: {} } } }),
      spec({ limited: { limitResponse: { type: "Queue", queuing: { queues: 100_000, handSize: 6 } } } }),
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/volumeattributesclasses",
    object: objectOf(
      "storage.k8s.io/v1",
      "VolumeAttributesClass",
      { driverName: "a", parameters: { a: "b" } },
      "built-in-words",
    ),
    faults: [{ parameters: { a: "c" } }, { driverName: "b" }, { parameters: null }],
  },
  {
    path: pathOf("resource.k8s.io/v1", "resourceclaimtemplates"),
    object: objectOf(
      "resource.k8s.io/v1",
      "ResourceClaimTemplate",
      spec({ spec: { devices: { requests: [{ name: "gpu", exactly: { deviceClassName: "gpu.example.com" } }] } } }),
    ),
    faults: [
      spec({ metadata: { labels: { a: "b" } } }),
      spec({ spec: { devices: { requests: [{ name: "gpu", exactly: {}, firstAvailable: [] }] } } }),
      spec({ spec: { devices: { constraints: [{ requests: ["none"], matchAttribute: "a" }] } } }),
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: objectOf(
      "resource.k8s.io/v1",
      "ResourceSlice",
      spec({ driver: "gpu.example.com", nodeName: "n", pool: { name: "p", resourceSliceCount: 1 }, devices: [] }),
      "built-in-words",
    ),
    faults: [
      spec({ allNodes: true }),
      spec({ nodeName: null }),
      spec({ pool: { resourceSliceCount: 0 } }),
      spec({ driver: "", pool: { name: "", resourceSliceCount: 0 }, allNodes: true, devices: [{ name: "A" }] }),
      spec({ devices: [{ name: "a", allNodes: true }] }),
      spec({ devices: [{ name: "a", attributes: { b: { int: 1, string: "a" } } }] }),
      spec({ devices: [{ name: "a", attributes: { b: {} } }, { name: "a" }] }),
    ],
  },
  {
    path: pathOf("v1", "events"),
    object: objectOf("v1", "Event", {
      involvedObject: { kind: "Pod", namespace, name: "web", apiVersion: "v1" },
      reason: "A",
      type: "Normal",
    }),
    faults: [{ involvedObject: { namespace: "other" } }],
  },
  {
    path: pathOf("v1", "secrets"),
    object: objectOf("v1", "Secret", { type: "Opaque" }),
    faults: [{ type: "kubernetes.io/tls" }, { data: { "a b": "YQ==" } }, { type: "kubernetes.io/basic-auth" }],
  },
  {
    path: pathOf("v1", "configmaps"),
    object: objectOf("v1", "ConfigMap", { data: { a: "b" } }),
    faults: [{ binaryData: { a: "YQ==" } }, { metadata: { labels: { "a b": "c" }, annotations: { "/": "x" } } }],
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: objectOf("scheduling.k8s.io/v1", "PriorityClass", { value: 5 }, "built-in-words"),
    faults: [{ value: 6 }, { value: 2_000_000_000, preemptionPolicy: "x" }],
  },
  {
    path: "/apis/node.k8s.io/v1/runtimeclasses",
    object: objectOf("node.k8s.io/v1", "RuntimeClass", { handler: "a" }, "built-in-words"),
    faults: [
      { handler: "A" },
      {
        scheduling: {
          tolerations: [
            { key: "a", operator: "Exists" },
            { key: "a", operator: "Exists" },
          ],
        },
      },
      { overhead: { podFixed: { cpu: "-1" } } },
    ],
  },
  {
    path: pathOf("discovery.k8s.io/v1", "endpointslices"),
    object: objectOf("discovery.k8s.io/v1", "EndpointSlice", { addressType: "IPv4", endpoints: [] }),
    faults: [
      { endpoints: [{ addresses: [] }, { addresses: ["x"] }, { addresses: ["127.0.0.1"] }] },
      { ports: [{ name: "A", protocol: "x" }, { name: "A" }] },
      { addressType: "FQDN" },
    ],
  },
  {
    path: pathOf("v1", "endpoints"),
    object: objectOf("v1", "Endpoints", { subsets: [] }),
    faults: [{ subsets: [{}] }, { subsets: [{ addresses: [{ ip: "" }], ports: [{ port: 0 }] }] }],
  },
  {
    path: "/api/v1/nodes",
    object: objectOf("v1", "Node", { spec: {} }, "built-in-words"),
    faults: [
      {
        metadata: {
          annotations: {
            "scheduler.alpha.kubernetes.io/preferAvoidPods": '{"preferAvoidPods":[{}]}',
            "scheduler.alpha.kubernetes.io/taints": '[{"key":"-","effect":"a"},{"key":"b"}]',
          },
        },
      },
      spec({ podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] }),
      spec({ podCIDRs: ["10.0.0.0/24", "fd00::/64", "10.0.1.0/24"], taints: [{ key: "-", effect: "a" }] }),
    ],
  },
  {
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests",
    object: objectOf(
      "certificates.k8s.io/v1",
      "CertificateSigningRequest",
      spec({ request, signerName: "a.b/c", usages: ["any"] }),
      "built-in-words",
    ),
    faults: [spec({ expirationSeconds: 1 }), spec({ signerName: "a" }), spec({ usages: [], request: "YQ==" })],
  },
  {
    path: pathOf("coordination.k8s.io/v1", "leases"),
    object: objectOf("coordination.k8s.io/v1", "Lease", { spec: {} }),
    faults: [spec({ leaseDurationSeconds: 0, leaseTransitions: -1 }), spec({ strategy: "x", preferredHolder: "a" })],
  },
];

/** Yields for each fault the responses to a creation and to an update of the created object. */
export async function* playBuiltInWords({ exchange }: { readonly exchange: Exchange }): AsyncGenerator<string> {
  await exchange("POST", "/api/v1/namespaces", JSON.stringify(objectOf("v1", "Namespace", {}, namespace)));
  const account = objectOf("v1", "ServiceAccount", {}, "default");
  await exchange("POST", pathOf("v1", "serviceaccounts"), JSON.stringify(account));
  for (const { path, object, faults } of [...plays, ...warnedPlays]) {
    const { name } = object["metadata"] as { name: string };
    const line = (did: string, fault: Json, { code, text, warnings }: Reply): string => {
      const { message } = JSON.parse(text) as { message?: string };
      const warningTexts = withoutOwnAdvice(warnings).map((warning) => ` ${warning}`);
      return `${did} ${object["kind"]} ${JSON.stringify(fault)}: ${code} ${JSON.stringify(message ?? "")}${warningTexts.join("")}`;
    };
    for (const fault of faults) {
      const faulty = applyMergePatch(object as JsonObject, fault);
      if (!faulty.ok) throw new Error(faulty.error.message);
      yield line("create", fault, await exchange("POST", `${path}?dryRun=All`, JSON.stringify(faulty.value)));
    }
    yield line("make", {}, await exchange("POST", path, JSON.stringify(object)));
    for (const fault of faults) {
      yield line("change", fault, await exchange("PATCH", `${path}/${name}?dryRun=All`, JSON.stringify(fault)));
    }
  }
}

/** Deletes the objects that the plays created. */
export async function removeBuiltIns({ exchange }: { readonly exchange: Exchange }): Promise<void> {
  for (const { path, object } of [...plays, ...warnedPlays]) {
    const { name } = object["metadata"] as { name: string };
    await exchange("DELETE", `${path}/${name}?gracePeriodSeconds=0&propagationPolicy=Background`);
    await exchange("PATCH", `${path}/${name}`, JSON.stringify({ metadata: { finalizers: null } }));
  }
}
