import { expect, test } from "vitest";
import { servedKinds } from "../../src/api/served-kinds.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { retiredVersions } from "../../src/kinds/retired.ts";

const findKind = (group: string, kind: string) =>
  servedKinds().find((item) => item.group === group && item.kind === kind);

test("a namespaced resource has its names, scope, categories, subresources and versions", () => {
  expect(findKind("apps", "Deployment")).toEqual({
    group: "apps",
    kind: "Deployment",
    plural: "deployments",
    singular: "deployment",
    scope: "Namespaced",
    shortNames: ["deploy"],
    categories: ["all"],
    subresources: ["scale", "status"],
    versions: [{ name: "v1" }],
  });
});

test("versions are listed newest first, with the releases that serve them", () => {
  expect(findKind("storage.<domain>", "VolumeAttributesClass")).toMatchObject({
    scope: "Cluster",
    versions: [
      { name: "v1", since: "1.34" },
      {
        name: "v1beta1",
        since: "1.31",
        until: "1.37",
        deprecated: "1.34",
        replacement: "storage.<domain>/v1",
        optionalSince: "1.0",
      },
      { name: "v1alpha1", until: "1.35", replacement: "storage.<domain>/v1", optionalSince: "1.0" },
    ],
  });
});

test("a version that is enabled by default is not optional", () => {
  expect(findKind("flowcontrol.apiserver.<domain>", "FlowSchema")?.versions).toEqual([
    { name: "v1" },
    {
      name: "v1beta3",
      until: "1.32",
      deprecated: "1.29",
      replacement: "flowcontrol.apiserver.<domain>/v1",
    },
  ]);
});

test("each kind is listed once: a hand-written kind replaces that of the type tables", () => {
  const names = builtInKinds.map(({ group, kind }) => `${group}/${kind}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(90);
});

test("each kind has a description", () => {
  expect(builtInKinds.filter(({ description }) => description === "").map(({ kind }) => kind)).toEqual([]);
});

test("no built-in kind has a retired version", () => {
  for (const { group, name, kind } of retiredVersions) {
    const current = builtInKinds.find((item) => item.group === group && item.kind === kind);
    expect(current?.versions.map((version) => version.name) ?? []).not.toContain(name);
  }
});

test.each([
  { apiVersion: "extensions/v1beta1", kind: "Ingress", expected: ["kind/version"] },
  { apiVersion: "batch/v1beta1", kind: "CronJobList", expected: ["kind/version"] },
  { apiVersion: "autoscaling/v2beta2", kind: "HorizontalPodAutoscaler", expected: ["kind/version"] },
  { apiVersion: "networking.example.com/v1", kind: "Ingress", expected: ["kind/unknown"] },
  { apiVersion: "scheduling.volcano.sh/v1beta1", kind: "PodGroup", expected: ["kind/unknown"] },
  { apiVersion: "apps/v1", kind: "Deploy", expected: ["kind/unknown-name"] },
])("$apiVersion $kind", ({ apiVersion, kind, expected }) => {
  const found = createVetter().vetText(JSON.stringify({ apiVersion, kind, metadata: { name: "a" } }), "a.json");
  expect(found.map(({ rule }) => rule)).toEqual(expected);
});

test("a custom group domain applies to current and removed versions", () => {
  const spec = { defaultBackend: { service: { name: "a", port: { number: 80 } } } };
  const metadata = { name: "a", namespace: "a" };
  const vet = (apiVersion: string) =>
    createVetter({ groupDomain: "example.com" }).vetObject({ apiVersion, kind: "Ingress", metadata, spec });
  expect(vet("networking.example.com/v1beta1").map(({ message }) => message)).toEqual([
    "Ingress networking.example.com/v1beta1 was removed in 1.22",
  ]);
  expect(vet("networking.example.com/v1")).toEqual([]);
});
