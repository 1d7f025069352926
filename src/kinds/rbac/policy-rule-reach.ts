/**
 * Warnings about policy rules that kube-apiserver accepts but that grant less than they seem to, or nothing, because no
 * request ever matches them.
 *
 * @module
 */

import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { closest } from "../../text/closest.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { builtInResources } from "./built-in-resources.ts";
import { eachPolicyRule, type HasRules, isAboutUrls, pluralOf } from "./policy-rule.ts";

const resourceVerbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];
const specialVerbs = ["use", "bind", "escalate", "impersonate", "approve", "sign", "attest", "proxy"];
const urlVerbs = ["get", "head", "options", "post", "put", "patch", "delete"];
const knownVerbs: ReadonlySet<string> = new Set([...resourceVerbs, ...specialVerbs, "*"]);

/** Words that users write in place of a verb: HTTP methods and everyday words. */
const verbByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    all: "*",
    any: "*",
    connect: "create",
    head: "get",
    modify: "update",
    post: "create",
    put: "update",
    read: "get",
    remove: "delete",
    write: "update",
  }),
);

const unknownVerb = rule<PolicyRule>(
  { id: "rbac/unknown-verb", severity: "warning", summary: "the verbs of a rule exist" },
  (rule, place) => {
    const aboutUrls = isAboutUrls(rule);
    rule.verbs?.forEach((verb, index) => {
      const meant = guessVerb(verb, aboutUrls);
      if (meant === undefined) return;
      place
        .at("verbs", index)
        .say(`no request ${aboutUrls ? "to a URL " : ""}has the verb ${JSON.stringify(verb)}, so it grants nothing`, {
          help: meant === "" ? `verbs are ${(aboutUrls ? urlVerbs : resourceVerbs).join(", ")}` : `write "${meant}"`,
          value: verb,
        });
    });
  },
);

/**
 * Returns the verb that the user probably meant; empty if no word is close, undefined if the verb may be correct.
 *
 * @param aboutUrls - whether the request is for a URL, not for a resource
 */
export function guessVerb(verb: string, aboutUrls: boolean): string | undefined {
  return aboutUrls ? guessUrlVerb(verb) : guessResourceVerb(verb);
}

/**
 * Returns the verb that the user probably meant in a rule about resources; undefined if the verb may be correct, since
 * any word may be a verb.
 */
function guessResourceVerb(verb: string): string | undefined {
  if (verb === "") return "";
  if (knownVerbs.has(verb)) return undefined;
  const word = verb.trim().toLowerCase();
  if (knownVerbs.has(word)) return word;
  return verbByWord.get(word) ?? closest(word, [...resourceVerbs, ...specialVerbs]);
}

/** Returns the verb that the user probably meant in a rule about URLs, where verbs are HTTP methods in lower case. */
function guessUrlVerb(verb: string): string | undefined {
  if (verb === "*" || urlVerbs.includes(verb)) return undefined;
  const word = verb.trim().toLowerCase();
  return urlVerbs.includes(word) ? word : (closest(word, urlVerbs) ?? "");
}

const versionPattern = /^v\d+(?:(?:alpha|beta)\d+)?$/;

const apiGroup = rule<PolicyRule>(
  { id: "rbac/api-group", severity: "warning", summary: "an API group has no version and no pattern" },
  ({ apiGroups = [] }, place) => {
    apiGroups.forEach((group, index) => {
      const fault = apiGroupFault(group);
      if (fault) place.pass([{ path: ["apiGroups", index], value: group, ...fault }]);
    });
  },
);

/** Matches the form of most groups. Among these, only versions and "core" are wrong. */
const plainGroup = /^[a-z0-9.-]*$/;

/** The fault of a word that matches no request. */
export interface WordFault {
  readonly message: string;
  readonly help: string;
}

