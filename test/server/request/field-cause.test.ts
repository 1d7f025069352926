import { expect, test } from "vitest";
import { settle } from "../../../src/engine/options.ts";
import { validate } from "../../../src/engine/validate.ts";
import type { Kind, KindVersion } from "../../../src/kind/kind.ts";
import { typeSchema } from "../../../src/schema/type-schema.ts";
import { fieldCauses } from "../../../src/server/request/field-cause.ts";
import { type FieldFault, maxShownParts } from "../../../src/server/request/server-words.ts";

const pod = typeSchema("core/v1.Pod");
const fault = (path: FieldFault["path"], more: Partial<FieldFault> = {}): FieldFault => ({
  cause: "invalid",
  message: "is wrong",
  path,
  ...more,
});
const causesOf = (faults: readonly FieldFault[], schema = pod, object: unknown = {}, most = 100) =>
  fieldCauses(faults, { schema, object, isCustom: false }, most);
const fieldsOf = (faults: readonly FieldFault[], schema = pod) => causesOf(faults, schema).map(({ field }) => field);

test.each([
  ["the object itself", [], "<nil>"],
  [
    "a map key",
    ["spec", "containers", 0, "resources", "limits", "example.com/gpu"],
    "spec.containers[0].resources.limits[example.com/gpu]",
  ],
  ["a map whose errors have the path of the map", ["metadata", "labels", "a/b"], "metadata.labels"],
  ["a field with its own name in errors", ["spec", "overhead", "cpu"], "spec.overhead.limits[cpu]"],
  ["a field that errors omit", ["spec", "schedulingGates", 1, "name"], "spec.schedulingGates[1]"],
  [
    "a list that errors omit",
    ["spec", "volumes", 0, "projected", "sources", 1, "downwardAPI", "items", 2, "path"],
    "spec.volumes[0].projected.sources[1].downwardAPI.path",
  ],
  [
    "an index that errors omit",
    ["spec", "containers", 0, "volumeMounts", 3, "subPath"],
    "spec.containers[0].volumeMounts.subPath",
  ],
])("the field path of %s is that of kube-apiserver", (_what, path, field) => {
  expect(fieldsOf([fault(path)])).toEqual([field]);
});

test("a field that errors place elsewhere has the field path of kube-apiserver", () => {
  const node = typeSchema("core/v1.Node");
  expect(fieldsOf([fault(["spec", "taints", 1, "effect"])], node)).toEqual(["metadata.taints[1].effect"]);
});

test("a field path that the finding sets is used unchanged", () => {
  expect(fieldsOf([fault(["spec", "volumes"], { field: ["spec"] })])).toEqual(["spec"]);
});

test("each additional field is a separate cause, once", () => {
  const also = [{ field: ["spec", "containers", 0, "name"], cause: "not-found" }] as const;
  expect(causesOf([fault(["spec", "os"], { also }), fault(["spec", "dnsConfig"], { also })])).toEqual([
    { reason: "FieldValueNotFound", message: "Not found: is wrong", field: "spec.containers[0].name" },
    { reason: "FieldValueInvalid", message: "Invalid value: is wrong", field: "spec.dnsConfig" },
    { reason: "FieldValueInvalid", message: "Invalid value: is wrong", field: "spec.os" },
  ]);
});

test("additional fields count toward the maximum of causes", () => {
  const also = Array.from({ length: 9 }, (_, index) => ({ field: ["spec", "containers", index, "name"] }));
  expect(causesOf([fault(["spec", "os"], { also })], pod, {}, 4)).toHaveLength(4);
});

test("an error at which kube-apiserver stops hides the errors below its path", () => {
  const stop = fault(["spec", "os"], { hides: ["spec"] });
  expect(fieldsOf([fault(["spec", "dnsPolicy"]), stop, fault(["metadata", "name"])])).toEqual([
    "metadata.name",
    "spec.os",
  ]);
});

test("causes are in the order of the fields in the type, those inside a value before the value", () => {
  const paths = [
    ["spec"],
    ["spec", "containers", 1, "name"],
    ["spec", "containers", 0, "image"],
    ["spec", "containers", 0],
    ["spec", "containers", 0, "name"],
    ["metadata", "name"],
  ];
  expect(fieldsOf(paths.map((path) => fault(path)))).toEqual([
    "metadata.name",
    "spec.containers[0].name",
    "spec.containers[0].image",
    "spec.containers[0]",
    "spec.containers[1].name",
    "spec",
  ]);
});

