import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { definition as widgetDefinition } from "../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const maps = "/api/v1/namespaces/default/configmaps";
const mergePatch = { "content-type": "application/merge-patch+json" };
const create = async (name: string, metadata: object = {}) =>
  (await server.call("POST", maps, { metadata: { name, ...metadata } })).json.metadata;
const owner = ({ name, uid }: { name: string; uid: string }, more = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name,
  uid,
  ...more,
});
const codeOf = async (name: string) => (await server.call("GET", `${maps}/${name}`)).code;
const waitUntil = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

describe("namespaces", () => {
  test("are deleted with all their content", async () => {
    await server.call("POST", "/api/v1/namespaces", { metadata: { name: "full" } });
    await server.call("POST", "/api/v1/namespaces/full/configmaps", {
      metadata: { name: "held", finalizers: ["example.com/hold"] },
    });
    await server.call("POST", "/api/v1/namespaces/full/secrets", { metadata: { name: "secret" } });
    const deleted = await server.call("DELETE", "/api/v1/namespaces/full");
    expect(deleted.json).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
    await waitUntil(async () =>
      expect((await server.call("GET", "/api/v1/namespaces/full/secrets/secret")).code).toBe(404),
    );
    const refused = await server.call("POST", "/api/v1/namespaces/full/configmaps", { metadata: { name: "late" } });
    expect(refused.json).toMatchObject({
      code: 403,
      message:
        'configmaps "late" is forbidden: unable to create new content in namespace full because it is being terminated',
      details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] },
    });
    await waitUntil(async () => {
      const { json } = await server.call("GET", "/api/v1/namespaces/full");
      expect(json.status.conditions?.map(({ type }: { type: string }) => type)).toEqual([
        "NamespaceContentRemaining",
        "NamespaceFinalizersRemaining",
      ]);
    });
    await server.call("PATCH", "/api/v1/namespaces/full/configmaps/held", { metadata: { finalizers: [] } }, mergePatch);
    await waitUntil(async () => expect((await server.call("GET", "/api/v1/namespaces/full")).code).toBe(404));
  });

  test("that are protected, like default, cannot be deleted", async () => {
    expect((await server.call("DELETE", "/api/v1/namespaces/default")).json).toMatchObject({
      code: 403,
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    });
  });
});

describe("dependents", () => {
  test("are deleted after their last owner, in the background", async () => {
    const one = await create("one");
    const two = await create("two");
    await create("both", { ownerReferences: [owner(one), owner(two)] });
    await server.call("DELETE", `${maps}/one`);
    await waitUntil(async () =>
      expect((await server.call("GET", `${maps}/both`)).json.metadata.ownerReferences).toEqual([owner(two)]),
    );
    await server.call("DELETE", `${maps}/two`);
    await waitUntil(async () => expect(await codeOf("both")).toBe(404));
  });

  test("are deleted before their owner, in the foreground", async () => {
    const parent = await create("parent");
    await create("child", {
      ownerReferences: [owner(parent, { blockOwnerDeletion: true })],
      finalizers: ["example.com/hold"],
    });
    const deleted = await server.call("DELETE", `${maps}/parent`, { propagationPolicy: "Foreground" });
    expect(deleted.json.metadata.finalizers).toEqual(["foregroundDeletion"]);
    await waitUntil(async () =>
      expect((await server.call("GET", `${maps}/child`)).json.metadata.deletionTimestamp).toBeDefined(),
    );
    expect(await codeOf("parent")).toBe(200);
    await server.call("PATCH", `${maps}/child`, { metadata: { finalizers: null } }, mergePatch);
    await waitUntil(async () => expect(await codeOf("parent")).toBe(404));
  });

  test("stay without their owner reference when they are orphaned", async () => {
    const parent = await create("leaver");
    await create("orphan", { ownerReferences: [owner(parent)] });
    await server.call("DELETE", `${maps}/leaver`, { propagationPolicy: "Orphan" });
    await waitUntil(async () => expect(await codeOf("leaver")).toBe(404));
    const { code, json } = await server.call("GET", `${maps}/orphan`);
    expect(code).toBe(200);
    expect(json.metadata.ownerReferences).toBeUndefined();
  });

  test("of an owner that never existed are deleted, and those whose owner cannot be known are kept", async () => {
    const uid = "11111111-2222-3333-4444-555555555555";
    await create("foreign", { ownerReferences: [{ apiVersion: "example.com/v1", kind: "Thing", name: "t", uid }] });
    await create("foreign-too", {
      ownerReferences: [
        owner({ name: "never", uid }),
        { apiVersion: "v9", kind: "ConfigMap", name: "t", uid: `${uid}9` },
      ],
    });
    // A cluster-wide object cannot have an owner in a namespace, so nothing says that this owner is gone.
    const node = { metadata: { name: "kept", ownerReferences: [owner({ name: "never", uid })] } };
    await server.call("POST", "/api/v1/nodes", node);
    await create("lost", { ownerReferences: [owner({ name: "never", uid })] });
    await waitUntil(async () => expect(await codeOf("lost")).toBe(404));
    expect(await codeOf("foreign")).toBe(200);
    const { ownerReferences } = (await server.call("GET", `${maps}/foreign-too`)).json.metadata;
    expect(ownerReferences).toHaveLength(2);
    expect((await server.call("GET", "/api/v1/nodes/kept")).code).toBe(200);
  });

  test("of a custom kind are deleted after a restart, too", async () => {
    const storage = openMemoryStorage();
    const before = await startTestServer({ storage });
    await before.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
    const parent = (await before.call("POST", maps, { metadata: { name: "parent" } })).json.metadata;
    const widgets = "/apis/parity.example.com/v1/namespaces/default/widgets";
    const widget = (name: string) => ({
      apiVersion: "parity.example.com/v1",
      kind: "Widget",
      metadata: { name, ownerReferences: [owner(parent)] },
      spec: { size: 1 },
    });
    await waitUntil(async () => expect((await before.call("POST", widgets, widget("child"))).code).toBe(201));
    await before.close();
    const after = await startTestServer({ storage });
    onTestFinished(() => after.close());
    await after.call("DELETE", `${maps}/parent`);
    await waitUntil(async () => expect((await after.call("GET", `${widgets}/child`)).code).toBe(404));
  });
});