/** Returns the fault of a group that no request has. */
export function apiGroupFault(group: string): WordFault | undefined {
  if (group !== "core" && plainGroup.test(group) && !versionPattern.test(group)) return undefined;
  const [name = "", version] = group.split("/");
  const quoted = JSON.stringify(group);
  if (version !== undefined) {
    return { message: `must be a group without version; ${quoted} matches nothing`, help: `write "${name}"` };
  }
  if (versionPattern.test(group)) {
    const help = 'the group of `apiVersion: v1` is ""';
    return { message: `must be a group, not a version; ${quoted} matches nothing`, help };
  }
  if (group === "core") return { message: '"core" matches nothing', help: 'the name of the core group is ""' };
  if (group !== "*" && group.includes("*")) {
    return { message: `${quoted} matches nothing: patterns are not supported`, help: 'name each group, or write "*"' };
  }
  if (group !== group.toLowerCase() || group !== group.trim()) {
    const help = `write "${group.trim().toLowerCase()}"`;
    return { message: `${quoted} matches nothing: group names are in lower case`, help };
  }
  return undefined;
}

const resourceWord = rule<PolicyRule>(
  { id: "rbac/resource", severity: "warning", summary: "a resource is a lower-case plural name" },
  (rule, place, visit) => {
    if (isAboutUrls(rule)) return;
    const { apiGroups = [], resources = [] } = rule;
    resources.forEach((resource, index) => {
      const fault = resourceFault(resource, apiGroups, visit.groupDomain);
      if (fault) place.pass([{ path: ["resources", index], value: resource, ...fault }]);
    });
  },
);

/** Returns the fault of a resource that no request has. */
export function resourceFault(
  resource: string,
  apiGroups: readonly string[],
  groupDomain: string,
): WordFault | undefined {
  const known = builtInResources(groupDomain);
  const name = pluralOf(resource);
  if (name === "*" || known.findByPlural(name).length > 0) return undefined;
  const suffix = resource.slice(name.length).toLowerCase();
  const meant = known.guessPlural(name, apiGroups) ?? correctSpelling(name, known.pluralsOf(apiGroups));
  if (meant === undefined && resource !== "" && resource === resource.toLowerCase()) return undefined;
  return {
    message: `${JSON.stringify(resource)} matches nothing: resources are plural names in lower case`,
    help: meant ? `write "${meant}${suffix}"` : "`kubectl api-resources` lists the names",
  };
}

/** The minimum length of a name that is corrected: a shorter one that looks misspelled may be a custom resource. */
const minGuessedLength = 7;

function correctSpelling(name: string, plurals: ReadonlySet<string>): string | undefined {
  if (name.length < minGuessedLength) return undefined;
  const near = closest(name, plurals);
  return near !== undefined && Math.abs(near.length - name.length) <= 1 ? near : undefined;
}

const resourcePattern = rule<PolicyRule>(
  {
    id: "rbac/resource-pattern",
    severity: "warning",
    summary: "`*` matches all resources or all subresources of a resource; it is not part of a name",
  },
  ({ resources = [] }, place) => {
    resources.forEach((resource, index) => {
      if (resource === "*" || !resource.includes("*")) return;
      const [name = "", subresource = ""] = resource.split("/");
      if (name === "*" && subresource !== "" && !subresource.includes("*")) return;
      place
        .at("resources", index)
        .say(`${JSON.stringify(resource)} matches nothing: a star is a wildcard only alone or before "/subresource"`, {
          help:
            name === "*" ? '"*" is every resource and every subresource' : `name each one: "${name}", "${name}/status"`,
          value: resource,
        });
    });
  },
);

const resourceGroup = rule<PolicyRule>(
  { id: "rbac/resource-group", severity: "warning", summary: "a resource belongs to one of the rule's API groups" },
  (rule, place, visit) => {
    const { apiGroups = [], resources = [] } = rule;
    if (isAboutUrls(rule)) return;
    resources.forEach((resource, index) => {
      const fault = resourceGroupFault(resource, apiGroups, visit.groupDomain);
      if (!fault) return;
      const see = place.at("apiGroups").note("the groups of the rule");
      place.at("resources", index).say(fault.message, { help: fault.help, see, value: resource });
    });
  },
);

