/**
 * The change to a stored role or binding so that it grants all it must. Nothing is ever taken away: rules and
 * subjects that people added stay.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import { uncoveredRules } from "../../access/rule-coverage.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { autoUpdateAnnotation, type BindingObject, type RoleObject } from "./bootstrap-policy.ts";

/** `recreate`: a binding cannot change the role that it refers to. */
export type Reconciliation<T> =
  | { readonly action: "none" }
  | { readonly action: "create" | "update" | "recreate"; readonly object: T };

/** @param existing - undefined where nothing is stored */
export function reconcileRole(existing: RoleObject | undefined, expected: RoleObject): Reconciliation<RoleObject> {
  if (!existing) return { action: "create", object: expected };
  const { aggregationRule: _, ...rest } = existing;
  const missing = uncoveredRules(existing.rules ?? [], expected.rules ?? []);
  const aggregationRule = mergeAggregation(existing, expected);
  return changed(existing, {
    ...rest,
    metadata: mergeMetadata(existing.metadata, expected.metadata),
    ...(missing.length > 0 ? { rules: [...(existing.rules ?? []), ...missing] } : {}),
    ...(aggregationRule ? { aggregationRule } : {}),
  });
}

/** @param existing - undefined where nothing is stored */
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
  return changed(existing, {
    ...existing,
    metadata: mergeMetadata(existing.metadata, expected.metadata),
    ...(missing.length > 0 ? { subjects: [...subjects, ...missing] } : {}),
  });
}

function changed<T extends { metadata: ObjectMeta }>(existing: T, object: T): Reconciliation<T> {
  return isProtected(existing) || isDeepStrictEqual(existing, object)
    ? { action: "none" }
    : { action: "update", object };
}

const isProtected = ({ metadata }: { metadata: ObjectMeta }): boolean =>
  metadata.annotations?.[autoUpdateAnnotation] === "false";

/** Entries that people wrote stay. */
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
