/**
 * Limited resources of the ResourceQuota configuration: objects may use them only if a quota of the namespace covers
 * them.
 *
 * @module
 */
import type { ResourceQuota, ScopedResourceSelectorRequirement } from "../../api/types/core-v1.ts";
import type { LimitedResource } from "../../api/types/resourcequota-v1.ts";
import type { Amounts } from "../../kinds/core/resource-list.ts";
import { quantitySign } from "../../text/quantity.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { StatusError } from "../request/status.ts";
import { refused } from "./plugin.ts";

/** A write that consumes resources. */
export interface ResourceUse {
  readonly attempt: AdmissionAttributes;
  /** All amounts that the object uses, by resource name. */
  readonly amounts: Amounts;
  /** Whether the object is in a scope. */
  isIn(scope: ScopedResourceSelectorRequirement): boolean;
}

/** The quotas of the namespace of the write. */
export interface QuotaCoverage {
  /** Names of the limited resources that quotas count for this object. */
  readonly names: ReadonlySet<string>;
  readonly quotas: readonly ResourceQuota[];
}

/**
 * Checks that quotas cover all limited resources of a write.
 *
 * @throws {StatusError} if no quota covers the use; for scopes it is an internal server error, as in kube-apiserver
 */
export function assertCovered(
  limited: readonly LimitedResource[],
  use: ResourceUse,
  { names, quotas }: QuotaCoverage,
): void {
  const lacking = limitedNames(limited, use).filter((name) => !names.has(name));
  if (lacking.length > 0) throw refused(use.attempt, `insufficient quota to consume: ${lacking.join(",")}`);
  const covered = new Set(
    quotas
      .flatMap(selectorsOf)
      .filter(use.isIn)
      .map(({ scopeName }) => scopeName),
  );
  const uncoveredScopes = limited
    .flatMap(({ matchScopes = [] }) => matchScopes)
    .filter((scope) => use.isIn(scope) && !covered.has(scope.scopeName));
  if (uncoveredScopes.length === 0) return;
  const why = `insufficient quota to match these scopes: [${uncoveredScopes.map(formatScopeLikeGo).join(" ")}]`;
  throw new StatusError(internalErrorCode, "", why);
}

/** Returns the scopes of a quota as selectors: its plain `scopes` and those of its `scopeSelector`. */
export const selectorsOf = ({ spec = {} }: ResourceQuota): readonly ScopedResourceSelectorRequirement[] => [
  ...(spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: "Exists" as const })),
  ...(spec.scopeSelector?.matchExpressions ?? []),
];

function limitedNames(
  limited: readonly LimitedResource[],
  { attempt: { resource }, amounts }: ResourceUse,
): readonly string[] {
  const parts = limited
    .filter(({ apiGroup = "", resource: name }) => apiGroup === resource.group && name === resource.resource)
    .flatMap(({ matchContains = [] }) => matchContains);
  return [...amounts]
    .filter(([name, amount]) => quantitySign(amount) > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name)
    .sort();
}

const formatScopeLikeGo = ({ scopeName, operator, values = [] }: ScopedResourceSelectorRequirement): string =>
  `{${scopeName} ${operator} [${values.join(" ")}]}`;

const internalErrorCode = 500;
