/**
 * NamespaceLifecycle: rejects objects in namespaces that do not exist or are being deleted, and the deletion of a few
 * system namespaces.
 *
 * @module
 */
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { forbidden, notFound } from "../request/failures.ts";
import type { AdmissionPlugin } from "./plugin.ts";

const undeletableNamespaces: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

/** Returns the current state of a namespace; undefined if it does not exist. */
export type FindNamespace = (name: string) => Promise<ApiObject | undefined>;

export function namespaceLifecycle(find: FindNamespace): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const { operation, resource, target } = attempt;
      if (resource.group === "" && resource.resource === "namespaces") {
        if (operation === "DELETE" && undeletableNamespaces.has(target.name)) {
          throw forbidden({ ...resource, name: target.name }, "this namespace may not be deleted");
        }
        return;
      }
      if (!resource.isNamespaced || operation === "DELETE") return;
      await assertAlive(attempt, find);
    },
  };
}

async function assertAlive({ operation, resource, target }: AdmissionAttributes, find: FindNamespace): Promise<void> {
  const { namespace, name } = target;
  const found = await find(namespace);
  if (!found) throw notFound({ group: "", resource: "namespaces" }, namespace);
  if (operation !== "CREATE" || !found.metadata.deletionTimestamp) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden({ ...resource, name }, why, [
    {
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    },
  ]);
}
