/**
 * The objects of every namespace: the service account `default`, and the certificate by which pods know the API server.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import type { ApiObject } from "../request/api-object.ts";
import { orUndefined } from "../request/status.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { changeOnly, quietly } from "./quietly.ts";
import { WorkQueue } from "./work-queue.ts";

/** Makes the service account `default`. */
export const startServiceAccounts = (options: ControllerOptions): Controller =>
  startNamespaceObjects(options, "serviceaccounts", { metadata: { name: "default" } });

/** @param authority - PEM, of the certificate that the server shows */
export const startRootCertificates = (options: ControllerOptions, authority: string): Controller =>
  startNamespaceObjects(options, "configmaps", {
    metadata: {
      name: "kube-root-ca.crt",
      annotations: { "kubernetes.io/description": "The CA certificate of the API server, for pods." },
    },
    data: { "ca.crt": authority },
  });

/** Keeps an object in each namespace, with the data that it is given. */
function startNamespaceObjects(options: ControllerOptions, resource: string, wanted: ApiObject): Controller {
  const { registry, write, log } = options;
  const [namespaces, store] = [registry.store("", "namespaces"), registry.store("", resource)];
  if (!namespaces || !store) throw new Error(`namespaces and ${resource} are not served`);
  const { name = "" } = wanted.metadata;
  const ensure = async (namespace: string) => {
    const parent = namespaces.cachedObject({ namespace: "", name: namespace });
    if (!parent || parent.metadata.deletionTimestamp) return;
    const target = { namespace, name };
    const found = await orUndefined(store.get(target));
    if (!found) {
      const object = structuredClone(wanted);
      await quietly(store.create({ ...object, metadata: { ...object.metadata, namespace } }, write));
    } else if (wanted["data"] !== undefined && !isDeepStrictEqual(found["data"], wanted["data"])) {
      const change = changeOnly(found, (current) => ({ ...current, data: wanted["data"] }));
      await quietly(store.update({ target, subresource: "", change }, write));
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
