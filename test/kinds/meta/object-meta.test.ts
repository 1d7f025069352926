import { describe, expect, test } from "vitest";
import { configMap } from "../../../src/kinds/core/config-map.ts";
import { pod } from "../../../src/kinds/core/pod.ts";
import { type ObjectMetaOptions, objectMetaRules, subdomainName } from "../../../src/kinds/meta/object-meta-rules.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { faultLines, findings, ruleIds } from "../../rule/rule-ids.ts";

const owner = { apiVersion: "v1", kind: "Pod", name: "web", uid: "1" };
const entry = { manager: "kubectl", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" };

describe("metadata of a namespaced object", () => {
  test.each([
    { name: "a name only", metadata: {}, expected: [] },
    { name: "no name", metadata: { name: "" }, expected: ["meta/name-required"] },
    { name: "generated name", metadata: { name: "", generateName: "reader-" }, expected: [] },
    { name: "unusual characters in the name", metadata: { name: "System:Reader one" }, expected: [] },
    { name: "a slash in the name", metadata: { name: "a/b" }, expected: ["meta/name"] },
    { name: "a percent sign in the name", metadata: { name: "a%b" }, expected: ["meta/name"] },
    { name: "the name ..", metadata: { name: ".." }, expected: ["meta/name"] },
    { name: "a slash in the prefix", metadata: { generateName: "a/" }, expected: ["meta/name"] },
    { name: "no namespace", metadata: { namespace: "" }, expected: ["meta/namespace-required"] },
    { name: "a namespace with a dot", metadata: { namespace: "a.b" }, expected: ["meta/namespace"] },
    { name: "a long namespace", metadata: { namespace: "a".repeat(64) }, expected: ["meta/namespace"] },
    { name: "a negative generation", metadata: { generation: -1 }, expected: ["meta/generation"] },
    { name: "a valid label", metadata: { labels: { "example.com/app": "web" } }, expected: [] },
    { name: "an invalid label key", metadata: { labels: { "-app": "web" } }, expected: ["meta/labels"] },
    { name: "an invalid label value", metadata: { labels: { app: "my web" } }, expected: ["meta/labels"] },
    { name: "an annotation in upper case", metadata: { annotations: { "Example.COM/App": "any text" } }, expected: [] },
    { name: "an invalid annotation key", metadata: { annotations: { "a b": "" } }, expected: ["meta/annotations"] },
    { name: "annotations at the limit", metadata: { annotations: { a: "x".repeat(262_143) } }, expected: [] },
    {
      name: "annotations above the limit, in bytes",
      metadata: { annotations: { a: "é".repeat(131_072) } },
      expected: ["meta/annotations-size"],
    },
    { name: "an owner", metadata: { ownerReferences: [owner] }, expected: [] },
    {
      name: "an owner without a uid",
      metadata: { ownerReferences: [{ ...owner, uid: "" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "an owner without an API version",
      metadata: { ownerReferences: [{ ...owner, apiVersion: "apps/v1/x" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "an event as owner",
      metadata: { ownerReferences: [{ ...owner, kind: "Event" }] },
      expected: ["meta/owner-references"],
    },
    {
      name: "two owners that are controllers",
      metadata: { ownerReferences: [1, 2].map((uid) => ({ ...owner, uid: `${uid}`, controller: true })) },
      expected: ["meta/one-controller"],
    },
    { name: "a finalizer", metadata: { finalizers: ["example.com/wait", "orphan"] }, expected: [] },
    { name: "a finalizer with a blank", metadata: { finalizers: ["x/a b"] }, expected: ["meta/finalizers"] },
    {
      name: "contradictory finalizers",
      metadata: { finalizers: ["foregroundDeletion", "orphan"] },
      expected: ["meta/finalizers-agree"],
    },
    { name: "managed fields", metadata: { managedFields: [entry] }, expected: [] },
    {
      name: "a managed field entry with an unknown operation",
      metadata: { managedFields: [{ ...entry, operation: "Patch" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a managed field entry without an operation",
      metadata: { managedFields: [{ ...entry, operation: "" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a managed field entry with an unknown fieldsType",
      metadata: { managedFields: [{ ...entry, fieldsType: "FieldsV2" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "an unprintable field manager",
      metadata: { managedFields: [{ ...entry, manager: "a\tb" }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a long field manager",
      metadata: { managedFields: [{ ...entry, manager: "é".repeat(65) }] },
      expected: ["meta/managed-fields"],
    },
    {
      name: "a long subresource in a managed field entry",
      metadata: { managedFields: [{ ...entry, subresource: "s".repeat(257) }] },
      expected: ["meta/managed-fields"],
    },
  ])("$name", ({ metadata, expected }) => {
    expect(ruleIds(role, { metadata: { name: "reader", namespace: "default", ...metadata } })).toEqual(expected);
  });
});

test("a missing namespace is a warning, and an error if the object is validated as sent", () => {
  const severities = (context = {}) =>
    findings(role, { metadata: { name: "reader" } }, context).map(({ severity }) => severity);
  expect(severities()).toEqual(["warning"]);
  expect(severities({ asSent: true })).toEqual(["error"]);
});

test("an object without metadata has findings about name and namespace", () => {
  expect(ruleIds(role, {})).toEqual(["meta/name-required", "meta/namespace-required"]);
});

test("kinds that do not require it have no finding about a missing namespace", () => {
  expect(ruleIds(configMap, { metadata: { name: "settings" } })).toEqual([]);
  expect(ruleIds(pod, { metadata: { name: "web" } })).not.toContain("meta/namespace-required");
});

test("a namespace on a cluster-scoped object is a warning and not an error", () => {
  const found = findings(clusterRole, { metadata: { name: "reader", namespace: "default" } });
  expect(found).toMatchObject([{ rule: "meta/namespace-without-effect", severity: "warning" }]);
});

const largestAnnotations = { a: "x".repeat(87_382) };
const tree = { "f:data": { "k:{}": { ".": {} }, "v:1": {}, "i:0": {} } };
const field = (settings: object) => ({ managedFields: [entry, { ...entry, ...settings }] });

test.each<[object, ...RegExp[]]>([
  [{ name: "a/b" }, /^metadata.name invalid: .*; got "a\/b"$/],
  [{ generateName: "a/b" }, /^metadata.generateName invalid: a lowercase RFC 1123 subdomain must .*; got "a\/b"$/],
  [{ namespace: "a.b" }, /^metadata.namespace invalid: .*; got "a.b"$/],
  [{ generation: -1 }, /^metadata.generation invalid: must be 0 or above; got -1$/],
  [{ generation: 0 }],
  [{ labels: { a: "b c" } }, /^metadata.labels.a invalid: .*; got "b c"$/],
  [{ annotations: { "a b": "" } }, /^metadata.annotations\["a b"\] invalid: .*; got "a b"$/],
  [{ annotations: largestAnnotations }],
  [{ annotations: { ...largestAnnotations, b: "x".repeat(174_760) } }],
  [
    { annotations: { ...largestAnnotations, b: "x".repeat(174_761) } },
    /^metadata.annotations too-long: .* at most 262144 bytes in total; got 262145$/,
  ],
  [
    { ownerReferences: [owner, {}] },
    ...["apiVersion", "kind", "name", "uid"].map(
      (name) => new RegExp(`^metadata.ownerReferences\\[1\\].${name} required: \`${name}\` must be set$`),
    ),
  ],
  [
    { ownerReferences: [{ ...owner, apiVersion: "a/" }] },
    /^metadata.ownerReferences\[0\].apiVersion invalid: .*; got "a\/"$/,
  ],
  [
    { ownerReferences: [{ ...owner, kind: "Event" }] },
    /^metadata.ownerReferences\[0\].kind invalid: an Event cannot be/,
  ],
  [{ ownerReferences: [{ ...owner, kind: "Event", apiVersion: "a/v1" }] }],
  [
    {
      ownerReferences: [{ ...owner, uid: "0" }, ...["1", "1", "2"].map((uid) => ({ ...owner, uid, controller: true }))],
    },
    /^metadata.ownerReferences\[3\].controller invalid: only one .*; ownerReferences\[1\] is the controller already$/,
  ],
  [{ finalizers: ["a/b", "c d"] }, /^metadata.finalizers\[1\] invalid: .*; got "c d"$/],
  [{ finalizers: ["orphan", "a/b", "foregroundDeletion"] }, /^metadata.finalizers\[2\] invalid: must not contain both/],
  [{ finalizers: ["foregroundDeletion", "orphan"] }, /^metadata.finalizers\[1\] invalid: must not contain both/],
  [field({ operation: "Patch" }), /^metadata.managedFields\[1\].operation invalid: cannot be read by the API server/],
  [field({ apiVersion: "" }), /^metadata.managedFields\[1\].apiVersion invalid/],
  [field({ fieldsType: "" }), /^metadata.managedFields\[1\].fieldsType invalid/],
  [field({ fieldsV1: tree })],
  ...[{ data: {} }, { "xf:data": {} }, { "..": {} }, { "x.": {} }, { "f:a": 1 }, { "f:a": { b: {} } }, []].map(
    (fieldsV1): [object, RegExp] => [field({ fieldsV1 }), /^metadata.managedFields\[1\].fieldsV1 invalid/],
  ),
  [field({ manager: "m".repeat(128), subresource: "s".repeat(256) })],
  [
    field({ manager: "\t".repeat(129), subresource: "s".repeat(257) }),
    /^metadata.managedFields\[1\].manager too-long: must have at most 128 bytes$/,
    /^metadata.managedFields\[1\].manager invalid: .*; got "\\t"$/,
    /^metadata.managedFields\[1\].subresource too-long: must have at most 256 bytes$/,
  ],
])("each fault has its field path: %j", (metadata, ...expected) => {
  const options: ObjectMetaOptions = { scope: "Namespaced", nameRule: subdomainName, finalizers: "any" };
  const lines = faultLines(objectMetaRules(options), { metadata: { name: "a", namespace: "b", ...metadata } });
  expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
});

test.each<{ options: Partial<ObjectMetaOptions>; metadata: object; update?: object; expected: readonly string[] }>([
  { options: { name: "made" }, metadata: {}, expected: [] },
  { options: {}, metadata: {}, expected: ["metadata.name required"] },
  { options: { scope: "Cluster", namespace: "required" }, metadata: { name: "a" }, expected: [] },
  {
    options: { finalizers: "known" },
    metadata: { name: "a", finalizers: ["b"] },
    expected: ["metadata.finalizers[0] invalid"],
  },
  { options: {}, metadata: { generateName: "a-" }, expected: [] },
  { options: {}, metadata: { generateName: "AA-" }, expected: ["metadata.generateName invalid"] },
  { options: {}, metadata: { name: "a", generateName: "AA-" }, expected: ["metadata.generateName invalid"] },
  { options: { prefix: "in-names" }, metadata: { name: "a", generateName: "AA-" }, expected: [] },
  { options: { prefix: "in-names" }, metadata: { generateName: "AA-" }, expected: ["metadata.generateName invalid"] },
  { options: { prefix: "in-names" }, metadata: { generateName: "a".repeat(99) }, expected: [] },
  {
    options: {},
    metadata: { name: "a", generateName: "AA-" },
    update: {},
    expected: ["metadata.generateName invalid"],
  },
  { options: {}, metadata: { name: "a", generateName: "AA-" }, update: { subresource: "status" }, expected: [] },
  { options: { prefixOfUpdate: "any" }, metadata: { name: "a", generateName: "AA-" }, update: {}, expected: [] },
  {
    options: { prefixOfUpdate: "any" },
    metadata: { name: "a", generateName: "A/" },
    update: {},
    expected: ["metadata.generateName invalid"],
  },
])("$options of $metadata $update: $expected", ({ options, metadata, update, expected }) => {
  const rules = objectMetaRules({ scope: "Namespaced", nameRule: subdomainName, finalizers: "any", ...options });
  const context = update && { oldObject: { metadata }, ...update };
  expect(faultLines(rules, { metadata }, context).map((line) => line.split(":")[0])).toEqual(expected);
});
