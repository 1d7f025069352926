/**
 * Roles of files whose objects another tool completes before they are sent to kube-apiserver, and the rules that apply
 * to each role.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** The role of a file. `patch`: it contains a part of an object; `rendered`: `helm template` has written it. */
export type FileRole = "patch" | "rendered" | Resource;

/** A resource file that kustomizations refer to and complete. */
export interface Resource {
  /** Whether a kustomization sets `namespace`, which also changes references to service accounts and services. */
  readonly isMoved: boolean;
  /** Whether a kustomization adds labels to selectors. */
  readonly isLabelled: boolean;
}

/** Recognizes output of `helm template` by the comments with the template name that Helm writes above each document. */
export function roleByText(text: string): FileRole | undefined {
  return text.includes("# Source: ") && /^# Source: \S+\/templates\/\S+$/m.test(text) ? "rendered" : undefined;
}

/** Whether a finding concerns the file itself, and not a field that another tool sets before the object is sent. */
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

/** Rules about fields that Helm sets: `helm install` adds the namespace of the release. */
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

/** Whether a key is a directive of a strategic merge patch, such as `$patch`, and not a field of the kind. */
function isDirective(key: string): boolean {
  return /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(key);
}
