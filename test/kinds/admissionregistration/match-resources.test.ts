import { expect, test } from "vitest";
import { mutatingAdmissionPolicy } from "../../../src/kinds/admissionregistration/mutating-admission-policy.ts";
import { validatingAdmissionPolicy } from "../../../src/kinds/admissionregistration/validating-admission-policy.ts";
import { validatingAdmissionPolicyBinding } from "../../../src/kinds/admissionregistration/validating-admission-policy-binding.ts";
import { decodeWithDefaults, findings } from "../../rule/rule-ids.ts";

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };

const policy = (resourceRule: object) => ({
  metadata: { name: "policy" },
  spec: { matchConstraints: { resourceRules: [{ ...rule, ...resourceRule }] }, validations: [{ expression: "true" }] },
});

test.each([
  { resources: ["pods", "pods/status"], paths: [] },
  { resources: ["pods/*", "pods/status"], paths: ["resources.1"] },
  { resources: ["pods/status", "pods/*"], paths: [] },
  { resources: ["*/scale", "pods/scale"], paths: ["resources.1"] },
  { resources: ["pods/*", "*/scale", "pods/scale"], paths: ["resources.2", "resources.2"] },
  { resources: ["*/*"], paths: [] },
  { resources: ["*/*", "pods"], paths: ["resources.0"] },
  { resources: ["*", "pods"], paths: ["resources.0"] },
  { resources: ["pods", "*"], paths: [] },
  { resources: ["*", "pods/status"], paths: [] },
  { resources: ["*", ""], paths: ["resources.1"] },
  { resources: [], paths: ["resources"] },
])("redundant resources in $resources", ({ resources, paths }) => {
  const found = findings(validatingAdmissionPolicy, policy({ resources })).map(({ path }) => path.slice(4).join("."));
  expect(found).toEqual(paths);
});

test.each(["apiVersions", "resources"])("an empty item of %s counts as missing", (field) => {
  const found = findings(validatingAdmissionPolicy, policy({ [field]: [""] }));
  expect(found).toMatchObject([{ rule: "admission/rule-required", cause: "required" }]);
});

test("a policy gets the defaults of kube-apiserver", () => {
  const { spec } = decodeWithDefaults(validatingAdmissionPolicy, policy({}));
  expect(spec).toMatchObject({
    failurePolicy: "Fail",
    matchConstraints: {
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      resourceRules: [{ scope: "*" }],
    },
  });
});

test("only v1alpha1 defaults parameterNotFoundAction", () => {
  const binding = { spec: { paramRef: { name: "limits" } } };
  const notFoundActionIn = (version: string) =>
    decodeWithDefaults(validatingAdmissionPolicyBinding, binding, { version }).spec?.paramRef?.parameterNotFoundAction;
  expect(notFoundActionIn("v1")).toBeUndefined();
  expect(notFoundActionIn("v1alpha1")).toBe("Deny");
});

test("a mutating policy accepts every operation except DELETE", () => {
  const ids = (operations: string[]) =>
    findings(mutatingAdmissionPolicy, policy({ operations }))
      .map((finding) => finding.rule)
      .filter((id) => id === "admission/mutating-operations");
  expect(ids(["CREATE", "UPDATE", "CONNECT"])).toEqual([]);
  expect(ids(["*"])).toEqual([]);
  expect(ids(["DELETE"])).toEqual(["admission/mutating-operations"]);
});
