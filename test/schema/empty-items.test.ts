/**
 * Tests an empty string in a list of enumeration values. kube-apiserver 1.37.1 responds with 422 and the cause
 * FieldValueNotSupported to each of these objects.
 */
import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const vetter = createVetter();
const metadata = { name: "a", namespace: "b" };
const claim = (accessModes: unknown) => ({ accessModes, resources: { requests: { storage: "1Gi" } } });
const volume = (accessModes: unknown) => ({
  name: "v",
  ephemeral: { volumeClaimTemplate: { spec: claim(accessModes) } },
});
const rule = (operations: unknown) => ({ operations, apiGroups: ["a"], apiVersions: ["v1"], resources: ["a"] });

const lists: readonly { readonly path: string; readonly object: (list: unknown) => object }[] = [
  {
    path: "spec.policyTypes",
    object: (policyTypes) => ({
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata,
      spec: { podSelector: {}, policyTypes },
    }),
  },
  {
    path: "spec.accessModes",
    object: (accessModes) => ({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "a" },
      spec: { accessModes, capacity: { storage: "1Gi" }, hostPath: { path: "/a" } },
    }),
  },
  {
    path: "spec.accessModes",
    object: (list) => ({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec: claim(list) }),
  },
  {
    path: "spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes",
    object: (list) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata,
      spec: { containers: [{ name: "a", image: "a" }], volumes: [volume(list)] },
    }),
  },
  {
    path: "spec.validationActions",
    object: (validationActions) => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "a" },
      spec: { policyName: "p", validationActions },
    }),
  },
  {
    path: "webhooks[0].rules[0].operations",
    object: (operations) => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "a" },
      webhooks: [
        {
          name: "a.b.c",
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          clientConfig: { url: "https://a" },
          rules: [rule(operations)],
        },
      ],
    }),
  },
];

test.each(lists.flatMap((each) => ["", null].map((item) => ({ ...each, item }))))(
  "$path: $item is not a supported value",
  ({ path, object, item }) => {
    const errors = vetter.vetObject(object([item])).filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([
      { rule: "schema/enum", cause: "unsupported", message: expect.stringMatching(/got ""$/) },
    ]);
    expect(errors[0]?.path.join(".")).toBe(`${path}.0`.replace(/\[(\d)\]/g, ".$1"));
  },
);

test.each([5, true, {}])("%j in place of a string is one error", (item) => {
  const [list] = lists;
  expect(vetter.vetObject(list?.object([item]))).toMatchObject([{ rule: "schema/type" }]);
});
