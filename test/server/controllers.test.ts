import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
const until = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

describe("namespaces", () => {
  test("go away with all that is in them", async () => {
    await server.call("POST", "/api/v1/namespaces", { metadata: { name: "full" } });
    await server.call("POST", "/api/v1/namespaces/full/configmaps", {
      metadata: { name: "held", finalizers: ["example.com/hold"] },
    });
    await server.call("POST", "/api/v1/namespaces/full/secrets", { metadata: { name: "secret" } });
    const deleted = await server.call("DELETE", "/api/v1/namespaces/full");
    expect(deleted.json).toMatchObject({ kind: "Namespace", status: { phase: "Terminating" } });
    await until(async () =>
      expect((await server.call("GET", "/api/v1/namespaces/full/secrets/secret")).code).toBe(404),
    );
    const refused = await server.call("POST", "/api/v1/namespaces/full/configmaps", { metadata: { name: "late" } });
    expect(refused.json).toMatchObject({
      code: 403,
      message:
        'configmaps "late" is forbidden: unable to create new content in namespace full because it is being terminated',
      details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] },
    });
    await until(async () => {
      const { json } = await server.call("GET", "/api/v1/namespaces/full");
      expect(json.status.conditions?.map(({ type }: { type: string }) => type)).toEqual([
        "NamespaceContentRemaining",
        "NamespaceFinalizersRemaining",
      ]);
    });
    await server.call("PATCH", "/api/v1/namespaces/full/configmaps/held", { metadata: { finalizers: [] } }, mergePatch);
    await until(async () => expect((await server.call("GET", "/api/v1/namespaces/full")).code).toBe(404));
  });

  test("some are there for ever", async () => {
    expect((await server.call("DELETE", "/api/v1/namespaces/default")).json).toMatchObject({
      code: 403,
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    });
  });
});

describe("dependents", () => {
  test("go after their last owner, in the background", async () => {
    const one = await create("one");
    const two = await create("two");
    await create("both", { ownerReferences: [owner(one), owner(two)] });
    await server.call("DELETE", `${maps}/one`);
    await until(async () =>
      expect((await server.call("GET", `${maps}/both`)).json.metadata.ownerReferences).toEqual([owner(two)]),
    );
    await server.call("DELETE", `${maps}/two`);
    await until(async () => expect(await codeOf("both")).toBe(404));
  });

  test("go before their owner, in the foreground", async () => {
    const parent = await create("parent");
    await create("child", {
      ownerReferences: [owner(parent, { blockOwnerDeletion: true })],
      finalizers: ["example.com/hold"],
    });
    const deleted = await server.call("DELETE", `${maps}/parent`, { propagationPolicy: "Foreground" });
    expect(deleted.json.metadata.finalizers).toEqual(["foregroundDeletion"]);
    await until(async () =>
      expect((await server.call("GET", `${maps}/child`)).json.metadata.deletionTimestamp).toBeDefined(),
    );
    expect(await codeOf("parent")).toBe(200);
    await server.call("PATCH", `${maps}/child`, { metadata: { finalizers: null } }, mergePatch);
    await until(async () => expect(await codeOf("parent")).toBe(404));
  });

  test("stay when they are orphaned", async () => {
    const parent = await create("leaver");
    await create("orphan", { ownerReferences: [owner(parent)] });
    await server.call("DELETE", `${maps}/leaver`, { propagationPolicy: "Orphan" });
    await until(async () => expect(await codeOf("leaver")).toBe(404));
    const { code, json } = await server.call("GET", `${maps}/orphan`);
    expect(code).toBe(200);
    expect(json.metadata.ownerReferences).toBeUndefined();
  });

  test("of an owner that never was go, of one that nobody knows stay", async () => {
    const uid = "11111111-2222-3333-4444-555555555555";
    await create("lost", { ownerReferences: [owner({ name: "never", uid })] });
    await create("foreign", { ownerReferences: [{ apiVersion: "example.com/v1", kind: "Thing", name: "t", uid }] });
    await until(async () => expect(await codeOf("lost")).toBe(404));
    expect(await codeOf("foreign")).toBe(200);
  });
});
