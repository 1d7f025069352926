/**
 * Tests the conditions for the warnings of kube-apiserver 1.37 about objects that it accepts (pkg/api/pod/warnings.go
 * and its siblings).
 */
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";

const vetter = createVetter();
const container = { name: "web", image: "registry.example.org/web:1.4" };
const podWithAnnotations = (annotations: object, spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", annotations },
  spec: { containers: [container], ...spec },
});
const pod = (spec: object) => podWithAnnotations({}, spec);
const withPorts = (...ports: object[]) => pod({ containers: [{ ...container, ports }] });
const withEnv = (...env: object[]) => pod({ containers: [{ ...container, env }] });
const withFiles = (...paths: string[]) =>
  pod({ volumes: [{ name: "data", configMap: { name: "web", items: paths.map((path) => ({ key: path, path })) } }] });
const projected = (...sources: object[]) =>
  pod({ serviceAccountName: "web", volumes: [{ name: "data", projected: { sources } }] });
const token = (path: string) => ({ serviceAccountToken: { path } });
const service = (spec: object) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { ports: [{ port: 80 }], ...spec },
});
const node = (spec: object) => ({ apiVersion: "v1", kind: "Node", metadata: { name: "node-1" }, spec });
const appArmor = "container.apparmor.security.beta.kubernetes.io/web";
const affinityTerm = (term: object) => ({ topologyKey: "kubernetes.io/hostname", ...term });

const advice = (object: unknown, stored?: unknown) =>
  vetter
    .vetObject(object, stored)
    .filter(({ severity }) => severity !== "info")
    .map(({ rule, path }) => `${rule} ${path.join(".")}`);

test.each<readonly [string, object, readonly string[]]>([
  [
    "an annotation together with the field",
    podWithAnnotations({ [appArmor]: "unconfined" }, { securityContext: { appArmorProfile: { type: "Unconfined" } } }),
    [],
  ],
  [
    "a seccomp annotation on a Windows pod",
    podWithAnnotations({ [appArmor]: "unconfined" }, { os: { name: "windows" } }),
    [],
  ],
  [
    "an annotation alone",
    podWithAnnotations({ [appArmor]: "unconfined" }),
    [`pod/dead-annotation metadata.annotations.${appArmor}`],
  ],
  ["a variable that extends its own value", withEnv({ name: "A", value: "a" }, { name: "A", value: "$(A):b" }), []],
  [
    "a variable whose value is itself",
    withEnv({ name: "A", value: "a" }, { name: "A", value: "$(A)" }),
    ["pod/hidden-variable spec.containers.0.env.1"],
  ],
  ["different host ports", withPorts({ containerPort: 1, hostPort: 2 }, { containerPort: 1, hostPort: 3 }), []],
  [
    "one host port",
    withPorts({ containerPort: 1, hostPort: 2 }, { containerPort: 1 }),
    ["pod/port-overlap spec.containers.0.ports.1"],
  ],
  [
    "a host port for all addresses and for one",
    withPorts({ containerPort: 1, hostPort: 2 }, { containerPort: 1, hostPort: 2, hostIP: "10.0.0.1" }),
    ["pod/port-overlap spec.containers.0.ports.1"],
  ],
  [
    "two addresses",
    withPorts(
      { containerPort: 1, hostPort: 2, hostIP: "10.0.0.2" },
      { containerPort: 1, hostPort: 2, hostIP: "10.0.0.1" },
    ),
    [],
  ],
  [
    "hostIP alone",
    withPorts({ containerPort: 1, hostIP: "10.0.0.1" }),
    ["pod/port-overlap spec.containers.0.ports.0.hostIP"],
  ],
  ["a file twice", withFiles("a", "a"), ["pod/overlapping-files spec.volumes.0.configMap.items.1.path"]],
  [
    "a mounted file below another",
    withFiles("a/b", "a"),
    ["pod/overlapping-files spec.volumes.0.configMap.items.1.path"],
  ],
  ["mounted files with a common prefix", withFiles("a", "ab"), []],
  [
    "two tokens",
    projected(token("a"), token("a")),
    ["pod/overlapping-files spec.volumes.0.projected.sources.1.serviceAccountToken.path"],
  ],
  [
    "a preferred affinity term without a selector",
    pod({
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: affinityTerm({}) }],
        },
      },
    }),
    [
      "pod/null-selector spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution.0.podAffinityTerm.labelSelector",
    ],
  ],
  [
    "an affinity term that selects all pods",
    pod({
      affinity: {
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [affinityTerm({ labelSelector: {} })] },
      },
    }),
    [],
  ],
  ["a pod CIDR of a node", node({ podCIDR: "10.0.0.1/24" }), ["node/pod-cidrs spec.podCIDR"]],
  [
    "pod CIDRs of a node",
    node({ podCIDRs: ["10.0.0.0/24", "2001:DB8::/64"] }),
    ["network/standard-address spec.podCIDRs.1"],
  ],
  [
    "client IP affinity of a headless Service",
    service({ clusterIP: "None", sessionAffinity: "ClientIP" }),
    ["service/ignored spec.sessionAffinity"],
  ],
  [
    "non-canonical addresses of a Service",
    service({ externalIPs: ["2001:0db8::1"] }),
    ["network/standard-address spec.externalIPs.0", "service/deprecated spec.externalIPs"],
  ],
])("%s", (_name, object, expected) => {
  expect(advice(object).sort()).toEqual(expected);
});

const podWithRemovedVolume = pod({ volumes: [{ name: "data", flocker: { datasetName: "web" } }] });

test("a volume type is deprecated until the release in which it has no effect", () => {
  const messages = (target: string) =>
    createVetter({ target })
      .vetObject(pod({ volumes: [{ name: "data", rbd: { monitors: ["a"], image: "b" } }] }))
      .map(({ message }) => message);
  expect(messages("1.30")).toEqual(["the volume type `rbd` is deprecated since 1.28"]);
  expect(messages("1.31")).toEqual(["the volume type `rbd` has no effect since 1.31"]);
});

const workload = (kind: string, { minReadySeconds = 1, annotations = {}, labels = {} } = {}) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: "web", namespace: "shop", annotations },
  spec: {
    ...(kind === "StatefulSet" && { serviceName: "web" }),
    minReadySeconds,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web", ...labels } }, spec: podWithRemovedVolume.spec },
  },
});

test("an update of a pod has no warnings", () => {
  expect(advice(podWithRemovedVolume, podWithRemovedVolume)).toEqual([]);
});

test.each([
  ["StatefulSet", { minReadySeconds: 2 }, true],
  ["StatefulSet", { annotations: { team: "shop" } }, false],
  ["Deployment", { annotations: { team: "shop" } }, true],
  ["DaemonSet", { minReadySeconds: 2 }, false],
  ["DaemonSet", { labels: { team: "shop" } }, true],
] as const)("an update of a %s with %j has warnings about its pods: %s", (kind, change, isGiven) => {
  const found = isGiven ? ["volume/dead-type spec.template.spec.volumes.0.flocker"] : [];
  expect(advice(workload(kind, change), workload(kind))).toEqual(found);
  expect(advice(workload(kind), workload(kind))).toEqual([]);
});
