import { expect, test } from "vitest";
import { createCatalog } from "../../src/kind/catalog.ts";
import { detectKind } from "../../src/kind/detect.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { retiredVersions } from "../../src/kinds/retired.ts";

const catalog = createCatalog(builtInKinds, "k8s.io");

test.each([
  { apiVersion: "v1", kind: "Pod", found: "Pod" },
  { apiVersion: "apps/v1", kind: "DaemonSet", found: "DaemonSet" },
  { apiVersion: "apps/v2", kind: "DaemonSet", found: "kind/version" },
  { apiVersion: "example.com/v1", kind: "Thing", found: "example.com/v1 Thing" },
  { apiVersion: "v1", kind: "List", found: "mixed" },
  { apiVersion: "example.com/v1/v2", kind: "Thing", found: "kind/version" },
  // The cache does not confuse two kinds with the same text.
  { apiVersion: "v1", kind: "Pod Pod", found: "v1 Pod Pod" },
  { apiVersion: "v1 Pod", kind: "Pod", found: "kind/version" },
])("$apiVersion, $kind: $found, also from the cache", ({ apiVersion, kind, found }) => {
  for (let time = 0; time < 2; time++) {
    const detection = detectKind({ apiVersion, kind }, catalog);
    if ("fault" in detection) expect(detection.fault.rule).toBe(found);
    else if ("unknown" in detection) expect(detection.unknown).toBe(found);
    else if ("kind" in detection) expect(detection.kind.kind).toBe(found);
    else expect(detection.list).toBe(found);
  }
});

test("a catalog works after thousands of different kinds were detected", () => {
  for (let index = 0; index < 3000; index++)
    detectKind({ apiVersion: "example.com/v1", kind: `Kind${index}` }, catalog);
  expect(detectKind({ apiVersion: "v1", kind: "Pod" }, catalog)).toMatchObject({ kind: { kind: "Pod" }, list: "none" });
});

test.each([
  { object: { apiVersion: "v2", name: "web", version: "1.2.0" }, isFault: false },
  { object: { apiVersion: "v1", name: "web", version: "1.2.0" }, isFault: false },
  { object: { apiVersion: "v1", entries: { web: [] }, generated: "2024-01-01T00:00:00Z" }, isFault: false },
  { object: { apiVersion: "v1", clusters: [] }, isFault: true },
  { object: { apiVersion: "apps/v1", metadata: { name: "web" } }, isFault: true },
])("an object without a kind: $object", ({ object, isFault }) => {
  expect("fault" in detectKind(object, catalog)).toBe(isFault);
});

test.each([
  { kind: "Role", isFault: true },
  { kind: "RoleList", isFault: true },
  { kind: "KubeletConfigurationList", isFault: false },
  { kind: "ThingList", isFault: false },
  { kind: "List", isFault: false },
])("an object without an apiVersion: $kind", ({ kind, isFault }) => {
  expect("fault" in detectKind({ kind, items: [] }, catalog)).toBe(isFault);
});

test("a removed kind is reported with its last version, also if the object has another version", () => {
  const known = createCatalog(builtInKinds, "k8s.io", retiredVersions);
  for (const version of ["v1", "v1beta1"]) {
    expect(detectKind({ apiVersion: `policy/${version}`, kind: "PodSecurityPolicy" }, known)).toMatchObject({
      fault: { rule: "kind/version", message: "PodSecurityPolicy policy/v1beta1 was removed in 1.25" },
    });
  }
});
