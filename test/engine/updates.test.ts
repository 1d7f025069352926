import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

const vetter = createVetter();

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", uid: "1", resourceVersion: "1" },
  spec: { containers: [{ name: "web", image: "web:1", resources: { limits: { memory: "1Gi" } } }] },
};

const job = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "import", namespace: "shop", uid: "1", resourceVersion: "1" },
  spec: {
    manualSelector: true,
    selector: { matchLabels: { app: "import" } },
    template: {
      metadata: { labels: { app: "import", empty: "" } },
      spec: { containers: [{ name: "import", image: "import:1" }], restartPolicy: "Never" },
    },
  },
};

/** Returns a copy with the value at `path`. */
function withValue(object: object, path: readonly (string | number)[], value: unknown): object {
  const copy = structuredClone(object);
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(at as object, step), copy);
  Reflect.set(holder as object, path.at(-1) ?? "", value);
  return copy;
}

const podSpec = ["spec"] as const;
const container = ["spec", "containers", 0] as const;

test.each([
  { name: "a pointer to zero", object: pod, path: [...podSpec, "securityContext"], value: { runAsUser: 0 } },
  { name: "a pointer to false", object: pod, path: [...podSpec, "automountServiceAccountToken"], value: false },
  { name: "a priority of 0", object: pod, path: [...podSpec, "priority"], value: 0 },
  { name: "a pointer to a struct without fields", object: pod, path: [...podSpec, "affinity"], value: {} },
  {
    name: "a pointer to zero in a container",
    object: pod,
    path: [...container, "securityContext"],
    value: { privileged: false },
  },
  {
    name: "a label with an empty value",
    object: job,
    path: ["spec", "selector", "matchLabels"],
    value: { app: "import", empty: "" },
  },
])("an update that adds $name is refused", ({ object, path, value }) => {
  const errors = vetter
    .vetObject(withValue(object, path, value), object)
    .filter(({ severity }) => severity === "error");
  expect(errors).not.toEqual([]);
});

test.each([
  { name: "false", path: [...podSpec, "hostNetwork"], value: false },
  { name: "an empty string", path: [...podSpec, "nodeName"], value: "" },
  { name: "an empty map", path: [...podSpec, "nodeSelector"], value: {} },
  { name: "an empty list", path: [...podSpec, "volumes"], value: [] },
  { name: "an empty list in a container", path: [...container, "args"], value: [] },
  { name: "a struct without fields", path: [...container, "resources", "claims"], value: [] },
  {
    name: "the same quantity in another notation",
    path: [...container, "resources", "limits", "memory"],
    value: 1073741824,
  },
])("adding $name is accepted, since Go decodes it to the same value", ({ path, value }) => {
  expect(vetter.vetObject(withValue(pod, path, value), pod).filter(({ severity }) => severity === "error")).toEqual([]);
});
