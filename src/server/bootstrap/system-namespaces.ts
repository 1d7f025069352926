/**
 * Creates the namespaces that every cluster has.
 *
 * @module
 */
import { type EnsureOptions, ensureObject } from "./ensure-object.ts";

const systemNamespaces = ["default", "kube-system", "kube-public", "kube-node-lease"];

/** Creates the missing namespaces. */
export async function createSystemNamespaces(options: EnsureOptions): Promise<void> {
  for (const name of systemNamespaces) {
    await ensureObject(options, { group: "", resource: "namespaces", object: { metadata: { name } } });
  }
}
