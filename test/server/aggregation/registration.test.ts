/** APIServices for the group versions that the server serves itself. */
import { expect, onTestFinished, test } from "vitest";
import { startRegistration } from "../../../src/server/aggregation/registration.ts";
import { prioritiesOf } from "../../../src/server/discovery/group-priorities.ts";
import type { CacheReader } from "../../../src/server/registry/watch-cache.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import type { ServerOptions } from "../../../src/server/server-options.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import { Messages } from "../messages.ts";
import { startTestServer } from "../start.ts";

const services = "/apis/apiregistration.k8s.io/v1/apiservices";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const merge = { "content-type": "application/merge-patch+json" };
const label = "kube-aggregator.kubernetes.io/automanaged";

async function start(options: Partial<ServerOptions> = {}) {
  const server = await startTestServer({ clusterObjects: true, ...options });
  onTestFinished(() => server.close());
  return {
    ...server,
    get: async (name: string) => (await server.call("GET", `${services}/${name}`)).json,
    names: async (): Promise<string[]> =>
      (await server.call("GET", services)).json.items.map(({ metadata }: ApiObject) => metadata.name),
  };
}

test("each group version has an available APIService with its priorities", async () => {
  const server = await start();
  expect((await server.names()).join(" ")).toBe(
    "v1. v1.admissionregistration.k8s.io v1.apiextensions.k8s.io v1.apps v1.authentication.k8s.io v1.authorization.k8s.io " +
      "v1.autoscaling v1.batch v1.certificates.k8s.io v1.coordination.k8s.io v1.discovery.k8s.io v1.events.k8s.io " +
      "v1.flowcontrol.apiserver.k8s.io v1.networking.k8s.io v1.node.k8s.io v1.policy v1.rbac.authorization.k8s.io " +
      "v1.resource.k8s.io v1.scheduling.k8s.io v1.storage.k8s.io v1.storagemigration.k8s.io v2.autoscaling",
  );
  const { metadata, spec, status } = await server.get("v2.autoscaling");
  expect(metadata.labels).toEqual({ [label]: "onstart" });
  expect(metadata.managedFields).toMatchObject([{ manager: "kube-apiserver", operation: "Update" }]);
  expect(spec).toEqual({ group: "autoscaling", version: "v2", groupPriorityMinimum: 17_500, versionPriority: 30 });
  expect(status.conditions).toMatchObject([{ type: "Available", status: "True", reason: "Local" }]);
  expect((await server.get("v1.")).spec).toEqual({ version: "v1", groupPriorityMinimum: 18_000, versionPriority: 1 });
});

test("the group list omits groups without an APIService, which are still served and discovered", async () => {
  const server = await start();
  const groups = async () => (await server.call("GET", "/apis")).json.groups.map(({ name }: { name: string }) => name);
  const autoscaling = async () =>
    (await server.call("GET", "/apis/autoscaling")).json.versions.map(({ version }: { version: string }) => version);
  expect([await groups(), await autoscaling()]).toEqual([expect.arrayContaining(["node.k8s.io"]), ["v2", "v1"]]);
  await server.call("DELETE", `${services}/v1.node.k8s.io`);
  await server.call("DELETE", `${services}/v2.autoscaling`);
  await expect.poll(groups).not.toContain("node.k8s.io");
  await expect.poll(autoscaling).toEqual(["v1"]);
  expect((await server.call("GET", "/apis/node.k8s.io")).json.versions).toHaveLength(1);
  const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const { json } = await server.call("GET", "/apis", undefined, { accept });
  expect(json.items.map(({ metadata }: ApiObject) => metadata.name)).toContain("node.k8s.io");
  const spec = { group: "node.k8s.io", version: "v1", groupPriorityMinimum: 16_300, versionPriority: 15 };
  await server.call("POST", services, { metadata: { name: "v1.node.k8s.io" }, spec });
  await expect.poll(groups).toContain("node.k8s.io");
});

test("only enabled versions have APIServices", async () => {
  const runtimeConfig = ({ group, version }: { group: string; version: string }) =>
    version === "v1" || (group === "resource.k8s.io" && version === "v1beta2");
  const server = await start({ runtimeConfig: (served) => runtimeConfig(served) && served.group !== "batch" });
  const names = await server.names();
  expect(names).toContain("v1beta2.resource.k8s.io");
  expect(names).not.toContain("v2.autoscaling");
  expect(names).not.toContain("v1.batch");
});

