/** Creates an object in the real server, sends dry runs of updates to it, and deletes it. */
import { setTimeout } from "node:timers/promises";
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { Answer, RealServer } from "./real-server.ts";
import type { ApiObject, Seed } from "./seeds.ts";

export interface StoredObject {
  /** The object as stored in the server, without managedFields. */
  readonly object: ApiObject;
  /** Returns the response to a dry run of an update. */
  ask(update: unknown, subresource: string): Promise<Answer>;
  remove(): Promise<void>;
}

/** @returns the server's error message if it refuses to create the object */
export async function storeObject(server: RealServer, seed: Seed, namespace: string): Promise<StoredObject | string> {
  const wanted = withoutSideEffects(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  if (isNamespaced) wanted.metadata["namespace"] = namespace;
  const collection = collectionPath(seed, isNamespaced ? namespace : undefined);
  delete wanted.metadata["resourceVersion"];
  const created = await server.call("POST", collection, wanted);
  const isServersOwn = created.body["reason"] === "AlreadyExists";
  if (created.code !== 201 && !isServersOwn) return String(created.body["message"]);
  const { metadata } = isServersOwn ? wanted : (created.body as ApiObject);
  const path = `${collection}/${encodeURIComponent(String(metadata["name"]))}`;
  if (!isServersOwn) await writeStatus(server, path, wanted);
  if (wanted.metadata["deletionTimestamp"]) await server.call("DELETE", path);
  const object = await readSettled(server, path);
  delete object.metadata["managedFields"];
  return {
    object,
    ask: (update, subresource) => {
      const at = subresource === "" ? path : `${path}/${subresource}`;
      return server.call("PUT", `${at}?dryRun=All&fieldValidation=Strict`, update);
    },
    remove: async () => (isServersOwn ? undefined : removeObject(server, path)),
  };
}

/** Resources to which controllers inside of kube-apiserver write after the creation. */
const slowlyWritten =
  /\/(customresourcedefinitions|flowschemas|prioritylevelconfigurations|apiservices|servicecidrs)\//;
const settlingMs = 1000;

/** Returns the object after those controllers have had time to write to it. */
export async function readSettled(server: RealServer, path: string): Promise<ApiObject> {
  if (slowlyWritten.test(path)) await setTimeout(settlingMs);
  return (await server.call("GET", path)).body as ApiObject;
}

const maxRemovalAttempts = 40;
const removalPauseMs = 250;

/**
 * Deletes an object. A custom resource definition is only gone once the server has found that none of its resources are
 * left.
 */
async function removeObject(server: RealServer, path: string): Promise<void> {
  for (let attempt = 0; attempt < maxRemovalAttempts; attempt++) {
    await server.call("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
    if (!path.includes("/customresourcedefinitions/")) {
      await server.call("PATCH", path, { metadata: { finalizers: null } });
    }
    if ((await server.call("GET", path)).code === 404) return;
    await setTimeout(removalPauseMs);
  }
}

/** Deletes an object without waiting for its finalizers or, for a namespace, for the controller that empties it. */
export async function removeAtOnce(server: RealServer, path: string): Promise<void> {
  await server.call("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
  if (/^\/api\/v1\/namespaces\/[^/]+$/.test(path))
    await server.call("PUT", `${path}/finalize`, namespaceWithoutFinalizers(path));
  await server.call("PATCH", path, { metadata: { finalizers: null } });
}

/** A namespace without finalizers, since no controller empties it in these tests. */
const namespaceWithoutFinalizers = (path: string): object => ({
  metadata: { name: path.split("/").at(-1) },
  spec: { finalizers: [] },
});

export function collectionPath({ kind, object }: Pick<Seed, "kind" | "object">, namespace: string | undefined): string {
  const { apiVersion } = object;
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${group}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${kind.resource?.plural}`;
}

async function writeStatus(server: RealServer, path: string, { status }: ApiObject): Promise<void> {
  if (!isPlainObject(status)) return;
  const { body } = await server.call("GET", path);
  await server.call("PUT", `${path}/status`, { ...body, status });
}

/** A selector that matches no object, because the real server would enforce webhooks and policies of the test. */
const matchesNothing = { matchLabels: { "parity.example.org/matches": "nothing" } };

export function withoutSideEffects(object: ApiObject): ApiObject {
  const { webhooks, spec } = object;
  if (Array.isArray(webhooks)) {
    for (const webhook of webhooks) if (isPlainObject(webhook)) webhook["objectSelector"] = matchesNothing;
  }
  if (object.kind.endsWith("AdmissionPolicy") && isPlainObject(spec) && isPlainObject(spec["matchConstraints"])) {
    spec["matchConstraints"]["objectSelector"] = matchesNothing;
  }
  return object;
}
