/** `clustervet/server` as a program uses it. `npm run package` tests the published package. */
import { existsSync, readdirSync } from "node:fs";
import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiServer, type Kubeconfig, OptionError, startApiServer } from "../../src/server.ts";
import { quicklyAfter } from "../quickly.ts";
import { type Access, type ApiAnswer, call } from "./api-client.ts";
import { openWatch } from "./watch-client.ts";

let server: ApiServer;
const filesBefore = readdirSync(".").join();
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

const waitUntil = (claim: () => unknown) => vi.waitFor(claim, { timeout: 10_000, interval: 5 });
const pem = (base64: string) => Buffer.from(base64, "base64").toString();

function accessOf({ clusters: [{ cluster }], users: [{ user }] }: Kubeconfig): Access {
  return {
    port: Number(new URL(cluster.server).port),
    authority: pem(cluster["certificate-authority-data"]),
    certificate: pem(user["client-certificate-data"]),
    key: pem(user["client-key-data"]),
  };
}

const send = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
  call(accessOf(server.kubeconfig), { method, path, body });

const configMaps = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string, value = "") => ({ metadata: { name }, data: { value } });

function clientOf({ kubeconfigText }: ApiServer): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(kubeconfigText);
  return config;
}

test("a client that reads the kubeconfig is an administrator; nothing is written to the current folder", async () => {
  const core = clientOf(server).makeApiClient(CoreV1Api);
  await core.createNamespacedConfigMap({ namespace: "default", body: configMap("first") });
  const { items } = await core.listNamespacedConfigMap({ namespace: "default" });
  expect(items.map(({ metadata }) => metadata?.name)).toContain("first");
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
  expect(server.certificateAuthority).toContain("BEGIN CERTIFICATE");
  expect(readdirSync(".").join()).toBe(filesBefore);
  expect(existsSync("clustervet-data")).toBe(false);
});

test("the server refuses what lint reports as an error", async () => {
  const answer = await send("POST", configMaps, configMap("Not A Name"));
  expect(answer.json).toMatchObject({ code: 422, reason: "Invalid" });
});

test("a kubeconfig for another user grants only the permissions that RBAC gives that user", async () => {
  const jane = await server.kubeconfigFor({ name: "jane", groups: ["developers"] });
  const review = await call(accessOf(jane), {
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
  });
  expect(review.json.status.userInfo).toMatchObject({
    username: "jane",
    groups: ["developers", "system:authenticated"],
  });
  expect((await call(accessOf(jane), { method: "GET", path: configMaps })).code).toBe(403);
});

test("restore reverts changes, deletions and creations, and resource versions continue to increase", async () => {
  const created = (await send("POST", configMaps, configMap("changed", "before"))).json;
  const gone = (await send("POST", configMaps, configMap("gone"))).json;
  const snapshot = await server.snapshot();
  await send("PUT", `${configMaps}/changed`, { ...created, data: { value: "after" } });
  await send("DELETE", `${configMaps}/gone`);
  await send("POST", configMaps, configMap("new"));
  const last = Number((await send("GET", configMaps)).json.metadata.resourceVersion);

  await server.restore(snapshot);
  expect((await send("GET", `${configMaps}/changed`)).json).toEqual(created);
  expect((await send("GET", `${configMaps}/gone`)).json).toEqual(gone);
  expect((await send("GET", `${configMaps}/new`)).code).toBe(404);
  const { metadata, items } = (await send("GET", configMaps)).json;
  expect(Number(metadata.resourceVersion)).toBeGreaterThan(last);
  // Lists from the cache and from the store agree.
  expect((await send("GET", `${configMaps}?resourceVersion=0`)).json.items).toEqual(items);

  // The snapshot can be restored again, and restored objects can be updated.
  expect((await send("PUT", `${configMaps}/changed`, { ...created, data: { value: "again" } })).code).toBe(200);
  await server.restore(snapshot);
  expect((await send("GET", `${configMaps}/changed`)).json).toEqual(created);
});