/** Returns the fault of a resource that is in none of the groups of its rule. */
export function resourceGroupFault(
  resource: string,
  apiGroups: readonly string[],
  groupDomain: string,
): WordFault | undefined {
  const known = builtInResources(groupDomain);
  if (apiGroups.length === 0 || !apiGroups.every(known.hasGroup)) return undefined;
  const homes = known.findByPlural(pluralOf(resource));
  if (homes.length === 0 || homes.some(({ group }) => apiGroups.includes(group))) return undefined;
  const groups = homes.map(({ group }) => `"${group}"`).join(", ");
  return {
    message: `${JSON.stringify(resource)} is in group ${groups}, which is not in \`apiGroups\``,
    help: "add that group to `apiGroups`, or write a separate rule",
  };
}

const verbsWithoutName: ReadonlySet<string> = new Set(["create", "deletecollection"]);

const namedVerb = rule<PolicyRule>(
  {
    id: "rbac/named-verb",
    severity: "warning",
    summary: "`resourceNames` has no effect on verbs whose requests carry no name",
  },
  ({ verbs, apiGroups = [], resources = [], resourceNames = [] }, place, visit) => {
    if (resourceNames.length === 0 || resourceNames.includes("")) return;
    // An extension API server may authorize requests with a name of its choice.
    if (!apiGroups.every(builtInResources(visit.groupDomain).hasGroup)) return;
    const namesReach = resources.some((resource) => resource.includes("/") || resource === "*");
    if (namesReach) return;
    verbs?.forEach((verb, index) => {
      if (!verbsWithoutName.has(verb)) return;
      place.at("verbs", index).say(`"${verb}" has no effect with \`resourceNames\`: its requests carry no name`, {
        help: "move it to a rule without `resourceNames`",
        see: place.at("resourceNames").note("the names"),
      });
    });
  },
);

/** Resources whose names may be patterns by convention. Resources of extension API servers may have patterns, too. */
const resourcesWithPatterns: ReadonlySet<string> = new Set(["signers", "users", "groups", "uids"]);

const resourceNamePattern = rule<PolicyRule>(
  { id: "rbac/resource-name-pattern", severity: "warning", summary: "resourceNames are names, not patterns" },
  ({ apiGroups = [], resources = [], resourceNames = [] }, place, visit) => {
    if (resources.some((resource) => resourcesWithPatterns.has(resource) || resource.startsWith("userextras"))) return;
    const isBuiltIn = apiGroups.every(builtInResources(visit.groupDomain).hasGroup);
    resourceNames.forEach((name, index) => {
      if (name !== "*" && !(isBuiltIn && name.includes("*"))) return;
      place.at("resourceNames", index).say(`${JSON.stringify(name)} matches only an object with exactly that name`, {
        help: name === "*" ? "omit `resourceNames` to allow every object" : "list the names",
        value: name,
      });
    });
  },
);

const nonResourceUrl = rule<PolicyRule>(
  {
    id: "rbac/non-resource-url",
    severity: "warning",
    summary: "a non-resource URL begins with `/` and has `*` only at its end",
  },
  ({ nonResourceURLs = [] }, place) => {
    nonResourceURLs.forEach((url, index) => {
      if (url === "*") return;
      const spot = place.at("nonResourceURLs", index);
      const inner = trimEnd("*", url).indexOf("*");
      if (!url.startsWith("/")) {
        const help = `write "/${url.replace(/^[a-z]+:\/\/[^/]*\//i, "")}"`;
        spot.say(`${JSON.stringify(url)} matches nothing: paths begin with "/"`, { help, value: url });
      } else if (inner >= 0) {
        spot.say(`${JSON.stringify(url)} matches nothing: a star is a wildcard only at the end`, {
          help: `write "${url.slice(0, inner)}*"`,
          span: { start: inner, end: inner + 1 },
          value: url,
        });
      }
    });
  },
);

/** Rules about parts of policy rules, in roles of either scope, that have no effect. */
export const policyRuleReach: readonly Rule<HasRules>[] = within(
  [unknownVerb, apiGroup, resourceWord, resourcePattern, resourceGroup, namedVerb, resourceNamePattern, nonResourceUrl],
  eachPolicyRule,
);
