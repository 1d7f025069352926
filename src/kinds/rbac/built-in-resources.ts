/**
 * The resources that kube-apiserver itself serves: their groups, and whether they are namespaced. Includes resources
 * that exist only in access rules (`users`, `signers`).
 *
 * @module
 */

import { servedKinds } from "../../api/served-kinds.ts";
import { domainPlaceholder, groupIn } from "../../kind/kind.ts";
import { groupBy } from "../../text/group-by.ts";

export interface BuiltInResource {
  readonly plural: string;
  readonly group: string;
  readonly isNamespaced: boolean;
  /** Singular and short names. */
  readonly otherNames?: readonly string[];
}

const inDomain = (prefix: string) => `${prefix}.${domainPlaceholder}`;

/** Resources without a generated kind: CustomResourceDefinitions, and resources that exist only in access rules. */
const furtherResources: readonly BuiltInResource[] = [
  { plural: "users", group: "", isNamespaced: false },
  { plural: "groups", group: "", isNamespaced: false },
  { plural: "uids", group: inDomain("authentication"), isNamespaced: false },
  { plural: "userextras", group: inDomain("authentication"), isNamespaced: false },
  { plural: "signers", group: inDomain("certificates"), isNamespaced: false },
  { plural: "customresourcedefinitions", group: inDomain("apiextensions"), isNamespaced: false, otherNames: ["crd"] },
];

/** Looks resources up in the groups of one domain. */
export interface BuiltInResources {
  /** Whether only kube-apiserver itself serves the group, so that all of its resources are known. */
  hasGroup(group: string): boolean;
  /** Returns the resources with a plural; a few plurals exist in several groups. */
  findByPlural(plural: string): readonly BuiltInResource[];
  /** Returns the plural for a kind, a singular or a short name in these groups, such as `Pod`, `pod`, `po`. */
  guessPlural(name: string, groups: readonly string[]): string | undefined;
  /** Returns the plurals of these groups; `*` represents every group. */
  pluralsOf(groups: readonly string[]): ReadonlySet<string>;
}

const resourcesByDomain = new Map<string, BuiltInResources>();

/** Returns the built-in resources for a group domain. Builds the index once for each domain. */
export function builtInResources(groupDomain: string): BuiltInResources {
  let known = resourcesByDomain.get(groupDomain);
  if (!known) {
    known = indexResources(groupDomain);
    resourcesByDomain.set(groupDomain, known);
  }
  return known;
}

function indexResources(groupDomain: string): BuiltInResources {
  const resources = [...servedResources(), ...furtherResources].map((resource) => ({
    ...resource,
    group: groupIn(groupDomain, resource.group),
  }));
  const pluralByName = new Map<string, string>();
  for (const { plural, otherNames = [] } of resources) {
    for (const name of otherNames) pluralByName.set(name, plural);
  }
  const byPlural = groupBy(resources, ({ plural }) => plural);
  const byGroup = groupBy(resources, ({ group }) => group);
  // Cached, since a policy rule looks it up for each of its resources.
  const pluralsByGroups = new WeakMap<readonly string[], ReadonlySet<string>>();
  const pluralsOf = (groups: readonly string[]): ReadonlySet<string> => {
    const known = pluralsByGroups.get(groups);
    if (known) return known;
    const found = [...new Set(groups)].flatMap((group) => (group === "*" ? resources : (byGroup.get(group) ?? [])));
    const plurals = new Set(found.map(({ plural }) => plural));
    pluralsByGroups.set(groups, plurals);
    return plurals;
  };

  return {
    hasGroup: (group) => byGroup.has(group),
    findByPlural: (plural) => byPlural.get(plural) ?? [],
    pluralsOf,
    guessPlural(name, groups) {
      const word = name.toLowerCase();
      const plurals = pluralsOf(groups);
      const candidates = [word, ...regularPlurals(word), pluralByName.get(word)];
      return candidates.find((plural) => plural !== undefined && plurals.has(plural));
    },
  };
}

function servedResources(): BuiltInResource[] {
  return servedKinds()
    .filter(({ plural }) => plural !== "")
    .map(({ plural, group, scope, singular, shortNames }) => ({
      plural,
      group,
      isNamespaced: scope === "Namespaced",
      otherNames: [singular, ...shortNames],
    }));
}

function regularPlurals(word: string): string[] {
  return [`${word}s`, `${word}es`, word.replace(/y$/, "ies")];
}
