/** Objects of each kind without one of their fields: each gets a response that is not an internal error. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { StatusError } from "../../src/server/request/status.ts";
import { type ApiObject, readSeeds, type Seed } from "../parity-server/seeds.ts";
import { collectionPath } from "../parity-server/stored-objects.ts";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ isControllerOn: () => false });
});
afterAll(() => server.close());

const firstOfKind = new Map<string, Seed>(
  readSeeds().map((seed) => [`${seed.object.apiVersion} ${seed.kind.kind}`, seed]),
);

/** Yields the object without one of its members, for each member down to three levels. */
function* withoutEachMember(object: ApiObject, depth = 3): Iterable<ApiObject> {
  for (const [name, value] of Object.entries(object)) {
    if (["apiVersion", "kind", "metadata"].includes(name)) continue;
    const { [name]: _gone, ...rest } = object;
    yield rest as ApiObject;
    if (!isPlainObject(value) || depth === 1) continue;
    for (const inner of withoutEachMember(value as ApiObject, depth - 1)) yield { ...object, [name]: inner };
  }
}

const write = { user: { username: "", uid: "", groups: [], extra: {} }, isDryRun: false, fieldManager: "", warn() {} };

test.each([...firstOfKind])("%s", async (_name, { kind, object: seed }) => {
  const isNamespaced = kind.resource?.scope === "Namespaced";
  const collection = collectionPath({ kind, object: seed } as Seed, isNamespaced ? "default" : undefined);
  const [group = "", resource = ""] = [seed.apiVersion.split("/").at(-2), kind.resource?.plural];
  const store = server.registry.store(group, resource);
  for (const object of withoutEachMember(seed)) {
    const body = { ...object, metadata: { name: seed.metadata["name"] } };
    const { code, json, text } = await server.call("POST", collection, body);
    expect(code, `${JSON.stringify(body)} ${text}`).not.toBe(500);
    if (code !== 201) continue;
    const { namespace = "", name } = json.metadata;
    // Updates the object as it is stored, not as decoded from a body, as controllers of the server do.
    const addLabel = (stored: { metadata: object } | undefined) => ({
      ...stored,
      metadata: { ...stored?.metadata, labels: { a: "b" } },
    });
    await store
      ?.update({ target: { namespace, name }, subresource: "", change: addLabel }, write)
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(StatusError);
      });
    await server.call("DELETE", `${collection}/${encodeURIComponent(name)}?gracePeriodSeconds=0`);
  }
});
