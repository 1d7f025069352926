/**
 * Bodies of subresources and patches that the endpoint does not expect, with the responses of kube-apiserver 1.37.1.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";
import { tokenSettings } from "./token-settings.ts";

const core = "/api/v1/namespaces/default";
const merge = "application/merge-patch+json";
const apply = "application/apply-patch+yaml";
const replicaSet = `/apis/apps/v1/namespaces/default/replicasets`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceAccountTokens: tokenSettings() });
  await server.call("POST", `${core}/configmaps`, { metadata: { name: "one" }, data: { a: "b" } });
  await server.call("POST", `${core}/serviceaccounts`, { metadata: { name: "one" } });
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };
  const spec = { selector: { matchLabels: { app: "a" } }, template };
  await server.call("POST", replicaSet, { metadata: { name: "one" }, spec });
});
afterAll(() => server.close());

const messageOf = (json: unknown): string => (json as { message: string }).message;

test.each([
  [{}, "invalid object type: apps/v1, Kind="],
  [null, "invalid object type: apps/v1, Kind="],
  [5, "invalid object type: apps/v1, Kind="],
  ["Other", "invalid object type: apps/v1, Kind=Other"],
])("an applied configuration of kind %j is refused", async (kind, message) => {
  const body = { apiVersion: "apps/v1", kind, metadata: { name: "one" } };
  const { code, json } = await server.call("PATCH", `${replicaSet}/one?fieldManager=me`, body, {
    "content-type": apply,
  });
  expect([code, messageOf(json)]).toEqual([400, message]);
});

test("an apply to a subresource of a missing object gets 404, even if its body is invalid", async () => {
  const path = `${replicaSet}/none/status?fieldManager=me`;
  const { code, json } = await server.call("PATCH", path, [5], { "content-type": apply });
  expect([code, messageOf(json)]).toEqual([404, 'replicasets.apps "none" not found']);
});

test("a patch that removes apiVersion makes all fields of its result unknown", async () => {
  const path = `${core}/configmaps/one`;
  const patch = { apiVersion: null, zz: 1, name: "abc" };
  const { code, json, headers } = await server.call("PATCH", path, patch, { "content-type": merge });
  const why = "the name of the object (abc) does not match the name on the URL (one)";
  expect([code, messageOf(json)]).toEqual([400, why]);
  const fields = ["data", "metadata", "zz"].map((field) => String.raw`299 - "unknown field \"${field}\""`);
  expect(headers["warning"]).toBe(fields.join(", "));
  const strict = await server.call("PATCH", `${path}?fieldValidation=Strict`, patch, { "content-type": merge });
  expect(strict.code).toBe(422);
  expect(messageOf(strict.json)).toMatch(/: strict decoding error: unknown field "data", unknown field "metadata", /);
  const other = await server.call("PATCH", path, { apiVersion: null, kind: "A b" }, { "content-type": merge });
  expect(other.code).toBe(422);
  expect(messageOf(other.json)).toMatch(
    /: no kind "A b" is registered for the internal version of group "" in scheme /,
  );
});

test("a patch with several errors is refused for the first one in the JSON of its result", async () => {
  const patch = { status: { replicas: "x" }, metadata: { name: ["y"] } };
  const { json } = await server.call("PATCH", `${replicaSet}/one/status`, patch, { "content-type": merge });
  expect(messageOf(json)).toMatch(
    /: json: cannot unmarshal array into Go struct field ObjectMeta\.metadata\.name of type /,
  );
});

test.each([
  [
    { volumes: [{ hostPath: 5 }] },
    "number into Go struct field Volume.spec.volumes.VolumeSource.hostPath of type v1.HostPathVolumeSource",
  ],
  [{ volumes: [{ name: 5 }] }, "number into Go struct field Volume.spec.volumes.name of type string"],
  [
    { containers: [{ livenessProbe: { httpGet: { path: 5 } } }] },
    "number into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.path of type string",
  ],
  [
    { containers: [{ envFrom: [{ configMapRef: { name: 5 } }] }] },
    "number into Go struct field ConfigMapEnvSource.spec.containers.envFrom.configMapRef.LocalObjectReference.name of type string",
  ],
  [{ restartPolicy: 5 }, "number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy"],
])("a Pod with %j is refused with the field path of Go's message", async (spec, fault) => {
  const { json } = await server.call("POST", `${core}/pods`, { metadata: { name: "a" }, spec });
  expect(messageOf(json)).toBe(`Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal ${fault}`);
});

test("the error for the apiVersion of an eviction's deleteOptions names the embedded TypeMeta", async () => {
  const body = { metadata: { name: "a" }, deleteOptions: { apiVersion: 5 } };
  const { json } = await server.call("POST", `${core}/pods/a/eviction`, body);
  expect(messageOf(json)).toMatch(/ field DeleteOptions\.deleteOptions\.TypeMeta\.apiVersion of type string$/);
});

test("a token request is returned with all fields that Go writes, and its duration has an upper limit", async () => {
  const path = `${core}/serviceaccounts/one/token`;
  const { code, json } = await server.call("POST", path, { spec: {} });
  expect([code, (json as { spec: object }).spec]).toEqual([
    201,
    { audiences: ["https://kubernetes.default.svc"], expirationSeconds: 3600, boundObjectRef: null },
  ]);
  const text = '{"spec":{"expirationSeconds":9000000000000000000}}';
  const long = await server.call("POST", path, text, { "content-type": "application/json" });
  expect(messageOf(long.json)).toMatch(
    /Invalid value: 9000000000000000000: may not specify a duration larger than 2\^32/,
  );
});
