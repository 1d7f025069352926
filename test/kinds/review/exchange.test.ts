import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { nodeHost } from "../../../src/cli/node-host.ts";
import { createVetter } from "../../../src/index.ts";
import { auditEvent } from "../../../src/kinds/audit/event.ts";
import { admissionReview } from "../../../src/kinds/review/admission-review.ts";
import { execCredential } from "../../../src/kinds/review/exec-credential.ts";
import { imageReview } from "../../../src/kinds/review/image-review.ts";
import { tokenRequest, tokenReview } from "../../../src/kinds/review/token-review.ts";
import { findings, ruleIds } from "../../rule/rule-ids.ts";

const base64 = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");
const label = [{ op: "add", path: "/metadata/labels", value: {} }];
const patchResponse = { uid: "1", allowed: true, patchType: "JSONPatch" };

test.each([
  { name: "a rejection", response: { uid: "1", allowed: false }, expected: [] },
  { name: "a patch", response: { ...patchResponse, patch: base64(label) }, expected: [] },
  { name: "a patch type without a patch", response: patchResponse, expected: ["admission-review/patch-type"] },
  {
    name: "an unknown patch type",
    response: { ...patchResponse, patchType: "MergePatch", patch: base64(label) },
    expected: ["admission-review/patch-type"],
  },
  {
    name: "a patch that is not Base64",
    response: { ...patchResponse, patch: base64("hello") },
    expected: ["admission-review/patch"],
  },
  {
    name: "a patch that is not a list",
    response: { ...patchResponse, patch: base64({}) },
    expected: ["admission-review/patch"],
  },
  {
    name: "a patch in a rejection",
    response: { ...patchResponse, allowed: false, patch: base64("hello") },
    expected: [],
  },
  { name: "no uid", response: { allowed: true }, expected: ["admission-review/uid"] },
  {
    name: "an empty patch of an unknown type",
    response: { ...patchResponse, patchType: "MergePatch", patch: base64([]) },
    expected: [],
  },
  {
    name: "an unknown patch type in a rejection",
    response: { ...patchResponse, allowed: false, patchType: "MergePatch", patch: base64(label) },
    expected: [],
  },
  {
    name: "a patch with a byte order mark",
    response: { ...patchResponse, patch: base64(`\ufeff${JSON.stringify(label)}`) },
    expected: ["admission-review/patch"],
  },
  {
    name: "a patch that is not UTF-8",
    response: {
      ...patchResponse,
      patch: Buffer.from('[{"op":"add","path":"/a","value":"\xe9"}]', "latin1").toString("base64"),
    },
    expected: [],
  },
])("the response of a webhook: $name", ({ response, expected }) => {
  expect(ruleIds(admissionReview, { response })).toEqual(expected);
});

test("v1beta1 accepts responses without a uid and a patch type", () => {
  const review = { response: { allowed: true, patch: base64(label) } };
  expect(ruleIds(admissionReview, review, { version: "v1beta1" })).toEqual([]);
});

test("a patch that does not apply to the object of the request is an error", () => {
  const reviewWithPatch = (patch: unknown) => ({
    request: { uid: "1", object: { metadata: { name: "a" }, spec: { hosts: ["a"] } } },
    response: { ...patchResponse, patch: base64(patch) },
  });
  expect(ruleIds(admissionReview, reviewWithPatch([{ op: "remove", path: "/spec/hosts/-1" }]))).toEqual([]);
  expect(ruleIds(admissionReview, reviewWithPatch([{ op: "remove", path: "/spec/hosts/1" }]))).toEqual([
    "admission-review/patch",
  ]);
});

test.each([
  { depth: 500, expected: [] },
  { depth: 501, expected: ["admission-review/patch"] },
  { depth: 100_000, expected: ["admission-review/patch"] },
])("a patch that is $depth levels deep", ({ depth, expected }) => {
  const value = "[".repeat(depth - 2) + "]".repeat(depth - 2);
  const operations = `[{"op":"add","path":"/b","value":${value}},{"op":"test","path":"/b","value":${value}}]`;
  const review = { request: { uid: "1", object: { a: 1 } }, response: { ...patchResponse, patch: base64(operations) } };
  expect(ruleIds(admissionReview, review)).toEqual(expected);
});

test("the number of operations in a webhook's patch is not limited", () => {
  const many = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/a", value: 1 }));
  const review = { request: { uid: "1", object: { a: 1 } }, response: { ...patchResponse, patch: base64(many) } };
  expect(ruleIds(admissionReview, review)).toEqual([]);
});

test.each([
  { key: "owner", expected: [] },
  { key: "example.com/owner", expected: ["audit-annotation-key"] },
  { key: "the owner", expected: ["audit-annotation-key"] },
  { key: "", expected: ["audit-annotation-key"] },
])("the audit annotation key $key", ({ key, expected }) => {
  const auditAnnotations = { [key]: "team-a" };
  const ids = (kind: string) => expected.map((name) => `${kind}/${name}`);
  const review = { response: { uid: "1", allowed: true, auditAnnotations } };
  expect(ruleIds(admissionReview, review)).toEqual(ids("admission-review"));
  expect(ruleIds(imageReview, { status: { allowed: true, auditAnnotations } })).toEqual(ids("image-review"));
});

test("a patch with operations is an error if the request has no object", () => {
  const reviewWithPatch = (patch: unknown) => ({
    request: { uid: "1", operation: "DELETE", object: null },
    response: { ...patchResponse, patch: base64(patch) },
  });
  expect(ruleIds(admissionReview, reviewWithPatch([]))).toEqual([]);
  expect(ruleIds(admissionReview, reviewWithPatch(label))).toEqual(["admission-review/patch"]);
});

