/**
 * Creates and restores the default roles and bindings when a server starts.
 *
 * @module
 */
import { mastersGroup, type UserInfo } from "../../access/user.ts";
import type { Registry } from "../registry/registry.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { StatusError } from "../request/status.ts";
import { type BindingObject, type BootstrapObject, bootstrapPolicy, type RoleObject } from "./bootstrap-policy.ts";
import { type Reconciliation, reconcileBinding, reconcileRole } from "./reconcile.ts";

const serverUser: UserInfo = { username: "system:apiserver", uid: "", groups: [mastersGroup], extra: {} };
const write = { user: serverUser, isDryRun: false, fieldManager: "kube-apiserver", warn: () => {} };

/** Maximum number of attempts for an object that another server changes at the same time. */
const maxAttempts = 5;

/**
 * Creates and restores the default roles and bindings.
 *
 * @throws {StatusError} if the store cannot be written
 */
export async function ensureBootstrapPolicy(registry: Registry, groupDomain: string): Promise<void> {
  // In parallel, since the store syncs concurrent writes together.
  await Promise.all(
    bootstrapPolicy(groupDomain).map(async (item) => {
      const store = registry.store(`rbac.authorization.${groupDomain}`, `${item.kind.toLowerCase()}s`);
      if (store) await ensure(store, item);
    }),
  );
}

async function ensure(store: ResourceStore, item: BootstrapObject): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureOnce(store, item);
    } catch (error) {
      const isRace = error instanceof StatusError && (error.code === 409 || error.code === 404);
      if (!isRace || attempt === maxAttempts) throw error;
    }
  }
}

async function ensureOnce(store: ResourceStore, item: BootstrapObject): Promise<void> {
  const { name = "", namespace = "" } = item.object.metadata;
  const target = { namespace, name };
  const existing = await getIfThere(store, target);
  const result = reconcile(existing, item);
  if (result.action === "none") return;
  const object = result.object as unknown as ApiObject;
  if (result.action === "update") {
    await store.update({ target, subresource: "", change: () => structuredClone(object) }, write);
    return;
  }
  if (result.action === "recreate") await store.delete({ target }, write);
  await store.create(structuredClone(object), write);
}

function reconcile(
  existing: ApiObject | undefined,
  { object }: BootstrapObject,
): Reconciliation<RoleObject | BindingObject> {
  return "roleRef" in object
    ? reconcileBinding(existing as unknown as BindingObject | undefined, object)
    : reconcileRole(existing as RoleObject | undefined, object);
}

async function getIfThere(
  store: ResourceStore,
  target: { readonly namespace: string; readonly name: string },
): Promise<ApiObject | undefined> {
  try {
    return await store.get(target);
  } catch (error) {
    if (error instanceof StatusError && error.reason === "NotFound") return undefined;
    throw error;
  }
}