describe("other requests are served", () => {
  const many = 300;
  const names = Array.from({ length: many }, (_none, index) => `m${index}`);
  /** Returns the distinct numbers of remaining objects that four concurrent clients saw until no object was left. */
  async function countsUntilNone(count: () => Promise<number>) {
    const counts = new Set<number>();
    const countDown = async () => {
      for (let left = many; left > 0; counts.add(left)) left = await count();
    };
    await Promise.all([countDown(), countDown(), countDown(), countDown()]);
    return counts;
  }
  /** Counts the objects of a collection from a list with limit 1, which takes no turn for each object. */
  async function countAll(path: string) {
    const { code, json } = await server.call("GET", `${path}?limit=1`);
    return code === 200 ? json.items.length + (json.metadata.remainingItemCount ?? 0) : 0;
  }
  // A time slice is 2 ms, and each reading of the clock advances it by 1 ms.
  beforeEach(() => {
    let nowMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => nowMs++);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("while a namespace is emptied", async () => {
    await server.call("POST", "/api/v1/namespaces", { metadata: { name: "many" } });
    const path = "/api/v1/namespaces/many/configmaps";
    await Promise.all(names.map((name) => server.call("POST", path, { metadata: { name } })));
    await server.call("DELETE", "/api/v1/namespaces/many");
    const counts = await countsUntilNone(() => countAll(path));
    expect(counts.size).toBeGreaterThan(2);
  });

  test("while dependents become orphans", async () => {
    const metadata = await create("left-behind");
    const ownerReferences = [owner(metadata)];
    await Promise.all(names.map((name) => create(name, { ownerReferences })));
    await server.call("DELETE", `${maps}/left-behind`, { propagationPolicy: "Orphan" });
    const isOwned = (ownedBy?: readonly { readonly uid: string }[]) => ownedBy?.some(({ uid }) => uid === metadata.uid);
    const counts = await countsUntilNone(async () => {
      const { items } = (await server.call("GET", maps)).json;
      return items.filter(({ metadata }: { metadata: ApiMetadata }) => isOwned(metadata.ownerReferences)).length;
    });
    expect(counts.size).toBeGreaterThan(2);
  });

  test("while the objects of a deleted definition are deleted", async () => {
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const path = "/apis/example.com/v1/namespaces/default/toys";
    const schema = { openAPIV3Schema: { type: "object" } };
    await server.call("POST", definitions, {
      metadata: { name: "toys.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "toys", kind: "Toy" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    });
    await waitUntil(async () => expect((await server.call("GET", path)).code).toBe(200));
    const toy = (name: string) => ({ apiVersion: "example.com/v1", kind: "Toy", metadata: { name } });
    await Promise.all(names.map((name) => server.call("POST", path, toy(name))));
    await server.call("DELETE", `${definitions}/toys.example.com`);
    const counts = await countsUntilNone(() => countAll(path));
    expect(counts.size).toBeGreaterThan(2);
  });
});

interface ApiMetadata {
  readonly name: string;
  readonly ownerReferences?: readonly { readonly uid: string }[];
}
