/**
 * The warning for clients of a version of a custom resource that its definition marks as deprecated.
 *
 * @module
 */
import type { CustomResourceDefinitionVersion } from "../../api/types/apiextensions-v1.ts";
import { compareApiVersions } from "../../text/version-order.ts";

interface Versioned {
  readonly group?: string;
  readonly names?: { readonly kind?: string };
  readonly versions?: readonly CustomResourceDefinitionVersion[] | null;
}

/**
 * Returns the deprecation warning of a version, from the definition if it has one; undefined if the version is not
 * deprecated.
 */
export function versionDeprecation(spec: Versioned, name: string): string | undefined {
  const { group = "", names: { kind = "" } = {} } = spec;
  const versions = spec.versions ?? [];
  const version = versions.find((each) => each.name === name);
  if (!version?.deprecated) return undefined;
  const [newest] = versions
    .filter((each) => each.served && !each.deprecated && compareApiVersions(each.name ?? "", name) > 0)
    .sort((a, b) => compareApiVersions(b.name ?? "", a.name ?? ""));
  const instead = newest ? `; use ${group}/${newest.name} ${kind}` : "";
  return version.deprecationWarning ?? `${group}/${name} ${kind} is deprecated${instead}`;
}
