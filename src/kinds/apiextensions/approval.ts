/**
 * The approval that a CustomResourceDefinition needs in a protected group of the Kubernetes project.
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

/** Returns the reason for the approval state, worded as in the conditions and error messages of kube-apiserver. */
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
