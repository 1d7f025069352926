/**
 * Decides whether a webhook is called for a request, and in which version.
 *
 * @module
 */
import { type AdmissionRequest, type EquivalentVersion, labelsOf } from "../../../policy/admission-request.ts";
import { matchRequest } from "../../../policy/match.ts";
import type { ResourceStore } from "../../registry/resource-store.ts";
import { notFound } from "../../request/failures.ts";
import { lookUp } from "../plugin.ts";
import type { HookSpec } from "./hook-request.ts";

/** Returns the labels of the namespace of a request. */
export type NamespaceLabels = () => Readonly<Record<string, string>>;

/**
 * Looks up the namespace once for all webhooks. The returned function throws NotFound if the namespace does not exist.
 */
export async function namespaceLabelsOf(
  { namespace, resource }: AdmissionRequest,
  store: ResourceStore | undefined,
): Promise<NamespaceLabels> {
  if (namespace === "") return () => ({});
  const found = await lookUp<object>(store, namespace);
  return () => {
    if (!found && resource.resource !== "namespaces") throw notFound({ group: "", resource: "namespaces" }, namespace);
    return labelsOf(found);
  };
}

/**
 * Returns the version in which the webhook expects the request; undefined if the request does not match the webhook.
 */
export function matchedVersion(
  { rules = [], matchPolicy = "Equivalent", namespaceSelector, objectSelector }: HookSpec,
  request: AdmissionRequest,
  labels: NamespaceLabels,
): EquivalentVersion | undefined {
  if (rules.length === 0) return undefined;
  const selectors = {
    ...(namespaceSelector ? { namespaceSelector } : {}),
    ...(objectSelector ? { objectSelector } : {}),
  };
  return matchRequest({ resourceRules: [...rules], matchPolicy, ...selectors }, request, labels);
}
