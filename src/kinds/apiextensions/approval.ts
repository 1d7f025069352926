/**
 * The approval that a definition needs in a group of the Kubernetes project.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import { parseRequestUri } from "../../text/go-url.ts";

export const approvedAnnotation = "api-approved.kubernetes.io";

export type Approval = "missing" | "bypassed" | "approved" | "invalid";

export const isProtectedGroup = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group);

export function approvalOf({ metadata }: Pick<CustomResourceDefinition, "metadata">): Approval {
  const annotation = metadata?.annotations?.[approvedAnnotation] ?? "";
  if (annotation === "") return "missing";
  if (annotation.startsWith("unapproved")) return "bypassed";
  const url = parseRequestUri(annotation);
  return url.ok && url.value.host !== "" && url.value.scheme !== "" ? "approved" : "invalid";
}
