/**
 * Files that are not sent to the API server as they are written, and which rules apply to them.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** `patch`: a part of an object; `rendered`: what `helm template` has written. */
export type FileRole = "patch" | "rendered" | Resource;

/** A resource of kustomizations, which complete it. */
export interface Resource {
  /** Whether one of them says `namespace`, which references to service accounts and services get as well. */
  readonly isMoved: boolean;
  /** Whether one of them adds labels to selectors. */
  readonly isLabelled: boolean;
}

/** Helm writes the name of the template above each document. */
export function roleByText(text: string): FileRole | undefined {
  return text.includes("# Source: ") && /^# Source: \S+\/templates\/\S+$/m.test(text) ? "rendered" : undefined;
}

/** Whether a finding is about the file itself, not about something that is filled in before the object is sent. */
export function concernsRole(
  role: FileRole | undefined,
  { rule, path }: { readonly rule: string; readonly path: FieldPath },
): boolean {
  if (role === "patch") return rulesOfPatches.has(rule) && !isDirective(String(path.at(-1) ?? ""));
  if (role === undefined) return true;
  if (role === "rendered") return !filledInByHelm.has(rule);
  if (filledInByKustomize.has(rule)) return false;
  if (role.isMoved && path.at(-1) === "namespace" && referenceRules.has(rule)) return false;
  return !(role.isLabelled && selectorRules.has(rule));
}

/** Rules that also apply to a part of an object. */
const rulesOfPatches: ReadonlySet<string> = new Set(["schema/unknown-field", "schema/type", "schema/format"]);

/** `helm install` adds the namespace of the release. */
const filledInByHelm: ReadonlySet<string> = new Set(["meta/namespace-required"]);

const filledInByKustomize: ReadonlySet<string> = new Set(["meta/namespace-required", "rbac/subject-namespace"]);

const referenceRules: ReadonlySet<string> = new Set([
  "cluster-role-binding/service-account-namespace",
  "admission/client-config",
]);

const selectorRules: ReadonlySet<string> = new Set([
  "workload/selector",
  "daemon-set/selector",
  "replication-controller/selector",
]);

/** `$patch` and similar directives, which a strategic merge patch has in addition to the fields of the kind. */
function isDirective(key: string): boolean {
  return /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(key);
}
