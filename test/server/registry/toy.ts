/** A registry with one kind that exists only for tests: toys, whose spec has a colour and whose status has a state. */
import type { Kind } from "../../../src/kind/kind.ts";
import { apiType, field, struct, text } from "../../../src/schema/fields.ts";
import type { Admission } from "../../../src/server/registry/parts.ts";
import { Registry } from "../../../src/server/registry/registry.ts";
import type { ResourceStore } from "../../../src/server/registry/resource-store.ts";
import { type Selection, selectionOf } from "../../../src/server/registry/selection.ts";
import { readListOptions } from "../../../src/server/request/list-options.ts";
import { servedResourceOf } from "../../../src/server/request/served-resource.ts";
import { openMemoryStorage } from "../../../src/storage/memory.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { Messages } from "../messages.ts";

interface Toy {
  metadata?: { generation?: number | bigint };
  spec?: { colour?: string };
  status?: { state?: string };
}

const schema = struct({
  apiVersion: text(),
  kind: text(),
  metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
  spec: field(struct({ colour: text() }), {}),
  status: field(struct({ state: text() }), {}),
});

const toy: Kind<Toy> = {
  kind: "Toy",
  group: "toys.example.com",
  versions: [{ name: "v1", schema }],
  description: "A toy.",
  rules: [],
  applyDefaults(object) {
    object.spec ??= {};
    object.spec.colour ??= "red";
  },
  resource: {
    plural: "toys",
    singular: "toy",
    scope: "Namespaced",
    subresources: ["status"],
    columns: [],
    createOnUpdate: true,
    selectableFields: ({ spec }) => ({ "spec.colour": spec?.colour ?? "" }),
    gracePeriodSeconds: (_object, requested) => requested ?? 0,
    prepareForCreate(object) {
      delete object.status;
      if (object.metadata) object.metadata.generation = 1;
    },
    prepareForUpdate(object, oldObject) {
      if (oldObject.status) object.status = oldObject.status;
      else delete object.status;
      const isChanged = object.spec?.colour !== oldObject.spec?.colour;
      if (object.metadata && isChanged) object.metadata.generation = Number(oldObject.metadata?.generation) + 1;
    },
    prepareForSubresource(_subresource, object, oldObject) {
      if (oldObject.spec) object.spec = oldObject.spec;
    },
  },
};

export const write = {
  user: { username: "tester", uid: "", groups: [], extra: {} },
  isDryRun: false,
  fieldManager: "test",
  warn: () => {},
};

export interface Toys {
  readonly storage: Storage;
  readonly registry: Registry;
  readonly store: ResourceStore;
  /** The time in milliseconds, which passes only when the test changes it. */
  readonly clock: { nowMs: number };
  stop(): Promise<void>;
}

export async function startToys(admission: Partial<Admission> = {}): Promise<Toys> {
  const storage = openMemoryStorage();
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  let uids = 0;
  const version = toy.versions[0];
  if (!version) throw new Error("a toy has a version");
  const context = { target: "1.37", version: "v1", groupDomain: "k8s.io" };
  const registry = new Registry(storage, [servedResourceOf(toy, version, "k8s.io")], {
    admission: { mutate: async () => {}, validate: () => {}, approve: async () => {}, ...admission },
    contextFor: () => context as never,
    nowMs: () => clock.nowMs,
    newUid: () => `uid-${++uids}`,
    log: new Messages(),
  });
  await registry.start();
  const store = registry.store("toys.example.com", "toys");
  if (!store) throw new Error("toys are served");
  return { storage, registry, store, clock, stop: () => registry.stop() };
}

/** Returns the selection of a request with these selectors, by default in all namespaces. */
export const selectionFor = ({ store }: Toys, texts: Readonly<Record<string, string>>, namespace = ""): Selection =>
  selectionOf(store.resource, namespace, readListOptions(new URLSearchParams(texts), false));

export const toyTarget = (name: string) => ({ namespace: "box", name });
export const newToy = (name: string, more: object = {}) => ({ metadata: { name, namespace: "box" }, ...more });
