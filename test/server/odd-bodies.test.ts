/** Bodies and options of writes that are odd, with the words of kube-apiserver 1.37.1. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quicklyAfter } from "../quickly.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const maps = "/api/v1/namespaces/default/configmaps";
beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", maps, { metadata: { name: "a" } });
});
afterAll(() => server.close());

const typeMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const unread = (why: string, start: string) =>
  `the object provided is unrecognized (must be of type Deployment): ${why} (${start})`;
const cannot = (type: string, into: string) =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go ${into}`;
const ofDeployment = (kind: string, version: string, why: string) =>
  `${kind} in version "${version}" cannot be handled as a Deployment: ${why}`;
const unknown = (kind: string, version: string) =>
  `no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:111"`;
const unlike = (given: string) =>
  `the API version in the data (${given}) does not match the expected API version (apps/v1)`;

describe("a body of another type", () => {
  test.each([
    ['"a"', unread(cannot("string", `value of type ${typeMeta}`), "226122")],
    ["5", unread(cannot("number", `value of type ${typeMeta}`), "35")],
    ["[]", unread(cannot("array", `value of type ${typeMeta}`), "5b5d")],
    ['{"kind":5}', unread(cannot("number", "struct field .kind of type string"), '{"kind":5}')],
    ['{"apiVersion":{}}', unread(cannot("object", "struct field .apiVersion of type string"), '{"apiVersion":{}}')],
    ['{"apiVersion":"a/b/c"}', unread("unexpected GroupVersion string: a/b/c", '{"apiVersion":"a/b/c"}')],
    [
      '{"apiVersion":"v1","kind":"ConfigMap"}',
      ofDeployment("ConfigMap", "v1", "converting (v1.ConfigMap) to (apps.Deployment): unknown conversion"),
    ],
    [
      '{"apiVersion":"v1","kind":"PodList"}',
      ofDeployment("PodList", "v1", "converting (v1.PodList) to (apps.Deployment): unknown conversion"),
    ],
    [
      '{"apiVersion":"policy/v1","kind":"Eviction"}',
      ofDeployment("Eviction", "v1", "converting (v1.Eviction) to (apps.Deployment): unknown conversion"),
    ],
    ['{"apiVersion":"v1","kind":"PodSpec"}', ofDeployment("PodSpec", "v1", unknown("PodSpec", "v1"))],
    ['{"apiVersion":"apps/v1","kind":"Pod"}', ofDeployment("Pod", "v1", unknown("Pod", "apps/v1"))],
    ['{"kind":"Pod"}', ofDeployment("Pod", "v1", unknown("Pod", "apps/v1"))],
    ['{"apiVersion":"v1"}', ofDeployment("Deployment", "v1", unknown("Deployment", "v1"))],
    ['{"apiVersion":"v9","kind":"Deployment"}', ofDeployment("Deployment", "v9", unknown("Deployment", "v9"))],
    [
      '{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService"}',
      ofDeployment("APIService", "v1", unknown("APIService", "apiregistration.k8s.io/v1")),
    ],
    ['{"apiVersion":"apps/v1beta1","kind":"Deployment"}', unlike("apps/v1beta1")],
    ['{"apiVersion":"extensions/v1beta1","kind":"Deployment"}', unlike("extensions/v1beta1")],
  ])("%s", async (body, message) => {
    const { json } = await server.call("POST", deployments, body);
    expect(json).toMatchObject({ code: 400, reason: "BadRequest", message });
  });

  test.each([
    [{ apiVersion: "v9" }, unknown("ConfigMap", "v9")],
    [{ apiVersion: "a/b/c" }, "unexpected GroupVersion string: a/b/c"],
    [{ kind: "Pod" }, "converting (v1.Pod) to (core.ConfigMap): unknown conversion"],
    [{ kind: "Made" }, unknown("Made", "v1")],
    [{ kind: 5 }, cannot("number", "struct field .kind of type string")],
  ])("that a patch %j makes", async (patch, why) => {
    const { json } = await server.call("PATCH", `${maps}/a`, patch, { "content-type": "application/merge-patch+json" });
    expect(json.code).toBe(422);
    expect(json.message.endsWith(`: ${why}`), json.message).toBe(true);
  });
});

test("a version of half a million domains takes no time", async () => {
  const body = JSON.stringify({ apiVersion: "a.".repeat(500_000), kind: "Deployment" });
  const refuse = async () => expect((await server.call("POST", deployments, body)).code).toBe(400);
  await quicklyAfter(async () => {}, 5_000, refuse);
});

test("a time that cannot be read comes before a value of another type", async () => {
  const metadata = { name: "a", labels: [], creationTimestamp: "x" };
  const { json } = await server.call("POST", maps, { metadata });
  const why = 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"';
  expect(json.message).toBe(`ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`);
});

test("a patch that makes no object", async () => {
  const asOperations = { "content-type": "application/json-patch+json" };
  const operations = JSON.stringify([{ op: "replace", path: "", value: ["a"] }]);
  const { json } = await server.call("PATCH", `${maps}/a`, operations, asOperations);
  expect(json.message).toBe(
    ` "" is invalid: patch: Invalid value: "[\\"a\\"]": ${cannot("array", `value of type ${typeMeta}`)}`,
  );
  const strategic = { "content-type": "application/strategic-merge-patch+json" };
  const { json: other } = await server.call("PATCH", `${maps}/a`, { kind: 5 }, strategic);
  expect(other.message).toBe(' "" is invalid: patch: Invalid value: "map[kind:5]": cannot convert int64 to string');
});

test("an unknown media type comes before the options of a creation", async () => {
  const { code } = await server.call("POST", `${maps}?dryRun=x`, "{}", { "content-type": "text/plain" });
  expect(code).toBe(415);
});

test.each(["limit=", "timeoutSeconds="])("an empty number, %s, is none", async (query) => {
  const { json } = await server.call("GET", `${maps}?${query}`);
  expect(json).toMatchObject({ code: 400, message: 'strconv.ParseInt: parsing "": invalid syntax' });
});

test("the faults of the options of a deletion come in one answer", async () => {
  const { json } = await server.call("DELETE", `${maps}/a?dryRun=x&propagationPolicy=y&orphanDependents=true`);
  expect(json.details.causes.map(({ reason, field }: Record<string, string>) => [reason, field])).toEqual([
    ["FieldValueInvalid", "propagationPolicy"],
    ["FieldValueNotSupported", "propagationPolicy"],
    ["FieldValueNotSupported", "dryRun"],
  ]);
});

test("an event owns nothing that its deletion could wait for", async () => {
  const events = "/api/v1/namespaces/default/events";
  const involvedObject = { kind: "Pod", name: "a", namespace: "default" };
  await server.call("POST", events, { metadata: { name: "e", finalizers: ["orphan"] }, involvedObject });
  const { json } = await server.call("DELETE", `${events}/e?orphanDependents=true`);
  expect(json).toMatchObject({ kind: "Status", status: "Success" });
  expect((await server.call("GET", `${events}/e`)).code).toBe(404);
});

test("of a deletion, too", async () => {
  const { json } = await server.call("DELETE", `${maps}/a?dryRun=All&gracePeriodSeconds=`);
  expect(json).toMatchObject({ code: 400, message: 'strconv.ParseInt: parsing "": invalid syntax' });
});

test("a readable object is not deleted as an unreadable one", async () => {
  const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
  const { json } = await server.call("DELETE", `${maps}/a?dryRun=All&${option}=true`);
  expect(json).toMatchObject({ code: 409 });
  expect(json.message).toBe(
    'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage',
  );
});

test("metadata that no object has is refused by the field that kube-apiserver names", async () => {
  const owner = { apiVersion: "v1", kind: "Event", name: "a", uid: "b" };
  const metadata = { name: "b", finalizers: ["orphan", "foregroundDeletion"], ownerReferences: [owner] };
  const { json } = await server.call("POST", maps, { metadata });
  expect(json.details.causes).toEqual([
    {
      reason: "FieldValueInvalid",
      field: "metadata.ownerReferences[0]",
      message: `Invalid value: ${JSON.stringify(owner)}: /v1, Kind=Event is disallowed from being an owner`,
    },
    {
      reason: "FieldValueInvalid",
      field: "metadata.finalizers",
      message:
        'Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    },
  ]);
});
