/**
 * Whether a webhook is asked about a request, and in which version.
 *
 * @module
 */
import { type AdmissionRequest, type EquivalentVersion, labelsOf } from "../../../policy/admission-request.ts";
import { matchRequest } from "../../../policy/match.ts";
import type { ResourceStore } from "../../registry/resource-store.ts";
import { notFound } from "../../request/failures.ts";
import { lookUp } from "../plugin.ts";
import type { HookSpec } from "./question.ts";

/** Labels of the namespace that a request is in. */
export type NamespaceLabels = () => Readonly<Record<string, string>>;

/** Looked up once for all webhooks; to ask for those of a namespace that is not there is a 404. */
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

/** Undefined when the request does not concern the webhook. */
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
