/**
 * Creates the objects that every namespace has: the service account `default`, and the certificate with which pods
 * verify the API server.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import type { ApiObject } from "../request/api-object.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { changeIfSame, ignoreRaces } from "./ignore-races.ts";
import { WorkQueue } from "./work-queue.ts";

/** Creates the service account `default` in each namespace. */
export const startServiceAccounts = (options: ControllerOptions): Controller =>
  startNamespaceObjects(options, "serviceaccounts", { metadata: { name: "default" } });

/**
 * Maintains the ConfigMap `kube-root-ca.crt` in each namespace.
 *
 * @param authority - certificate, in PEM format, of the authority that signed the server's certificate
 */
export const startRootCertificates = (options: ControllerOptions, authority: string): Controller =>
  startNamespaceObjects(options, "configmaps", {
    metadata: {
      name: "kube-root-ca.crt",
      annotations: { "kubernetes.io/description": "The CA certificate of the API server, for pods." },
    },
    data: { "ca.crt": authority },
  });

/** Maintains an object with this name and data in each namespace. */
function startNamespaceObjects(options: ControllerOptions, resource: string, wanted: ApiObject): Controller {
  const { registry, write, log } = options;
  const [namespaces, store] = [registry.store("", "namespaces"), registry.store("", resource)];
  if (!namespaces || !store) throw new Error(`namespaces and ${resource} are not served`);
  const { name = "" } = wanted.metadata;
  const ensure = async (namespace: string) => {
    const parent = namespaces.cachedObject({ namespace: "", name: namespace });
    if (!parent || parent.metadata.deletionTimestamp) return;
    const target = { namespace, name };
    const found = await undefinedIfNotFound(store.get(target));
    if (!found) {
      const object = structuredClone(wanted);
      await ignoreRaces(store.create({ ...object, metadata: { ...object.metadata, namespace } }, write));
    } else if (wanted["data"] !== undefined && !isDeepStrictEqual(found["data"], wanted["data"])) {
      const change = changeIfSame(found, (current) => ({ ...current, data: wanted["data"] }));
      await ignoreRaces(store.update({ target, subresource: "", change }, write));
    }
  };
  const queue = new WorkQueue(ensure, log);
  const addAll = () => {
    for (const { metadata } of namespaces.cached()) queue.add(metadata.name ?? "");
  };
  const stops = [
    namespaces.subscribe({ change: ({ object }) => object && queue.add(object.metadata.name ?? ""), reset: addAll }),
    store.subscribe({
      change({ object, previous }) {
        const { metadata } = object ?? previous ?? wanted;
        if (metadata.name === name) queue.add(metadata.namespace ?? "");
      },
      reset: addAll,
    }),
  ];
  addAll();
  return {
    stop() {
      for (const stop of stops) stop();
      queue.stop();
    },
  };
}
