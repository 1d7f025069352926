/**
 * Whether a policy rule of a role allows a request.
 *
 * @module
 */

import type { PolicyRule } from "../api/types/rbac-v1.ts";
import { trimEnd } from "../text/trim-end.ts";
import { type AccessAttributes, combinedResource, type ResourceAttributes } from "./request.ts";

/** Matches every verb, group, resource or path. */
export const everything = "*";

/** Whether the rule alone allows the request. */
export function ruleAllows(rule: PolicyRule, attributes: AccessAttributes): boolean {
  if (!includesOrAll(rule.verbs, attributes.verb)) return false;
  if (attributes.kind === "url") return rule.nonResourceURLs?.some((url) => urlCovers(url, attributes.path)) ?? false;
  return (
    includesOrAll(rule.apiGroups, attributes.group) &&
    nameAllows(rule.resourceNames, attributes.name) &&
    (rule.resources?.some((resource) => resourceCovers(resource, attributes)) ?? false)
  );
}

function includesOrAll(values: readonly string[] | null | undefined, value: string): boolean {
  return (values?.includes(everything) || values?.includes(value)) ?? false;
}

/**
 * Whether a resource of a rule matches the request: it is equal, `*`, or a star before the subresource of the request.
 */
function resourceCovers(held: string, attributes: ResourceAttributes): boolean {
  if (held === everything || held === combinedResource(attributes)) return true;
  return attributes.subresource !== "" && held === `*/${attributes.subresource}`;
}

/** Whether the names of a rule match. A rule without names matches all names, and requests without a name. */
function nameAllows(names: readonly string[] | undefined, name: string): boolean {
  return !names?.length || names.includes(name);
}

/**
 * Whether a URL of a rule matches a path. A `*` at the end matches any suffix; elsewhere it is an ordinary character.
 */
export function urlCovers(held: string, path: string): boolean {
  return held === path || (held.endsWith("*") && path.startsWith(trimEnd("*", held)));
}
