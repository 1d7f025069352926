import { describe, expect, test } from "vitest";
import { configMap } from "../../../src/kinds/core/config-map.ts";
import { pod } from "../../../src/kinds/core/pod.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { findings, ruleIds } from "../../rule/rule-ids.ts";

const owner = { apiVersion: "v1", kind: "Pod", name: "web", uid: "1" };
const entry = { manager: "kubectl", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" };

describe("metadata of a namespaced object", () => {
  test.each([
    { name: "name only", metadata: {}, expected: [] },
    { name: "no name", metadata: { name: "" }, expected: ["meta/name-required"] },
    { name: "generated name", metadata: { name: "", generateName: "reader-" }, expected: [] },
    { name: "any characters", metadata: { name: "System:Reader one" }, expected: [] },
    { name: "a slash", metadata: { name: "a/b" }, expected: ["meta/name"] },
    { name: "a percent sign", metadata: { name: "a%b" }, expected: ["meta/name"] },
    { name: "two dots", metadata: { name: ".." }, expected: ["meta/name"] },
    { name: "a slash in the prefix", metadata: { generateName: "a/" }, expected: ["meta/name"] },
    { name: "no namespace", metadata: { namespace: "" }, expected: ["meta/namespace-required"] },
    { name: "a namespace with a dot", metadata: { namespace: "a.b" }, expected: ["meta/namespace"] },
    { name: "a long namespace", metadata: { namespace: "a".repeat(64) }, expected: ["meta/namespace"] },
    { name: "a negative generation", metadata: { generation: -1 }, expected: ["meta/generation"] },
    { name: "a label", metadata: { labels: { "example.com/app": "web" } }, expected: [] },
    { name: "a label key", metadata: { labels: { "-app": "web" } }, expected: ["meta/labels"] },
    { name: "a label value", metadata: { labels: { app: "my web" } }, expected: ["meta/labels"] },
    { name: "an annotation in upper case", metadata: { annotations: { "Example.COM/App": "any text" } }, expected: [] },
    { name: "an annotation key", metadata: { annotations: { "a b": "" } }, expected: ["meta/annotations"] },
    { name: "annotations at the limit", metadata: { annotations: { a: "x".repeat(262_143) } }, expected: [] },
    {
      name: "annotations above the limit, in bytes",
      metadata: { annotations: { a: "é".repeat(131_072) } },
      expected: ["meta/annotations-size"],
    },
    { name: "an owner", metadata: { ownerReferences: [owner] }, expected: [] },
    {
      name: "an owner without uid",
      metadata: { ownerReferences: [{ ...owner, uid: "" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "an owner of no version",
      metadata: { ownerReferences: [{ ...owner, apiVersion: "apps/v1/x" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "an event as owner",
      metadata: { ownerReferences: [{ ...owner, kind: "Event" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "two controllers",
      metadata: { ownerReferences: [1, 2].map((uid) => ({ ...owner, uid: `${uid}`, controller: true })) },
      expected: ["meta/one-controller"],
    },
    { name: "a finalizer", metadata: { finalizers: ["example.com/wait", "orphan"] }, expected: [] },
    { name: "a finalizer with a blank", metadata: { finalizers: ["x/a b"] }, expected: ["meta/finalizers"] },
    {
      name: "finalizers that contradict",
      metadata: { finalizers: ["foregroundDeletion", "orphan"] },
      expected: ["meta/finalizers-agree"],
    },
    { name: "managed fields", metadata: { managedFields: [entry] }, expected: [] },
    {
      name: "an operation",
      metadata: { managedFields: [{ ...entry, operation: "Patch" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "no operation",
      metadata: { managedFields: [{ ...entry, operation: "" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a fields type",
      metadata: { managedFields: [{ ...entry, fieldsType: "FieldsV2" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "an unprintable manager",
      metadata: { managedFields: [{ ...entry, manager: "a\tb" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a long manager",
      metadata: { managedFields: [{ ...entry, manager: "é".repeat(65) }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a long subresource",
      metadata: { managedFields: [{ ...entry, subresource: "s".repeat(257) }] },
      expected: ["meta/managed-fields"],
    },
  ])("$name", ({ metadata, expected }) => {
    expect(ruleIds(role, { metadata: { name: "reader", namespace: "default", ...metadata } })).toEqual(expected);
  });
});

test("a namespace that nobody fills in is an error", () => {
  const severities = (context = {}) =>
    findings(role, { metadata: { name: "reader" } }, context).map(({ severity }) => severity);
  expect(severities()).toEqual(["warning"]);
  expect(severities({ asSent: true })).toEqual(["error"]);
});

test("an object without metadata lacks name and namespace", () => {
  expect(ruleIds(role, {})).toEqual(["meta/name-required", "meta/namespace-required"]);
});

test("a namespace is left to who sends the object where a kind does not ask for it", () => {
  expect(ruleIds(configMap, { metadata: { name: "settings" } })).toEqual([]);
  expect(ruleIds(pod, { metadata: { name: "web" } })).not.toContain("meta/namespace-required");
});

test("a namespace on a cluster-wide object is dropped, not refused", () => {
  const found = findings(clusterRole, { metadata: { name: "reader", namespace: "default" } });
  expect(found).toMatchObject([{ rule: "meta/namespace-without-effect", severity: "warning" }]);
});
