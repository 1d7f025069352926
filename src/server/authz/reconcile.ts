/**
 * Computes the change that restores a stored default role or binding. It only adds permissions: rules and subjects that
 * users have added stay.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import { uncoveredRules } from "../../access/rule-coverage.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { autoUpdateAnnotation, type BindingObject, type RoleObject } from "./bootstrap-policy.ts";

/** The change to apply. `recreate`: the role reference of a binding is immutable. */
export type Reconciliation<T> =
  | { readonly action: "none" }
  | { readonly action: "create" | "update" | "recreate"; readonly object: T };

/**
 * Returns the change for a role.
 *
 * @param existing - undefined if the role is not stored
 */
export function reconcileRole(existing: RoleObject | undefined, expected: RoleObject): Reconciliation<RoleObject> {
  if (!existing) return { action: "create", object: expected };
  const { aggregationRule: _, ...rest } = existing;
  const missing = uncoveredRules(existing.rules ?? [], expected.rules ?? []);
  const aggregationRule = mergeAggregation(existing, expected);
  return updateIfDifferent(existing, {
    ...rest,
    metadata: mergeMetadata(existing.metadata, expected.metadata),
    ...(missing.length > 0 ? { rules: [...(existing.rules ?? []), ...missing] } : {}),
    ...(aggregationRule ? { aggregationRule } : {}),
  });
}

/**
 * Returns the change for a binding.
 *
 * @param existing - undefined if the binding is not stored
 */
export function reconcileBinding(
  existing: BindingObject | undefined,
  expected: BindingObject,
): Reconciliation<BindingObject> {
  if (!existing) return { action: "create", object: expected };
  if (!isDeepStrictEqual(existing.roleRef, expected.roleRef)) {
    return isProtected(existing) ? { action: "none" } : { action: "recreate", object: expected };
  }
  const subjects = existing.subjects ?? [];
  const missing = (expected.subjects ?? []).filter(
    (subject) => !subjects.some((known) => isDeepStrictEqual(known, subject)),
  );
  return updateIfDifferent(existing, {
    ...existing,
    metadata: mergeMetadata(existing.metadata, expected.metadata),
    ...(missing.length > 0 ? { subjects: [...subjects, ...missing] } : {}),
  });
}

function updateIfDifferent<T extends { metadata: ObjectMeta }>(existing: T, object: T): Reconciliation<T> {
  return isProtected(existing) || isDeepStrictEqual(existing, object)
    ? { action: "none" }
    : { action: "update", object };
}

const isProtected = ({ metadata }: { metadata: ObjectMeta }): boolean =>
  metadata.annotations?.[autoUpdateAnnotation] === "false";

/** Adds missing labels and annotations; entries that users have written stay. */
function mergeMetadata(existing: ObjectMeta, expected: ObjectMeta): ObjectMeta {
  return {
    ...existing,
    labels: { ...expected.labels, ...existing.labels },
    annotations: { ...expected.annotations, ...existing.annotations },
  };
}

function mergeAggregation(existing: RoleObject, { aggregationRule: expected }: RoleObject) {
  if (!expected) return undefined;
  const selectors = existing.aggregationRule?.clusterRoleSelectors ?? [];
  const missing = (expected.clusterRoleSelectors ?? []).filter(
    (selector) => !selectors.some((known) => isDeepStrictEqual(known, selector)),
  );
  return { clusterRoleSelectors: [...selectors, ...missing] };
}
