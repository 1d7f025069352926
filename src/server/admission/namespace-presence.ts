/**
 * NamespaceAutoProvision creates the missing namespace of a new object; NamespaceExists rejects requests in a namespace
 * that does not exist.
 *
 * @module
 */
import type { AdmissionAttributes } from "../registry/parts.ts";
import { notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";
import { type AdmissionPlugin, isForResource, lookUp, type PluginParts, refused } from "./plugin.ts";

const isInNamespace = (attempt: AdmissionAttributes): boolean =>
  attempt.resource.isNamespaced && !isForResource(attempt, "", "namespaces");

export const namespaceAutoProvision = ({ store, write }: PluginParts): AdmissionPlugin => ({
  async mutate(attempt) {
    if (attempt.operation !== "CREATE" || attempt.isDryRun || !isInNamespace(attempt)) return;
    const { namespace: name } = attempt.target;
    const namespaces = store("", "namespaces");
    if (await lookUp(namespaces, name)) return;
    try {
      await namespaces?.create({ metadata: { name } }, write);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      if (error.reason !== "AlreadyExists") throw refused(attempt, error.message);
    }
  },
});

export const namespaceExists = ({ store }: PluginParts): AdmissionPlugin => ({
  async approve(attempt) {
    if (!isInNamespace(attempt)) return;
    const { namespace: name } = attempt.target;
    if (!(await lookUp(store("", "namespaces"), name))) throw notFound({ group: "", resource: "namespaces" }, name);
  },
});
