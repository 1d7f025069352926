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

/** True when the rule, by itself, allows the request. */
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

/** In addition to the resource itself: a star covers all, a star before a subresource that subresource of all. */
function resourceCovers(held: string, attributes: ResourceAttributes): boolean {
  if (held === everything || held === combinedResource(attributes)) return true;
  return attributes.subresource !== "" && held === `*/${attributes.subresource}`;
}

/** Without names a rule is about all objects, and about requests that name none. */
function nameAllows(names: readonly string[] | undefined, name: string): boolean {
  return !names?.length || names.includes(name);
}

/** A final `*` represents any ending; before that it is a character like any other. */
export function urlCovers(held: string, path: string): boolean {
  return held === path || (held.endsWith("*") && path.startsWith(trimEnd("*", held)));
}
