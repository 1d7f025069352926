/**
 * OwnerReferencesPermissionEnforcement: a user who changes the owner references of an object needs permission to delete
 * it, and a user who sets `blockOwnerDeletion` needs permission to update the finalizers of the owner.
 *
 * @module
 */
import type { OwnerReference } from "../../api/types/meta-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type AdmissionPlugin, isForResource, type PluginParts, refused } from "./plugin.ts";

export const ownerReferencesPermissionEnforcement = (parts: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    const { object, oldObject, subresource } = attempt;
    if (!object || (isForResource(attempt, "", "pods") && subresource === "status")) return;
    const [owners, before] = [ownersOf(object), ownersOf(oldObject)];
    if (semanticEqual(owners, before)) return;
    if (oldObject) await assertMayDelete(parts, attempt);
    const held = new Set(before.filter(isBlocking).map(({ uid }) => uid));
    const blocking = owners.filter((owner) => isBlocking(owner) && !held.has(owner.uid));
    if (blocking.length === 0 || (await mayFinalize(parts, attempt, anything)).isAllowed) return;
    for (const owner of blocking) {
      if (isTurnOver()) await nextTurn();
      await assertMayFinalize(parts, attempt, owner);
    }
  },
});

const ownersOf = (object: ApiObject | undefined): readonly OwnerReference[] => object?.metadata.ownerReferences ?? [];
const isBlocking = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true;

interface PermissionAttributes {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly namespace: string;
}

async function checkPermission(
  { authorizer }: PluginParts,
  { user }: AdmissionAttributes,
  wanted: PermissionAttributes,
) {
  const { opinion, reason, error } = await authorizer().authorize({
    user,
    attributes: { kind: "resource", ...wanted },
  });
  return { isAllowed: opinion === "allow", why: `${reason}, ${error ?? "<nil>"}` };
}

async function assertMayDelete(parts: PluginParts, attempt: AdmissionAttributes): Promise<void> {
  const { resource, subresource, target } = attempt;
  const { group, version } = attempt.form ?? resource;
  const wanted = { verb: "delete", group, version, resource: resource.resource, subresource, ...target };
  const { isAllowed, why } = await checkPermission(parts, attempt, wanted);
  if (!isAllowed) throw refused(attempt, `cannot set an ownerRef on a resource you can't delete: ${why}`);
}

type FinalizerTarget = Omit<PermissionAttributes, "verb" | "subresource">;

const anything: FinalizerTarget = { group: "*", version: "*", resource: "*", name: "*", namespace: "" };

const mayFinalize = (parts: PluginParts, attempt: AdmissionAttributes, what: FinalizerTarget) =>
  checkPermission(parts, attempt, { verb: "update", subresource: "finalizers", ...what });

async function assertMayFinalize(
  parts: PluginParts,
  attempt: AdmissionAttributes,
  owner: OwnerReference,
): Promise<void> {
  const { apiVersion = "", kind = "", name = "" } = owner;
  const own = parts.storeOfKind(apiVersion, kind)?.resource;
  if (!own) {
    const found = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
    throw refused(attempt, `cannot set blockOwnerDeletion in this case because ${found}`);
  }
  const { group, version, resource, isNamespaced } = own;
  const namespace = isNamespaced ? attempt.target.namespace : "";
  const { isAllowed, why } = await mayFinalize(parts, attempt, { group, version, resource, name, namespace });
  if (isAllowed) return;
  const what = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
  throw refused(attempt, `${what}: ${why}`);
}
