/**
 * The approval that a definition needs in a group of the Kubernetes project.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { parseRequestUri } from "../../text/go-url.ts";

export const approvedAnnotation = "api-approved.kubernetes.io";

const approvalPage = "https://github.com/kubernetes/enhancements/pull/1111";

export type Approval = "missing" | "bypassed" | "approved" | "invalid";

export const isProtectedGroup = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group);

export function approvalOf({ metadata }: Pick<CustomResourceDefinition, "metadata">): Approval {
  const annotation = metadata?.annotations?.[approvedAnnotation] ?? "";
  if (annotation === "") return "missing";
  if (annotation.startsWith("unapproved")) return "bypassed";
  const url = parseRequestUri(annotation);
  return url.ok && url.value.host !== "" && url.value.scheme !== "" ? "approved" : "invalid";
}

/** The reason of the approval, as the API server says it in conditions and in refusals. */
export function approvalReason(definition: Pick<CustomResourceDefinition, "metadata">): string {
  const annotation = definition.metadata?.annotations?.[approvedAnnotation] ?? "";
  const needed = `protected groups must have approval annotation "${approvedAnnotation}"`;
  switch (approvalOf(definition)) {
    case "approved":
      return `approved in ${annotation}`;
    case "bypassed":
      return `not approved: ${quoteGo(annotation)}`;
    case "missing":
      return `${needed}, see ${approvalPage}`;
    case "invalid":
      return `${needed} with either a URL or a reason starting with "unapproved", see ${approvalPage}`;
  }
}
