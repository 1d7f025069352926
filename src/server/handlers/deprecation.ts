/**
 * The deprecation warning for clients that use a version which will be removed.
 *
 * @module
 */

import { groupIn } from "../../kind/kind.ts";
import { versionDeprecation } from "../../kinds/apiextensions/version-deprecation.ts";
import { reaches } from "../../release/release.ts";
import type { ServedResource } from "../request/served-resource.ts";

const defaultDomain = "k8s.io";

/** Returns the warning; undefined if the version is not deprecated. */
export function deprecationOf(resource: ServedResource, target: string): string | undefined {
  const { apiVersion, kind, kindVersion, definedBy, version } = resource;
  if (definedBy) return versionDeprecation(definedBy.spec ?? {}, version);
  const { deprecated, until, replacement } = kindVersion;
  if (deprecated === undefined || !reaches(target, deprecated)) return undefined;
  const end = until === undefined ? "" : `, unavailable in v${until}+`;
  return `${apiVersion} ${kind} is deprecated in v${deprecated}+${end}${replacementAdviceOf(replacement, kind)}`;
}

/** @param replacement - `discovery.<domain>/v1/EndpointSlice`; without a kind the kind stays the same */
function replacementAdviceOf(replacement: string | undefined, kind: string): string {
  if (replacement === undefined) return "";
  const [group = "", version = "", name = kind] = groupIn(defaultDomain, replacement).split("/");
  return `; use ${group}/${version} ${name}`;
}
