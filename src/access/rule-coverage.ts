/**
 * Whether rules that someone holds cover rules that they want to grant: nobody can hand out more than they have.
 *
 * @module
 */
import type { PolicyRule } from "../api/types/rbac-v1.ts";
import { everything, urlCovers } from "./rule-match.ts";

/** The parts of `wanted` that no single rule of `held` covers: one verb on one resource or one URL each. */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(atomsOf).filter((atom) => !held.some((rule) => coversAtom(rule, atom)));
}

function atomsOf(rule: PolicyRule): readonly PolicyRule[] {
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const names = resourceNames.length > 0 ? resourceNames.map((name) => [name]) : [undefined];
  const onResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          ...(name ? { resourceNames: name } : {}),
        })),
      ),
    ),
  );
  const onUrls = nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ nonResourceURLs: [url], verbs: [verb] })));
  return [...onResources, ...onUrls];
}

function coversAtom(held: PolicyRule, atom: PolicyRule): boolean {
  return (
    hasAll(held.verbs, atom.verbs) &&
    hasAll(held.apiGroups, atom.apiGroups) &&
    coversResources(held, atom) &&
    coversNames(held, atom) &&
    coversUrls(held, atom)
  );
}

function hasAll(held: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return held.includes(everything) || wanted.every((value) => held.includes(value));
}

function coversResources({ resources: held = [] }: PolicyRule, { resources: wanted = [] }: PolicyRule): boolean {
  return hasAll(held, wanted) || wanted.every((resource) => resource.includes("/") && held.includes(ofAll(resource)));
}

/** A star in place of the resource, before its subresource. */
function ofAll(resource: string): string {
  return everything + resource.slice(resource.indexOf("/"));
}

function coversNames({ resourceNames: held = [] }: PolicyRule, { resourceNames: wanted = [] }: PolicyRule): boolean {
  return held.length === 0 || (wanted.length > 0 && wanted.every((name) => held.includes(name)));
}

function coversUrls(held: PolicyRule, { nonResourceURLs: wanted = [] }: PolicyRule): boolean {
  return wanted.every((url) => held.nonResourceURLs?.some((each) => urlCovers(each, url)));
}
