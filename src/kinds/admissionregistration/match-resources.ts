/**
 * Which requests a policy or a webhook matches: rules of operations and resources, and selectors. Contains their shape,
 * their defaults and the faults in them that the API server rejects.
 *
 * @module
 */
import type { MatchResources, NamedRuleWithOperations } from "../../api/types/admissionregistration-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Finding } from "../../rule/finding.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { builtInResources } from "../rbac/built-in-resources.ts";
import { pluralOf } from "../rbac/policy-rule.ts";
import { apiGroupFault, resourceFault, resourceGroupFault, type WordFault } from "../rbac/policy-rule-reach.ts";

/** The operations that a rule may match, and those that a rule of a mutating policy may match. */
const operations: ReadonlySet<string> = new Set(["*", "CREATE", "UPDATE", "DELETE", "CONNECT"]);
const mutatingOperations: ReadonlySet<string> = new Set(["*", "CREATE", "UPDATE", "CONNECT"]);

/** The part of a rule that the lint rules about expressions need. */
export interface MatchedOperations {
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
}

export function applyRuleDefaults(rules: readonly NamedRuleWithOperations[] = []): void {
  for (const rule of rules) rule.scope ??= "*";
}

export function applyMatchResourcesDefaults(match: MatchResources | undefined): void {
  if (!match) return;
  match.matchPolicy ??= "Equivalent";
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  applyRuleDefaults(match.resourceRules);
  applyRuleDefaults(match.excludeResourceRules);
}

const listsRequired = rule<NamedRuleWithOperations>(
  {
    id: "admission/rule-required",
    severity: "error",
    cause: "required",
    summary: "a rule has operations, API groups, API versions and resources",
  },
  (rule, place) => {
    const examples = [
      ["operations", '["CREATE", "UPDATE"]'],
      ["apiGroups", '[""]` for the core group, or `["apps"]'],
      ["apiVersions", '["v1"]'],
      ["resources", '["pods"]'],
    ] as const;
    for (const [name, example] of examples) {
      const items = rule[name] ?? [];
      const help = `write \`${name}: ${example}\``;
      if (items.length === 0) place.at(name).say(`\`${name}\` must have at least one value`, { help });
      if (name === "apiGroups" || name === "operations") continue;
      for (const [index, item] of items.entries()) {
        if (item === "") place.at(name, index).say("must not be empty", { help });
      }
    }
  },
);

const wildcardWords = { operations: "operations", apiGroups: "API groups", apiVersions: "API versions" } as const;

const wildcards = rule<NamedRuleWithOperations>(
  {
    id: "admission/rule-wildcard",
    severity: "error",
    summary: "a wildcard in a rule is the only entry of its list",
  },
  (rule, place) => {
    for (const name of ["operations", "apiGroups", "apiVersions"] as const) {
      const items: readonly string[] = rule[name] ?? [];
      const wildcard = items.indexOf("*");
      if (wildcard < 0 || items.length < 2) continue;
      place.at(name, wildcard).say('"*" must be the only value', {
        help: "remove the others, or the wildcard",
        field: place.at(name).path,
        serverText: `${showGoValue(items)}: if '*' is present, must not specify other ${wildcardWords[name]}`,
      });
    }
    for (const finding of resourceWildcards(rule.resources ?? [])) {
      place.at("resources").pass([finding]);
    }
  },
);

/** Returns the faults of wildcards in a list of resources. Paths are relative to the list. */
function resourceWildcards(resources: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const [allOf, allHaving] = [new Map<string, number>(), new Map<string, number>()];
  for (const [index, resource] of resources.entries()) {
    const slash = resource.indexOf("/");
    if (slash < 0) continue;
    const [name, subresource] = [resource.slice(0, slash), resource.slice(slash + 1)];
    for (const cover of [allOf.get(name), allHaving.get(subresource)]) {
      if (cover === undefined) continue;
      const message = `must not be listed with "${resources[cover]}", which covers it; got "${resource}"`;
      findings.push({ path: [index], message, value: resource, see: { path: [cover], message: "covers it" } });
    }
    if (subresource === "*") allOf.set(name, index);
    if (name === "*") allHaving.set(subresource, index);
  }
  const all = resources.indexOf("*/*");
  if (all >= 0 && resources.length > 1) {
    const serverText = `${showGoValue(resources)}: if '*/*' is present, must not specify other resources`;
    findings.push({ path: [all], field: [], message: '"*/*" must be the only value', serverText });
  }
  const each = resources.indexOf("*");
  const last = resources.findLast((resource) => resource !== "" && !resource.includes("/"));
  if (each >= 0 && last !== undefined && last !== "*") {
    findings.push({ path: [each], field: [], message: `"*" must not be combined with a resource; got "${last}" too` });
  }
  return findings;
}

const resourceNames = rule<NamedRuleWithOperations>(
  {
    id: "admission/resource-names",
    severity: "error",
    summary: "a rule's `resourceNames` are valid names without duplicates",
  },
  ({ resourceNames: names = [] }, place) => {
    for (const [index, name] of names.entries()) {
      for (const fault of validatePathSegmentName(name)) {
        place.at("resourceNames", index).invalid(fault, name);
      }
    }
    for (const { index, text: name } of findRepeats(names)) {
      place.at("resourceNames", index).say(`must be unique; got "${name}" twice`, { cause: "duplicate" });
    }
  },
);

