import { expect, test } from "vitest";
import { typeSchema } from "../../../src/schema/type-schema.ts";
import { type FieldFault, fieldCauses } from "../../../src/server/request/field-cause.ts";

const pod = typeSchema("core/v1.Pod");
const fault = (path: FieldFault["path"], more: Partial<FieldFault> = {}): FieldFault => ({
  cause: "invalid",
  message: "is wrong",
  path,
  ...more,
});
const fieldsOf = (faults: readonly FieldFault[], schema = pod) =>
  fieldCauses(faults, schema, 100).map(({ field }) => field);

test.each([
  ["the object itself", [], "<nil>"],
  [
    "a key of a map",
    ["spec", "containers", 0, "resources", "limits", "example.com/gpu"],
    "spec.containers[0].resources.limits[example.com/gpu]",
  ],
  ["a map that errors name as a whole", ["metadata", "labels", "a/b"], "metadata.labels"],
  ["a name of its own", ["spec", "overhead", "cpu"], "spec.overhead.limits[cpu]"],
  ["a field that errors leave out", ["spec", "schedulingGates", 1, "name"], "spec.schedulingGates[1]"],
  [
    "a list that errors leave out",
    ["spec", "volumes", 0, "projected", "sources", 1, "downwardAPI", "items", 2, "path"],
    "spec.volumes[0].projected.sources[1].downwardAPI.path",
  ],
  [
    "an index that errors leave out",
    ["spec", "containers", 0, "volumeMounts", 3, "subPath"],
    "spec.containers[0].volumeMounts.subPath",
  ],
])("%s is named as the API server names it", (_what, path, field) => {
  expect(fieldsOf([fault(path)])).toEqual([field]);
});

test("a field that errors place elsewhere is named as the API server names it", () => {
  const node = typeSchema("core/v1.Node");
  expect(fieldsOf([fault(["spec", "taints", 1, "effect"])], node)).toEqual(["metadata.taints[1].effect"]);
});

test("a field that the finding names is taken as it is", () => {
  expect(fieldsOf([fault(["spec", "volumes"], { field: ["spec"] })])).toEqual(["spec"]);
});

test("each further field is a cause of its own, once", () => {
  const also = [{ field: ["spec", "containers", 0, "name"], cause: "not-found" }] as const;
  expect(fieldCauses([fault(["spec", "os"], { also }), fault(["spec", "dnsConfig"], { also })], pod, 100)).toEqual([
    { reason: "FieldValueInvalid", message: "Invalid value: is wrong", field: "spec.os" },
    { reason: "FieldValueInvalid", message: "Invalid value: is wrong", field: "spec.dnsConfig" },
    { reason: "FieldValueNotFound", message: "Not found: is wrong", field: "spec.containers[0].name" },
  ]);
});

test("further fields end with the most causes that are asked for", () => {
  const also = Array.from({ length: 9 }, (_, index) => ({ field: ["spec", "containers", index, "name"] }));
  expect(fieldCauses([fault(["spec", "os"], { also })], pod, 4)).toHaveLength(4);
});

test("a fault that the API server stops at hides those below its path", () => {
  const stop = fault(["spec", "os"], { hides: ["spec"] });
  expect(fieldsOf([fault(["spec", "dnsPolicy"]), stop, fault(["metadata", "name"])])).toEqual([
    "spec.os",
    "metadata.name",
  ]);
});
