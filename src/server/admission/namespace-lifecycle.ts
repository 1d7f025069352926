/**
 * NamespaceLifecycle: objects live in namespaces that exist and are not going away, and a few namespaces stay for ever.
 *
 * @module
 */
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { forbidden, notFound } from "../request/failures.ts";
import type { AdmissionPlugin } from "./plugin.ts";

const immortal: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

/** The namespace of that name, as it is now; undefined if absent. */
export type FindNamespace = (name: string) => Promise<ApiObject | undefined>;

export function namespaceLifecycle(find: FindNamespace): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const { operation, resource, target } = attempt;
      if (resource.group === "" && resource.resource === "namespaces") {
        if (operation === "DELETE" && immortal.has(target.name)) {
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
