import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { clientConfigFindings } from "../../../src/kinds/admissionregistration/client-config.ts";

const vetter = createVetter();

const configuration = (...webhooks: object[]) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "policy" },
  webhooks: webhooks.map((webhook) => ({
    name: "pods.policy.example.com",
    clientConfig: { service: { namespace: "policy", name: "webhook" } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...webhook,
  })),
});

const ids = (object: unknown, stored?: unknown) =>
  vetter.vetObject(object, stored).map(({ rule, path }) => `${rule} ${path.join(".")}`);

test.each([
  { path: undefined, faults: 0 },
  { path: "", faults: 0 },
  { path: "/", faults: 0 },
  { path: "//", faults: 1 },
  { path: "/a", faults: 0 },
  { path: "/a/b.c/", faults: 0 },
  { path: "/a//b", faults: 1 },
  { path: "/A", faults: 1 },
  { path: "a", faults: 2 },
])("findings about the service path $path", ({ path, faults }) => {
  const service = { namespace: "policy", name: "webhook", ...(path === undefined ? {} : { path }) };
  expect(clientConfigFindings({ service })).toHaveLength(faults);
});

test.each([
  { url: "https://example.com", faults: 0 },
  { url: "https://example.com/?", faults: 0 },
  { url: "http://example.com", faults: 1 },
  { url: "https://", faults: 1 },
  { url: "https://me@example.com/?q#f", faults: 3 },
  { url: "://", faults: 1 },
  { url: "", faults: 2 },
])("findings about the URL $url", ({ url, faults }) => {
  expect(clientConfigFindings({ url })).toHaveLength(faults);
});

test.each([
  { name: "names", webhooks: [{}, {}], found: ["admission/webhook-name webhooks.1.name"] },
  {
    name: "side effects",
    webhooks: [{ sideEffects: "Some" }],
    found: ["admission/side-effects webhooks.0.sideEffects"],
  },
  {
    name: "review versions",
    webhooks: [{ admissionReviewVersions: ["v2"] }],
    found: ["admission/review-versions webhooks.0.admissionReviewVersions"],
  },
  {
    name: "values of selectors",
    webhooks: [{ objectSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["a b"] }] } }],
    found: ["admission/selector webhooks.0.objectSelector.matchExpressions.0.values.0"],
  },
])("an update may keep values that a new object must not have: $name", ({ webhooks, found }) => {
  const object = configuration(...webhooks);
  expect(ids(object)).toEqual(found);
  expect(ids(object, object)).toEqual([]);
  expect(ids(object, configuration({}))).toEqual(found);
});

test("an update of a malformed stored object is validated without an error", () => {
  expect(
    ids(configuration({}), { ...configuration({}), webhooks: [null, { objectSelector: { matchLabels: 1 } }] }),
  ).toEqual([]);
});