test("changes by clients last until the server restarts", async () => {
  const storage = openMemoryStorage();
  const first = await start({ storage });
  await first.call("DELETE", `${services}/v1.apps`);
  await first.call("PATCH", `${services}/v1.batch`, { spec: { versionPriority: 7 } }, merge);
  const foreign = (version: string, labels: object) => ({
    metadata: { name: `${version}.example.com`, labels },
    spec: { group: "example.com", version, groupPriorityMinimum: 2000, versionPriority: 1 },
  });
  await first.call("POST", services, foreign("v1", { [label]: "onstart" }));
  await first.call("POST", services, foreign("v2", {}));
  await first.waitUntilCaughtUp();
  expect(await first.names()).not.toContain("v1.apps");
  expect((await first.get("v1.batch")).spec.versionPriority).toBe(7);
  await first.close();

  const second = await start({ storage });
  const names = await second.names();
  expect(names).toEqual(expect.arrayContaining(["v1.apps", "v2.example.com"]));
  expect(names).not.toContain("v1.example.com");
  expect((await second.get("v1.batch")).spec.versionPriority).toBe(15);
});

const crd = {
  metadata: { name: "toys.example.com" },
  spec: {
    group: "example.com",
    scope: "Cluster",
    names: { plural: "toys", kind: "Toy" },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema: { type: "object" } },
    })),
  },
};

test("APIServices for definitions follow the definitions", async () => {
  const server = await start();
  const namesFound = async () => (await server.names()).filter((name) => name.endsWith("example.com"));
  await server.call("POST", definitions, crd);
  await expect.poll(namesFound).toEqual(["v1.example.com", "v2.example.com"]);
  const { metadata, spec, status } = await server.get("v2.example.com");
  expect(metadata.labels).toEqual({ [label]: "true" });
  expect(spec).toEqual({ group: "example.com", version: "v2", groupPriorityMinimum: 1000, versionPriority: 100 });
  expect(status.conditions).toMatchObject([{ reason: "Local" }]);

  await server.call("DELETE", `${services}/v1.example.com`);
  await expect.poll(namesFound).toEqual(["v1.example.com", "v2.example.com"]);
  await server.call("PATCH", `${services}/v2.example.com`, { spec: { versionPriority: 7 } }, merge);
  await expect.poll(async () => (await server.get("v2.example.com")).spec.versionPriority).toBe(100);

  const versions = crd.spec.versions.map((version) => ({ ...version, served: version.storage }));
  await server.call("PATCH", `${definitions}/toys.example.com`, { spec: { versions } }, merge);
  await expect.poll(namesFound).toEqual(["v1.example.com"]);
  await server.call("DELETE", `${definitions}/toys.example.com`);
  await expect.poll(namesFound).toEqual([]);
});

test("APIServices that admission changes on each write are created but not corrected", async () => {
  const held = new Map<string, ApiObject>();
  const readers: CacheReader[] = [];
  let writes = 0;
  const write = (object: ApiObject) => {
    writes++;
    const { name = "" } = object.metadata;
    const changed = { ...object, spec: { ...(object["spec"] as object), versionPriority: writes } };
    held.set(name, changed);
    for (const reader of readers)
      reader.change({ key: name, revision: writes, object: changed, change: { type: "MODIFIED", object: changed } });
    return changed;
  };
  const store = {
    cached: () => [...held.values()],
    cachedObject: ({ name }: { name: string }) => held.get(name),
    subscribe(reader: CacheReader) {
      readers.push(reader);
      return () => {};
    },
    create: async (object: ApiObject) => write(object),
    update: async ({ target, change }: { target: { name: string }; change: (object: unknown) => ApiObject }) => ({
      object: write(change(held.get(target.name))),
    }),
  };
  const empty = { ...store, cached: () => [crd], subscribe: () => () => {} };
  const options = { registry: undefined, write: {}, log: new Messages() } as never;
  const stores = { services: store, definitions: empty } as never;
  const registration = await startRegistration(stores, [], options);
  // Both versions were created; neither is corrected.
  expect(writes).toBe(2);
  registration.stop();
});

test("all group versions of the newest release except that of APIServices have priorities", async () => {
  const server = await start({ runtimeConfig: () => true });
  const { json } = await server.call("GET", "/apis");
  const versions = json.groups.flatMap(({ name, versions }: { name: string; versions: { version: string }[] }) =>
    versions.map(({ version }) => [name, version]),
  );
  expect(versions.length).toBeGreaterThan(30);
  const placeless = versions.filter(([group, version]: [string, string]) => !prioritiesOf(group, version));
  expect(placeless).toEqual([["apiregistration.k8s.io", "v1"]]);
});