test("watches from before a restore end with ERROR 410, and their resource versions have expired", async () => {
  const snapshot = await server.snapshot();
  const { resourceVersion } = (await send("POST", configMaps, configMap("watched"))).json.metadata;
  const access = accessOf(server.kubeconfig);
  const [live, other] = await Promise.all([
    openWatch(access, `${configMaps}?watch=1&resourceVersion=${resourceVersion}`),
    openWatch(access, `/api/v1/namespaces?watch=1&resourceVersion=${resourceVersion}`),
  ]);
  const page = (await send("GET", "/api/v1/namespaces?limit=1")).json.metadata.continue;
  await server.restore(snapshot);
  for (const watch of [live, other]) {
    await watch.ended;
    expect(watch.objects.at(-1)).toMatchObject({ kind: "Status", code: 410, reason: "Expired" });
    expect(watch.isWhole()).toBe(true);
  }
  const late = await openWatch(access, `${configMaps}?watch=1&resourceVersion=${resourceVersion}`);
  await late.until(1);
  expect(late.objects[0]).toMatchObject({ kind: "Status", code: 410 });
  expect((await send("GET", `/api/v1/namespaces?limit=1&continue=${page}`)).code).toBe(410);
  const exact = `${configMaps}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
  expect((await send("GET", exact)).code).toBe(410);
});

test("an informer sees the objects of the snapshot after a restore, and follows later changes", {
  timeout: 60_000,
}, async () => {
  const config = clientOf(server);
  const core = config.makeApiClient(CoreV1Api);
  const namespace = "kube-public";
  await core.createNamespacedConfigMap({ namespace, body: configMap("kept") });
  const snapshot = await server.snapshot();
  const informer = makeInformer<V1ConfigMap>(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
    core.listNamespacedConfigMap({ namespace }),
  );
  // As its documentation says, an informer ends with an error and must be started again.
  informer.on("error", () => void informer.start());
  await informer.start();
  const names = () =>
    informer
      .list()
      .map(({ metadata }) => metadata?.name)
      .sort();
  await core.createNamespacedConfigMap({ namespace, body: configMap("temporary") });
  await waitUntil(() => expect(names()).toContain("temporary"));
  await server.restore(snapshot);
  await waitUntil(() => expect(names()).not.toContain("temporary"));
  expect(names()).toContain("kept");
  await core.createNamespacedConfigMap({ namespace, body: configMap("later") });
  await waitUntil(() => expect(names()).toContain("later"));
  await informer.stop();
});

const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const definition = (names: object = {}) => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", ...names },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const widget = (name: string) => ({ apiVersion: "example.com/v1", kind: "Widget", metadata: { name } });

test("restore removes and brings back custom resources with their definitions, and they are served once it resolves", async () => {
  const before = await server.snapshot();
  await send("POST", definitions, definition());
  await waitUntil(async () => expect((await send("GET", widgets)).code).toBe(200));
  await send("POST", widgets, widget("one"));
  const after = await server.snapshot();
  for (let round = 0; round < 3; round++) {
    await server.restore(before);
    expect((await send("GET", widgets)).code).toBe(404);
    await server.restore(after);
    expect((await send("GET", widgets)).json.items).toHaveLength(1);
  }
  await send("DELETE", `${definitions}/widgets.example.com`);
  await waitUntil(async () => expect((await send("GET", widgets)).code).toBe(404));
  await server.restore(after);
  expect((await send("GET", `${widgets}/one`)).code).toBe(200);
  await server.restore(before);
});

test("node ports of services that a restore removed can be allocated again", async () => {
  const services = "/api/v1/namespaces/default/services";
  const service = (name: string) => ({
    metadata: { name },
    spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_123 }] },
  });
  const snapshot = await server.snapshot();
  for (const name of ["a", "b"]) {
    expect((await send("POST", services, service(name))).code).toBe(201);
    await server.restore(snapshot);
  }
});

test("an owner is deleted in the foreground although a restore has removed its dependent", async () => {
  const owner = (await send("POST", configMaps, configMap("owner"))).json;
  const snapshot = await server.snapshot();
  const ownerReferences = [
    { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.metadata.uid, blockOwnerDeletion: true },
  ];
  await send("POST", configMaps, { metadata: { name: "dependent", ownerReferences } });
  await server.restore(snapshot);
  await send("DELETE", `${configMaps}/owner?propagationPolicy=Foreground`);
  await waitUntil(async () => expect((await send("GET", `${configMaps}/owner`)).code).toBe(404));
});

test("with 1,000 objects, restore undoes 1,000 changes within 200 ms of processor time", async () => {
  const writeInParallel = async (write: (name: string) => Promise<ApiAnswer>) => {
    for (let done = 0; done < 1000; done += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => write(`many-${done + index}`)));
    }
  };
  await writeInParallel((name) => send("POST", configMaps, configMap(name, "a")));
  const snapshot = await server.snapshot();
  const deleteAll = () => writeInParallel((name) => send("DELETE", `${configMaps}/${name}`));
  await quicklyAfter(deleteAll, 200, () => server.restore(snapshot));
  expect((await send("GET", `${configMaps}?limit=500`)).json.items).toHaveLength(500);
}, 60_000);

test.each([
  [{ storag: "memory" }, 'there is no option "storag"; did you mean storage?'],
  [{ storage: "lmdb" }, "storage must be one of memory"],
  [{ host: "" }, 'host must be an address or a host name; got ""'],
  [Promise.resolve({}), "options must be an object; got a Promise"],
  [{ port: 70_000 }, "port must be a whole number from 0 to 65535; got 70000"],
  [{ target: "1.99" }, "target must be a release from"],
  [{ featureGates: { NoSuchGate: true } }, 'feature gate "NoSuchGate" is not known to'],
  [{ controllers: ["namespace"] }, 'controllers: there is no "namespace"'],
  [{ controllers: ["namespace-controler"] }, "did you mean namespace-controller?"],
  [{ enableAdmissionPlugins: ["AlwaysPullImage"] }, "did you mean AlwaysPullImages?"],
  [{ disableAdmissionPlugins: ["ServiceAcount"] }, "did you mean ServiceAccount?"],
  [{ enableAdmissionPlugins: ["PodSecurity"], disableAdmissionPlugins: ["PodSecurity"] }, "as well"],
  [{ runtimeConfig: { "apps/v9": true } }, "runtimeConfig: "],
])("options %j are refused", async (options, message) => {
  const refused = await startApiServer(options as object).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OptionError);
  expect((refused as OptionError).message).toContain(message);
});

test("a snapshot of another server, and a user without a name, are refused", async () => {
  const other = await startApiServer({ authorization: "AlwaysAllow", controllers: [] });
  const snapshot = await other.snapshot();
  await expect(other.restore({ ...snapshot })).rejects.toThrow(OptionError);
  const { port } = other;
  await expect(startApiServer({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await other.stop();
  await other.stop();
  await expect(other.snapshot()).rejects.toThrow("closed");
  await expect(other.restore(snapshot)).rejects.toThrow("closed");
  await expect(server.restore(snapshot)).rejects.toThrow(OptionError);
  await expect(server.kubeconfigFor({ name: "" })).rejects.toThrow(OptionError);
  await expect(server.kubeconfigFor({ name: "a", group: [] } as never)).rejects.toThrow(OptionError);
  await expect(call(accessOf(other.kubeconfig), { method: "GET", path: "/readyz" })).rejects.toThrow(/ECONNREFUSED/);
});

test.each([
  ["0.0.0.0", "127.0.0.1"],
  ["::1", "[::1]"],
])("a client reaches a server that listens on %s at %s", async (host, called) => {
  const other = await startApiServer({ host, controllers: [] });
  expect(other.url).toBe(`https://${called}:${other.port}`);
  const { items } = await clientOf(other).makeApiClient(CoreV1Api).listNamespace();
  expect(items.length).toBeGreaterThanOrEqual(4);
  await other.stop();
});

test("the log option receives the messages of the server", async () => {
  const messages: string[] = [];
  const logged = await startApiServer({ log: ({ level, message }) => messages.push(`${level} ${message}`) });
  await call(accessOf(logged.kubeconfig), { method: "GET", path: "/version" });
  await logged.stop();
  expect(messages.join("\n")).toMatch(/^(debug|info) /);
});
