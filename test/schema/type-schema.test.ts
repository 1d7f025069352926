import { expect, test } from "vitest";
import { servedKinds } from "../../src/api/served-kinds.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { schemaAt } from "../../src/schema/decode-schema.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

test.each([
  {
    type: "core/v1.Container",
    path: ["ports"],
    expected: {
      type: "array",
      "x-proto": 6,
      "x-list-type": "map",
      "x-list-map-keys": ["containerPort", "protocol"],
      "x-patch-strategy": "merge",
      "x-patch-merge-key": "containerPort",
    },
  },
  { type: "core/v1.Container", path: ["restartPolicyRules"], expected: { "x-since": "1.34", "x-proto": 25 } },
  { type: "core/v1.PodResourceClaim", path: ["source"], expected: { "x-until": "1.31" } },
  { type: "core/v1.ContainerPort", path: ["protocol"], expected: { enum: ["SCTP", "TCP", "UDP"] } },
  { type: "core/v1.ContainerPort", path: ["containerPort"], expected: { "x-int": 32, "x-required": true } },
  {
    type: "core/v1.ScopedResourceSelectorRequirement",
    path: ["scopeName"],
    expected: { "x-enum-since": { VolumeAttributesClass: "1.33" } },
  },
  { type: "core/v1.SecurityContext", path: ["procMount"], expected: { "x-proto": 9, "x-gate": "ProcMountType" } },
  { type: "core/v1.Lifecycle", path: ["stopSignal"], expected: { "x-gate": "ContainerStopSignals" } },
  { type: "kubelet/v1beta1.KubeletConfiguration", path: ["syncFrequency"], expected: { format: "go-duration" } },
  { type: "logging/v1.LoggingConfiguration", path: ["verbosity"], expected: { "x-uint": 32, "x-always": true } },
  { type: "rbac/v1.Role", path: ["rules"], expected: { "x-always": true, "x-proto": 2 } },
  { type: "core/v1.Secret", path: ["data", "any"], expected: { type: "string", format: "base64" } },
  { type: "core/v1.SecretKeySelector", path: ["name"], expected: { "x-proto": 1, "x-proto-inline": 1 } },
  {
    type: "admissionregistration/v1.NamedRuleWithOperations",
    path: ["apiGroups"],
    expected: { "x-proto": 1, "x-proto-inline": [2, 2] },
  },
  { type: "core/v1.ResourceRequirements", path: ["limits", "cpu"], expected: { "x-quantity": true } },
  { type: "core/v1.ServicePort", path: ["targetPort"], expected: { "x-int-or-string": true, "x-proto": 4 } },
  { type: "coordination/v1.LeaseSpec", path: ["renewTime"], expected: { format: "rfc3339-micro-time" } },
  { type: "apps/v1.ControllerRevision", path: ["data"], expected: { "x-raw": true } },
  { type: "apps/v1.Deployment", path: ["metadata"], expected: { "x-type": "meta/v1.ObjectMeta", "x-proto": 1 } },
])("$type $path", ({ type, path, expected }) => {
  expect(schemaAt(typeSchema(type), path)).toMatchObject(expected);
});

test("fields with the same type share its schema", () => {
  const inDeployment = schemaAt(typeSchema("apps/v1.Deployment"), ["spec", "template", "spec"]);
  const inJob = schemaAt(typeSchema("batch/v1.Job"), ["spec", "template", "spec"]);
  expect(inDeployment?.properties).toBe(inJob?.properties);
});

test("a type may be recursive", () => {
  const template = typeSchema("scheduling/v1beta1.CompositePodGroupTemplate");
  const inner = Object.values(template.properties ?? {}).map((field) => field.items?.properties);
  expect(inner).toContain(template.properties);
});

test("fields of a status have no enumeration, since kube-apiserver drops the values of clients", () => {
  const status = schemaAt(typeSchema("core/v1.Pod"), ["status", "phase"]);
  expect(status).toEqual({ type: "string", "x-proto": 1 });
});

test("an unknown type throws an error", () => {
  expect(() => typeSchema("core/v1.Nothing")).toThrow("no type core/v1.Nothing");
});

test("every field of every kind has a type or a type keyword", () => {
  const seen = new Set<FieldSchema>();
  const walk = (schema: FieldSchema): void => {
    if (schema.properties && seen.has(schema.properties as FieldSchema)) return;
    seen.add((schema.properties ?? schema) as FieldSchema);
    const isShape =
      schema.type ?? schema["x-int"] ?? schema["x-raw"] ?? schema["x-quantity"] ?? schema["x-int-or-string"];
    expect(isShape).toBeTruthy();
    for (const field of Object.values(schema.properties ?? {})) walk(field);
    if (schema.items) walk(schema.items);
    if (typeof schema.additionalProperties === "object") walk(schema.additionalProperties);
  };
  for (const { group, kind, versions } of servedKinds()) {
    const area = { "": "core", "internal.apiserver.<domain>": "apiserverinternal" }[group] ?? group.split(".")[0];
    for (const { name } of versions) walk(typeSchema(`${area}/${name}.${kind}`));
  }
  expect(seen.size).toBeGreaterThan(700);
});
