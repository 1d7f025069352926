import { expect, test } from "vitest";
import { editorSchema } from "../../src/kind/editor-schema.ts";
import type { Kind } from "../../src/kind/kind.ts";
import { horizontalPodAutoscaler } from "../../src/kinds/autoscaling/horizontal-pod-autoscaler.ts";
import { execCredential } from "../../src/kinds/review/exec-credential.ts";

const versionsOf = (kind: Kind): unknown => {
  const schema = kind.versions[0]?.schema ?? {};
  const { properties } = editorSchema(kind.kind, schema, { domain: "k8s.io", kind }) as {
    properties: Record<string, { enum?: unknown }>;
  };
  return properties["apiVersion"]?.enum;
};

test("a schema is valid for all versions that have the same fields", () => {
  expect(versionsOf(execCredential)).toEqual([
    "client.authentication.k8s.io/v1",
    "client.authentication.k8s.io/v1beta1",
  ]);
});

test("a schema does not include a version with different fields", () => {
  expect(versionsOf(horizontalPodAutoscaler)).toEqual(["autoscaling/v2"]);
});
