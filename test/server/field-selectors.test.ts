/**
 * Fields by which kube-apiserver 1.37 selects objects, in addition to name and namespace. Clients use them in watches.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const cases = [
  ["/api/v1/nodes", ["spec.unschedulable"]],
  ["/api/v1/pods", ["spec.nodeName", "spec.host", "spec.hostNetwork", "status.phase", "status.nominatedNodeName"]],
  ["/api/v1/replicationcontrollers", ["status.replicas"]],
  ["/api/v1/secrets", ["type"]],
  ["/api/v1/services", ["spec.clusterIP", "spec.type"]],
  ["/apis/batch/v1/jobs", ["status.successful"]],
  ["/apis/certificates.k8s.io/v1/certificatesigningrequests", ["spec.signerName"]],
  ["/apis/certificates.k8s.io/v1/clustertrustbundles", ["spec.signerName"]],
  ["/apis/certificates.k8s.io/v1/podcertificaterequests", ["spec.signerName", "spec.podName", "spec.nodeName"]],
  ["/apis/resource.k8s.io/v1/resourceslices", ["spec.driver", "spec.nodeName", "spec.pool.name"]],
] as const;

test.each(cases)("%s can be selected by %j", async (path, fields) => {
  for (const field of fields) {
    expect(await server.call("GET", `${path}?fieldSelector=${field}%3Dx`), field).toMatchObject({ code: 200 });
  }
  expect(await server.call("GET", `${path}?fieldSelector=spec.other%3Dx`)).toMatchObject({ code: 400 });
});

const unsupportedField = "field label not supported: metadata.namespace";
const withoutNamespace = [
  ["/api/v1/nodes", unsupportedField],
  ["/api/v1/namespaces", unsupportedField],
  ["/apis/certificates.k8s.io/v1/certificatesigningrequests", unsupportedField],
  ["/apis/certificates.k8s.io/v1/clustertrustbundles", unsupportedField],
  ["/apis/certificates.k8s.io/v1/podcertificaterequests", unsupportedField],
  [
    "/apis/resource.k8s.io/v1/resourceslices",
    "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: metadata.namespace",
  ],
] as const;

test.each(withoutNamespace)("%s cannot be selected by namespace", async (path, message) => {
  const { json } = await server.call("GET", `${path}?fieldSelector=metadata.namespace%3Dx`);
  expect(json).toMatchObject({ code: 400, message });
});

test("storage classes and pods can be selected by namespace", async () => {
  for (const path of ["/apis/storage.k8s.io/v1/storageclasses", "/api/v1/pods"]) {
    expect(await server.call("GET", `${path}?fieldSelector=metadata.namespace%3Dx`), path).toMatchObject({ code: 200 });
  }
});

test("each kind rejects other fields with its own message", async () => {
  const messageOf = async (path: string) =>
    (await server.call("GET", `${path}?fieldSelector=a%3Dx`)).json.message as string;
  expect(await messageOf("/apis/batch/v1/jobs")).toBe('field label "a" not supported for Job');
  expect(await messageOf("/api/v1/pods")).toBe("field label not supported: a");
  expect(await messageOf("/api/v1/configmaps")).toBe(
    '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});

test("services are selected by their type, trust bundles by their signer", async () => {
  const service = { metadata: { name: "plain" }, spec: { ports: [{ port: 80 }] } };
  const bundle = { metadata: { name: "example.com:a:b" }, spec: { signerName: "example.com/a", trustBundle: "" } };
  await server.call("POST", "/api/v1/namespaces/default/services", service);
  const bundles = "/apis/certificates.k8s.io/v1/clustertrustbundles";
  await server.call("POST", bundles, bundle);
  const names = async (path: string) => {
    const { json } = await server.call("GET", path);
    return json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  };
  expect(await names("/api/v1/services?fieldSelector=spec.type%3DClusterIP")).toEqual(["plain"]);
  expect(await names("/api/v1/services?fieldSelector=spec.type%3DNodePort")).toEqual([]);
  expect(await names(`${bundles}?fieldSelector=spec.signerName%3Dexample.com/b`)).toEqual([]);
});