test("a response must have the uid of its request, if the review contains it", () => {
  const review = (asked: string | undefined, answered: string) => ({
    request: asked === undefined ? {} : { uid: asked },
    response: { uid: answered, allowed: true },
  });
  expect(ruleIds(admissionReview, review("1", "1"))).toEqual([]);
  expect(ruleIds(admissionReview, review(undefined, "1"))).toEqual([]);
  expect(ruleIds(admissionReview, review("1", "2"))).toEqual(["admission-review/uid"]);
  expect(ruleIds(admissionReview, review(undefined, ""))).toEqual(["admission-review/uid"]);
});

test.each([
  { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: {}, requst: {} },
  { apiVersion: "imagepolicy.k8s.io/v1alpha1", kind: "ImageReview", stauts: {} },
  { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token: "t" }, stauts: {} },
  { apiVersion: "audit.k8s.io/v1", kind: "EventList", metadata: { name: "a" }, items: [{ levle: "Metadata" }] },
])("unknown fields and duplicate keys are no errors in exchanges between components: $kind", (document) => {
  const text = JSON.stringify(document).replace("{", '{"kind":"",');
  const found = createVetter().vetText(text, "exchange.json");
  expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(found.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(["schema/unknown-field", "source/duplicate-key"]),
  );
});

test.each([
  { kind: "ImageReview", document: { status: { allowed: true } }, expected: [] },
  {
    kind: "ExecCredential",
    document: { apiVersion: "client.authentication.k8s.io/v1", status: { token: "t" } },
    expected: [],
  },
  { kind: "ExecCredential", document: { kind: "ExecCredential", status: { token: "t" } }, expected: ["kind/missing"] },
  { kind: "AdmissionReview", document: { request: {} }, expected: ["kind/missing"] },
])(
  "a response may omit its identity if its reader knows what it is: $kind $document",
  ({ kind, document, expected }) => {
    const found = createVetter({ kind }).vetText(JSON.stringify(document), "answer.json");
    expect(found.filter(({ severity }) => severity === "error").map(({ rule }) => rule)).toEqual(expected);
  },
);

const pem = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "sec1", format: "pem" });

test.each([
  { name: "the request as a response", document: { spec: { interactive: true } }, expected: [] },
  { name: "a token", document: { status: { token: "t" } }, expected: [] },
  { name: "an empty status", document: {}, expected: ["exec-credential/answer"] },
  { name: "an empty response", document: { status: {} }, expected: ["exec-credential/answer"] },
  {
    name: "a key without a certificate",
    document: { status: { clientKeyData: "k" } },
    expected: ["exec-credential/answer"],
  },
  {
    name: "a certificate without a key, together with a token",
    document: { status: { token: "t", clientCertificateData: "c" } },
    expected: ["exec-credential/answer"],
  },
  {
    name: "text that is not a certificate",
    document: { status: { clientCertificateData: "c", clientKeyData: pem() } },
    expected: ["exec-credential/key-pair"],
  },
])("the response of a credential plugin: $name", ({ document, expected }) => {
  expect(ruleIds(execCredential, document, { host: nodeHost(undefined) })).toEqual(expected);
});

test("without the machine's cryptography, an info finding says that the key pair was not checked", () => {
  const document = { status: { clientCertificateData: "c", clientKeyData: "k" } };
  expect(findings(execCredential, document).map(({ severity }) => severity)).toEqual(["info"]);
});

const webhook = { apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration", name: "a" };
const boundSpec = { boundObjectRef: webhook, audiences: ["a"] };

test.each([
  { name: "an hour by default", spec: {}, expected: [] },
  { name: "ten minutes", spec: { expirationSeconds: 600 }, expected: [] },
  { name: "less than ten minutes", spec: { expirationSeconds: 599 }, expected: ["token-request/expiration"] },
  { name: "2^32 seconds", spec: { expirationSeconds: 4294967296 }, expected: [] },
  { name: "more than 2^32 seconds", spec: { expirationSeconds: 4294967297 }, expected: ["token-request/expiration"] },
  { name: "any audiences", spec: { ...boundSpec, attestations: { admissionReviewAPIGroups: ["*"] } }, expected: [] },
  { name: "no bound object for a webhook", spec: boundSpec, expected: ["token-request/attestations"] },
  {
    name: "an object of the core group",
    spec: { ...boundSpec, attestations: { admissionReviewAPIGroups: [""] } },
    expected: ["token-request/attestations"],
  },
  {
    name: "an unsupported bound object",
    spec: { ...boundSpec, attestations: { a: ["b"] } },
    expected: ["token-request/attestations"],
  },
])("a token request for $name", ({ spec, expected }) => {
  expect(ruleIds(tokenRequest, { spec })).toEqual(expected);
});

test("a token review requires a token, and a namespace is a warning", () => {
  expect(ruleIds(tokenReview, { spec: { token: "t" } })).toEqual([]);
  expect(findings(tokenReview, { metadata: { namespace: "a" } }).map(({ rule, severity }) => [rule, severity])).toEqual(
    [
      ["token-review/token", "error"],
      ["token-review/namespace", "warning"],
    ],
  );
});

test("each audit event in an EventList is validated", () => {
  const list = {
    apiVersion: "audit.k8s.io/v1",
    kind: "EventList",
    items: [{ level: "Metadata" }, { levle: "Metadata" }],
  };
  const found = createVetter().vetText(JSON.stringify(list), "events.json");
  expect(found.filter(({ rule }) => rule === "schema/unknown-field").map(({ path }) => path)).toEqual([
    ["items", 1, "levle"],
  ]);
  expect(ruleIds(auditEvent, {})).toEqual(["audit-event/incomplete"]);
});
