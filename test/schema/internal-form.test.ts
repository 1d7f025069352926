/** Tests the form in which kube-apiserver 1.37.1 shows values in its errors. */
import { expect, test } from "vitest";
import { formatGoJson } from "../../src/json/go-value.ts";
import { hasInternalForm, internalForm } from "../../src/schema/internal-form.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

test.each([
  {
    name: "fields whose JSON names differ",
    type: "rbac/v1.RoleRef",
    value: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "view" },
    text: '{"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"view"}',
  },
  {
    name: "a struct that all versions share keeps its JSON names and omits empty fields",
    type: "policy/v1.PodDisruptionBudgetSpec",
    value: { minAvailable: 1, selector: { matchLabels: { app: "web" } }, maxUnavailable: "5%" },
    text: '{"MinAvailable":1,"Selector":{"matchLabels":{"app":"web"}},"MaxUnavailable":"5%","UnhealthyPodEvictionPolicy":null}',
  },
  {
    name: "an embedded struct, and structs in a struct",
    type: "resource/v1.ResourceClaimTemplateSpec",
    value: { metadata: { labels: { team: "vision" } }, spec: {} },
    text: '{"labels":{"team":"vision"},"Spec":{"Devices":{"Requests":null,"Constraints":null,"Config":null}}}',
  },
  {
    name: "a list, and text with HTML characters",
    type: "core/v1.EnvVar",
    value: { name: "A", value: "<b>" },
    text: '{"Name":"A","Value":"\\u003cb\\u003e","ValueFrom":null}',
  },
])("$name", ({ type, value, text }) => {
  expect(formatGoJson(internalForm(value, typeSchema(type)))).toBe(text);
});

test("the internal form may be limited to the fields of one Go type, and formatted over several lines", () => {
  const schema = typeSchema("core/v1.PersistentVolumeSpec");
  const form = internalForm(
    { hostPath: { path: "/a", type: "" }, capacity: {} },
    schema,
    "core.PersistentVolumeSource",
  );
  expect(formatGoJson(form, 0).split("\n").slice(0, 7)).toEqual([
    "{",
    ' "GCEPersistentDisk": null,',
    ' "AWSElasticBlockStore": null,',
    ' "HostPath": {',
    '  "Path": "/a",',
    '  "Type": ""',
    " },",
  ]);
});

test("types of custom resource definitions have no internal form", () => {
  expect(hasInternalForm(typeSchema("apiextensions/v1.CustomResourceDefinitionVersion"))).toBe(false);
  expect(hasInternalForm({ type: "array", items: typeSchema("core/v1.Toleration") })).toBe(true);
});