const requestedNames = rule<NamedRuleWithOperations>(
  {
    id: "admission/resource",
    severity: "warning",
    summary: "a rule has groups, versions, resources and a scope that can occur in requests",
  },
  ({ apiGroups = [], apiVersions = [], resources = [], scope = "*" }, place, { groupDomain }) => {
    apiGroups.forEach((group, index) => {
      const fault = apiGroupFault(group);
      if (fault) place.pass([{ path: ["apiGroups", index], value: group, ...fault }]);
    });
    apiVersions.forEach((version, index) => {
      const fault = apiVersionFault(version);
      if (fault) place.pass([{ path: ["apiVersions", index], value: version, ...fault }]);
    });
    resources.forEach((resource, index) => {
      if (resource === "") return;
      const fault =
        resourceFault(resource, apiGroups, groupDomain) ?? resourceGroupFault(resource, apiGroups, groupDomain);
      if (fault) place.pass([{ path: ["resources", index], value: resource, ...fault }]);
    });
    const other = scope === "*" ? undefined : mismatchedScope({ apiGroups, resources, scope }, groupDomain);
    if (other) {
      const message = `"${scope}" matches nothing: the resources of the rule are ${other}`;
      place.pass([{ path: ["scope"], value: scope, message, help: 'remove `scope`, or write "*"' }]);
    }
  },
);

/** Returns why a version matches no request; undefined if it can match. */
function apiVersionFault(version: string): WordFault | undefined {
  if (version === "" || version === "*" || /^[a-z0-9-]+$/.test(version)) return undefined;
  const quoted = JSON.stringify(version);
  const slash = version.lastIndexOf("/");
  if (slash >= 0) {
    const help = `write "${version.slice(slash + 1)}", and the group in \`apiGroups\``;
    return { message: `must be a version without group; ${quoted} matches nothing`, help };
  }
  if (version.includes("*")) {
    const help = 'name each version, or write "*"';
    return { message: `${quoted} matches nothing: patterns are not supported`, help };
  }
  return { message: `${quoted} matches nothing: versions are lower-case letters and digits`, help: 'write "v1"' };
}

type ScopedRule = Required<Pick<NamedRuleWithOperations, "apiGroups" | "resources" | "scope">>;

/**
 * Returns the scope of the rule's resources if all of them have a different scope than the rule; undefined if at least
 * one may match.
 */
function mismatchedScope({ apiGroups, resources, scope }: ScopedRule, groupDomain: string): string | undefined {
  const known = builtInResources(groupDomain);
  if (resources.length === 0 || !apiGroups.every(known.hasGroup)) return undefined;
  const meant = resources.map((resource) =>
    known.findByPlural(pluralOf(resource)).filter(({ group }) => apiGroups.includes(group)),
  );
  const isOther = ({ isNamespaced }: { readonly isNamespaced: boolean }) => isNamespaced !== (scope === "Namespaced");
  if (!meant.every((homes) => homes.length > 0 && homes.every(isOther))) return undefined;
  return scope === "Namespaced" ? "cluster-scoped" : "namespaced";
}

/** Rules about the faults in the operation rules of a webhook. */
export const operationRules: readonly Rule<NamedRuleWithOperations>[] = [listsRequired, wildcards, requestedNames];
const resourceRuleRules: readonly Rule<NamedRuleWithOperations>[] = [...operationRules, resourceNames];

const selectors = rule<MatchResources>(
  { id: "admission/selector", severity: "error", summary: "a namespace or object selector is well-formed" },
  (match, place) => {
    for (const finding of selectorFindings(match)) place.pass([finding]);
  },
);

/** Returns the faults in the selectors of a match or a webhook. Paths are relative to the match or the webhook. */
export function selectorFindings({
  namespaceSelector = {},
  objectSelector = {},
}: Pick<MatchResources, "namespaceSelector" | "objectSelector">): Finding[] {
  return [
    ...labelSelectorFindings(namespaceSelector, ["namespaceSelector"]),
    ...labelSelectorFindings(objectSelector, ["objectSelector"]),
  ];
}

/** Rules about the faults in the match of a policy or binding that the API server rejects. */
export const matchResourcesRules: readonly Rule<MatchResources>[] = [
  selectors,
  ...within(resourceRuleRules, ({ resourceRules, excludeResourceRules }: MatchResources, place, visit) => [
    ...visit.each(resourceRules, place.at("resourceRules")),
    ...visit.each(excludeResourceRules, place.at("excludeResourceRules")),
  ]),
];

/** Reports DELETE in the rules of a mutating policy, which cannot match deletions. */
export const mutatingOperationsRule = rule<MatchResources>(
  {
    id: "admission/mutating-operations",
    severity: "error",
    cause: "unsupported",
    summary: "a mutating policy does not match DELETE",
  },
  ({ resourceRules = [] }, place) => {
    for (const [index, { operations: names = [] }] of resourceRules.entries()) {
      for (const [at, name] of names.entries()) {
        // Another rule reports texts that are not operations.
        if (mutatingOperations.has(name) || !operations.has(name)) continue;
        const path: FieldPath = ["resourceRules", index, "operations", at];
        place.along(path).say(`must be one of "*", "CREATE", "UPDATE", "CONNECT"; got "${name}"`, {
          value: name,
          field: place.along(["resourceRules", "operations"]).path,
        });
      }
    }
  },
);
