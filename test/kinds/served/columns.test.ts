import { expect, test } from "vitest";
import type { Kind } from "../../../src/kind/kind.ts";
import { controllerRevision } from "../../../src/kinds/apps/controller-revision.ts";
import { lease } from "../../../src/kinds/coordination/lease.ts";
import { configMap } from "../../../src/kinds/core/config-map.ts";
import { event } from "../../../src/kinds/core/event.ts";
import { namespace } from "../../../src/kinds/core/namespace.ts";
import { node } from "../../../src/kinds/core/node.ts";
import { pod } from "../../../src/kinds/core/pod.ts";
import { secret } from "../../../src/kinds/core/secret.ts";
import { service } from "../../../src/kinds/core/service.ts";
import { serviceAccount } from "../../../src/kinds/core/service-account.ts";
import { storageClass } from "../../../src/kinds/storage/storage-class.ts";

/** Returns the column names; `*` marks columns that only `-o wide` shows. */
const namesOf = ({ resource }: Kind<never>): string[] =>
  (resource?.columns ?? []).map(({ name, priority }) => (priority ? `*${name}` : name));

function cellsOf<T>({ resource }: Kind<T>, object: T): Record<string, string | number | boolean | null> {
  return Object.fromEntries((resource?.columns ?? []).map(({ name, value }) => [name, value(object, 0)]));
}

test.each<{ kind: Kind<never>; expected: string[] }>([
  { kind: namespace, expected: ["Name", "Status", "Age"] },
  { kind: configMap, expected: ["Name", "Data", "Age"] },
  { kind: secret, expected: ["Name", "Type", "Data", "Age"] },
  { kind: serviceAccount, expected: ["Name", "Age"] },
  { kind: lease, expected: ["Name", "Holder", "Age"] },
  { kind: controllerRevision, expected: ["Name", "Controller", "Revision", "Age"] },
  {
    kind: event,
    expected: [
      "Last Seen",
      "Type",
      "Reason",
      "Object",
      "*Subobject",
      "*Source",
      "Message",
      "*First Seen",
      "*Count",
      "*Name",
    ],
  },
  {
    kind: node,
    expected: [
      "Name",
      "Status",
      "Roles",
      "Age",
      "Version",
      "*Internal-IP",
      "*External-IP",
      "*OS-Image",
      "*Kernel-Version",
      "*Container-Runtime",
    ],
  },
  {
    kind: pod,
    expected: ["Name", "Ready", "Status", "Restarts", "Age", "*IP", "*Node", "*Nominated Node", "*Readiness Gates"],
  },
])("columns of $kind.kind", ({ kind, expected }) => {
  expect(namesOf(kind)).toEqual(expected);
});

test.each([
  { name: "an empty status", object: {}, expected: { Status: "Unknown", Roles: "<none>", "OS-Image": "<unknown>" } },
  {
    name: "ready, with roles",
    object: {
      metadata: { labels: { "node-role.kubernetes.io/worker": "", "kubernetes.io/role": "edge" } },
      status: { conditions: [{ type: "Ready", status: "True" }] },
    },
    expected: { Status: "Ready", Roles: "edge,worker" },
  },
  {
    name: "cordoned",
    object: {
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: "Ready", status: "False" }],
        addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
        nodeInfo: { kernelVersion: "6.1", architecture: "arm64" },
      },
    },
    expected: {
      Status: "NotReady,SchedulingDisabled",
      "Internal-IP": "10.0.0.1",
      "External-IP": "<none>",
      "Kernel-Version": "6.1 (arm64)",
    },
  },
])("node: $name", ({ object, expected }) => {
  expect(cellsOf(node, object)).toMatchObject(expected);
});

test("service: all addresses of the load balancer are shown, then its external IPs", () => {
  const ingress = [{ ip: "203.0.113.9" }, { hostname: "a.example.org" }];
  const spec = { type: "LoadBalancer" as const, externalIPs: ["203.0.113.5"] };
  expect(cellsOf(service, { spec, status: { loadBalancer: { ingress } } })).toMatchObject({
    "External-IP": "203.0.113.9,a.example.org,203.0.113.5",
  });
});

const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };

test.each([
  { name: "none", classes: [{ name: "a" }], expected: ["a"] },
  {
    name: "the last one created",
    classes: [
      { name: "a", annotations, creationTimestamp: "2027-01-01T00:00:00Z" },
      { name: "b", annotations, creationTimestamp: "2027-01-01T00:01:00Z" },
      { name: "c", creationTimestamp: "2027-01-01T00:02:00Z" },
    ],
    expected: ["a", "b (default)", "c"],
  },
  {
    name: "the first by name of those created in one second",
    classes: [
      { name: "b", annotations, creationTimestamp: "2027-01-01T00:00:00Z" },
      { name: "a", annotations, creationTimestamp: "2027-01-01T00:00:00Z" },
    ],
    expected: ["b", "a (default)"],
  },
])("a list of storage classes marks the default one: $name", ({ classes, expected }) => {
  const objects = classes.map((metadata) => ({ metadata, provisioner: "example.com/p" }));
  const [nameColumn] = storageClass.resource?.columnsOfList?.(objects) ?? [];
  expect(objects.map((object) => nameColumn?.value(object, 0))).toEqual(expected);
});

test.each([
  {
    name: "one that happened once",
    object: { eventTime: "2026-01-01T00:00:00.000000Z", involvedObject: { kind: "Pod", name: "a" } },
    expected: { "Last Seen": "2026-01-01T00:00:00.000000Z", Count: 1, Object: "pod/a", Source: "" },
  },
  {
    name: "a series",
    object: {
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-02T00:00:00Z",
      series: { count: 7, lastObservedTime: "2026-01-03T00:00:00.000000Z" },
      source: { component: "kubelet", host: "n1" },
      message: " pulled \n",
    },
    expected: {
      "Last Seen": "2026-01-03T00:00:00.000000Z",
      "First Seen": "2026-01-01T00:00:00Z",
      Count: 7,
      Source: "kubelet, n1",
      Message: "pulled",
    },
  },
])("event: $name", ({ object, expected }) => {
  expect(cellsOf(event, object)).toMatchObject(expected);
});

test("columns show the number of data keys", () => {
  expect(cellsOf(configMap, { data: { a: "1" }, binaryData: { b: "eA==" } })["Data"]).toBe(2);
  expect(cellsOf(secret, { type: "Opaque", data: { a: "eA==" } })).toMatchObject({ Type: "Opaque", Data: 1 });
});
