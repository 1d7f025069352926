/** Fields that kube-apiserver 1.37 selects objects by, beside name and namespace: clients watch by them. */
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

test.each(cases)("%s is selected by %j", async (path, fields) => {
  for (const field of fields) {
    expect(await server.call("GET", `${path}?fieldSelector=${field}%3Dx`), field).toMatchObject({ code: 200 });
  }
  expect(await server.call("GET", `${path}?fieldSelector=spec.other%3Dx`)).toMatchObject({ code: 400 });
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