const nameOfVolume = ["spec", "volumes", 0, "name"];
test.each([
  ["a missing value", { cause: "required", message: "`name` must be set" }, "Required value"],
  [
    "a missing value of a named sort",
    { cause: "required", message: "`a` or `b` must be set" },
    "Required value: `a` or `b` must be set",
  ],
  ["an empty list", { cause: "required", message: "`names` must have at least one name" }, "Required value"],
  [
    "a value out of a bound",
    { message: "must be 0 or above; got -1", value: -1 },
    "Invalid value: -1: must be greater than or equal to 0",
  ],
  [
    "a value out of a range",
    { message: "must be from 1 to 5; got 9", value: 9 },
    "Invalid value: 9: must be between 1 and 5, inclusive",
  ],
  [
    "one of several values",
    { cause: "unsupported", message: 'must be one of "B", "A"; got "x"', value: "x" },
    'Unsupported value: "x": supported values: "A", "B"',
  ],
  [
    "one of two values",
    { cause: "unsupported", message: 'must be "B" or "A"; got "x"', value: "x" },
    'Unsupported value: "x": supported values: "A", "B"',
  ],
  [
    "an immutable field",
    { message: "field is immutable: must stay a; got b" },
    'Invalid value: "held": field is immutable',
  ],
  [
    "an immutable field, as Forbidden",
    { cause: "forbidden", message: "field is immutable: must stay a" },
    "Forbidden: field is immutable",
  ],
  ["a message of clustervet alone", { message: "must be even; got 3", value: 3 }, "Invalid value: 3: must be even"],
] as const)("%s is refused with the message of kube-apiserver", (_what, more, message) => {
  const object = { spec: { volumes: [{ name: "held" }] } };
  expect(causesOf([fault(nameOfVolume, more)], pod, object)[0]?.message).toBe(message);
});

test("errors that are one error in kube-apiserver become one cause", () => {
  const more = { field: ["spec"], cause: "forbidden", serverText: "no" } as const;
  expect(causesOf([fault(["spec", "os"], more), fault(["spec", "nodeName"], more)])).toHaveLength(1);
});

test("causes of custom resources are in the order of the errors, each once, followed by their additional causes", () => {
  const serverText = '"": "spec" must validate at least one schema (anyOf)';
  const noneFits = { field: [], cause: "invalid", serverText } as const;
  const faults = [
    fault(["spec", "os"], { message: "`os` must be set", cause: "required", also: [noneFits] }),
    fault(["spec", "nodeName"], { serverText: '"a": should match' }),
    fault(["spec", "nodeName"], { serverText: '"a": should match', also: [noneFits] }),
  ];
  const subject = { schema: pod, object: {}, isCustom: true };
  expect(fieldCauses(faults, subject, 100).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    "spec.os: Required value",
    '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
    'spec.nodeName: Invalid value: "a": should match',
  ]);
});

test("a repeated resize policy is reported at its index, other errors of resize policies at the list", () => {
  const resizePolicy = [
    { resourceName: "cpu", restartPolicy: "NotRequired" },
    { resourceName: "cpu", restartPolicy: "NotRequired" },
    { resourceName: "disk", restartPolicy: "NotRequired" },
  ];
  const settings = settle({});
  const kind = settings.catalog.findByQualifiedName("Pod") as Kind;
  const [version] = kind.versions;
  const spec = { containers: [{ name: "c", image: "nginx", resizePolicy }] };
  const { findings } = validate(
    { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "b" }, spec },
    { kind, version: version as KindVersion, context: settings.contextFor("v1") },
  );
  const faults = findings.filter(({ rule }) => rule === "pod/resize-policy");
  expect(fieldsOf(faults)).toEqual(["spec.containers[0].resizePolicy[1]", "spec.containers[0].resizePolicy"]);
});

test("values that would be very long with all fields of their types are left out of messages", () => {
  const specOf = (count: number) => ({
    containers: Array.from({ length: count }, (_, index) => ({ name: `c${index}` })),
  });
  const messageOf = (count: number) => {
    const differs = { from: specOf(count), to: { ...specOf(count), hostNetwork: true }, type: "core/v1.PodSpec" };
    const [, changed, fixed] = causesOf(
      [
        fault(["metadata"]),
        fault(["spec"], { serverText: "must not change", differs, cause: "forbidden" }),
        fault(["spec"], { message: "field is immutable" }),
      ],
      pod,
      { spec: specOf(count) },
    );
    return [changed?.message?.split("\n").slice(0, 2), fixed?.message?.slice(0, 30)];
  };
  expect(messageOf(100)).toEqual([
    ["Forbidden: must not change", "@@ -3113,7 +3113,7 @@"],
    'Invalid value: {"Volumes":null',
  ]);
  // Two parts for each container.
  expect(messageOf(maxShownParts / 2)).toEqual([["Forbidden: must not change", ""], "Invalid value: field is immuta"]);
});
