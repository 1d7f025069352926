import { expect, test } from "vitest";
import {
  localSubjectAccessReview,
  selfSubjectAccessReview,
  subjectAccessReview,
} from "../../../src/kinds/review/access-review.ts";
import { findings, ruleIds } from "../../rule/rule-ids.ts";

const resourceAttributes = { namespace: "shop", verb: "list", resource: "pods" };
const nonResourceAttributes = { verb: "get", path: "/metrics" };

test.each([
  { name: "a resource", spec: { user: "jane", resourceAttributes }, expected: [] },
  { name: "a URL", spec: { groups: ["ops"], nonResourceAttributes }, expected: [] },
  { name: "an empty block of attributes", spec: { user: "jane", resourceAttributes: {} }, expected: [] },
  { name: "neither kind of attributes", spec: { user: "jane" }, expected: ["access-review/attributes"] },
  {
    name: "both kinds of attributes",
    spec: { user: "jane", resourceAttributes, nonResourceAttributes },
    expected: ["access-review/attributes"],
  },
  { name: "null attributes", spec: { user: "jane", resourceAttributes: null }, expected: ["access-review/attributes"] },
  { name: "no user", spec: { user: "", groups: [], resourceAttributes }, expected: ["access-review/subject"] },
])("a review about $name", ({ spec, expected }) => {
  expect(ruleIds(subjectAccessReview, { spec })).toEqual(expected);
});

test("a self review needs no user or groups", () => {
  expect(ruleIds(selfSubjectAccessReview, { spec: { resourceAttributes } })).toEqual([]);
  expect(ruleIds(selfSubjectAccessReview, { spec: {} })).toEqual(["access-review/attributes"]);
});

test.each([
  { metadata: {}, expected: [] },
  { metadata: { labels: {}, name: "", creationTimestamp: null }, expected: [] },
  { metadata: { managedFields: [{ manager: "kubectl" }] }, expected: [] },
  { metadata: { labels: { a: "b" } }, expected: ["access-review/metadata"] },
  { metadata: { creationTimestamp: "2026-01-01T00:00:00Z", uid: "1", selfLink: "/a" }, expected: [] },
  { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 30 }, expected: [] },
  { metadata: { resourceVersion: "1" }, expected: ["access-review/metadata"] },
  { metadata: { generation: 1 }, expected: ["access-review/metadata"] },
  { metadata: { namespace: "shop" }, expected: [] },
])("metadata $metadata", ({ metadata, expected }) => {
  expect(ruleIds(subjectAccessReview, { metadata, spec: { user: "jane", resourceAttributes } })).toEqual(expected);
});

test.each([
  { name: "the namespace of the review", metadata: { namespace: "shop" }, spec: { resourceAttributes }, expected: [] },
  {
    name: "another namespace",
    metadata: { namespace: "bank" },
    spec: { resourceAttributes },
    expected: ["access-review/local"],
  },
  { name: "the namespace of the request", metadata: {}, spec: { resourceAttributes }, expected: [] },
  {
    name: "all namespaces",
    metadata: {},
    spec: { resourceAttributes: {} },
    expected: ["access-review/local"],
  },
  { name: "a URL", metadata: {}, spec: { nonResourceAttributes }, expected: ["access-review/local"] },
  {
    name: "a name in the metadata",
    metadata: { namespace: "shop", name: "a" },
    spec: { resourceAttributes },
    expected: ["access-review/metadata"],
  },
])("a local review about $name", ({ metadata, spec, expected }) => {
  const object = { metadata, spec: { user: "jane", ...spec } };
  expect(ruleIds(localSubjectAccessReview, object)).toEqual(expected);
});

const requirements = ["spec", "resourceAttributes", "labelSelector", "requirements"];
const requirement = (fields: object) => ({
  requirements: [{ key: "app", operator: "In", values: ["web"], ...fields }],
});

test.each([
  { name: "requirements", selector: requirement({}), expected: [] },
  { name: "a raw selector", selector: { rawSelector: "app in (web" }, expected: [] },
  {
    name: "neither requirements nor a raw selector",
    selector: {},
    expected: [["spec", "resourceAttributes", "labelSelector", "requirements"]],
  },
  {
    name: "both requirements and a raw selector",
    selector: { rawSelector: "a", ...requirement({}) },
    expected: [["spec", "resourceAttributes", "labelSelector", "rawSelector"]],
  },
  {
    name: "an operator In without values",
    selector: requirement({ values: [] }),
    expected: [[...requirements, 0, "values"]],
  },
  {
    name: "an operator Exists with values",
    selector: requirement({ operator: "Exists" }),
    expected: [[...requirements, 0, "values"]],
  },
  { name: "an unknown operator", selector: requirement({ operator: "Near", values: [] }), expected: [] },
  { name: "an invalid label key", selector: requirement({ key: "a b" }), expected: [[...requirements, 0, "key"]] },
  {
    name: "an invalid label value",
    selector: requirement({ values: ["-"] }),
    expected: [[...requirements, 0, "values", 0]],
  },
])("a label selector of $name", ({ selector, expected }) => {
  const spec = { user: "jane", resourceAttributes: { ...resourceAttributes, labelSelector: selector } };
  expect(findings(subjectAccessReview, { spec }).map(({ path }) => path)).toEqual(expected);
});

test("a field selector requirement may have any nonempty key and any values", () => {
  const specWithSelector = (fields: object) => {
    const spec = { user: "jane", resourceAttributes: { fieldSelector: requirement(fields) } };
    return findings(subjectAccessReview, { spec }).map(({ path }) => path.at(-1));
  };
  expect(specWithSelector({ key: "spec.nodeName", values: ["any thing"] })).toEqual([]);
  expect(specWithSelector({ key: "" })).toEqual(["key"]);
});
