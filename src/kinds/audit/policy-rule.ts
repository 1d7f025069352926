/**
 * PolicyRule of an audit policy: a level, and the requests to which it applies.
 *
 * @module
 */
import type { PolicyRule } from "../../api/types/audit-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";

const levelRequired = rule<PolicyRule>(
  { id: "audit/level-required", severity: "error", cause: "required", summary: "a rule must have a level" },
  ({ level }, place) => {
    if (level) return;
    const help = "one of None, Metadata, Request, RequestResponse";
    place.at("level").say("`level` must be set", { help });
  },
);

const nonResourceUrl = rule<PolicyRule>(
  {
    id: "audit/non-resource-url",
    severity: "error",
    summary: "a non-resource URL is `*` or begins with a slash, with a wildcard at its end only",
  },
  ({ nonResourceURLs = [] }, place) => {
    for (const [index, url] of nonResourceURLs.entries()) {
      if (url === "*") continue;
      const fault = (message: string) =>
        place.at("nonResourceURLs", index).say(`${message}; got "${url}"`, { value: url });
      if (!url.startsWith("/")) fault('must begin with "/"');
      if (url.slice(0, -1).includes("*")) fault('may contain "*" only as the last character');
    }
  },
);

const anyGroupMessage = 'may be "*" only since 1.36: kube-apiserver before that does not start';
const anyGroupHelp = {
  value: "*",
  help: "list each group; a rule without `resources` and `nonResourceURLs` is for all requests",
};

const resourceGroup = rule<PolicyRule>(
  {
    id: "audit/resource-group",
    severity: "error",
    summary: "a group is empty, `*` or the name of an API group, without version",
  },
  ({ resources = [] }, place, visit) => {
    for (const [index, { group = "" }] of resources.entries()) {
      if (group === "") continue;
      if (group === "*") {
        if (!visit.reaches("1.36")) place.at("resources", index, "group").say(anyGroupMessage, anyGroupHelp);
        continue;
      }
      const bare = group.split("/", 1)[0] ?? "";
      for (const message of validateDns1123Subdomain(group)) {
        place.at("resources", index, "group").say(`${message}; got "${group}"`, {
          value: group,
          ...(bare !== group ? { help: `write the group without its version: \`group: "${bare}"\`` } : {}),
        });
      }
    }
  },
);

const coreGroup = rule<PolicyRule>(
  { id: "audit/core-group", severity: "warning", summary: 'the core group is written as `""`' },
  ({ resources = [] }, place) => {
    for (const [index, { group }] of resources.entries()) {
      if (group !== "core" && group !== "v1") continue;
      place.at("resources", index, "group").say(`matches no request: there is no API group "${group}"`, {
        help: 'write `group: ""` for the core group',
        value: group,
      });
    }
  },
);

const resourceNames = rule<PolicyRule>(
  { id: "audit/resource-names", severity: "error", summary: "`resourceNames` needs `resources`" },
  ({ resources = [] }, place) => {
    for (const [index, item] of resources.entries()) {
      if (!item.resourceNames?.length || item.resources?.length) continue;
      const message = "may be set only with `resources`";
      place.at("resources", index, "resourceNames").say(message, { atKey: true, help: "also set `resources`" });
    }
  },
);

const urlsOrResources = rule<PolicyRule>(
  {
    id: "audit/urls-or-resources",
    severity: "error",
    summary: "a rule has either resources or non-resource URLs",
  },
  ({ nonResourceURLs = [], resources = [], namespaces = [] }, place) => {
    if (nonResourceURLs.length === 0 || (resources.length === 0 && namespaces.length === 0)) return;
    const other = resources.length > 0 ? "resources" : "namespaces";
    place.at("nonResourceURLs").say(`may not be set with \`${other}\``, {
      atKey: true,
      help: "write two rules",
      see: place.at(other).note("makes this a rule for resources"),
    });
  },
);

/** Fields whose items must equal the values of the request, without wildcards. */
const exactFields = ["users", "userGroups", "verbs", "namespaces"] as const;

const noWildcard = rule<PolicyRule>(
  {
    id: "audit/no-wildcard",
    severity: "warning",
    summary: "users, groups, verbs and namespaces are matched literally, so they contain no wildcards",
  },
  (rule, place) => {
    for (const field of exactFields) {
      for (const [index, name] of (rule[field] ?? []).entries()) {
        if (!name.includes("*")) continue;
        place.at(field, index).say(`matches no request: "${name}" is compared literally`, {
          help: name === "*" ? `omit \`${field}\` to match all` : "list each name",
          value: name,
        });
      }
    }
  },
);

/** Paths are relative to the rule. */
export const policyRuleRules: readonly Rule<PolicyRule>[] = [
  levelRequired,
  nonResourceUrl,
  resourceGroup,
  coreGroup,
  resourceNames,
  urlsOrResources,
  noWildcard,
];

/** Whether a rule has no conditions and matches every request. */
export function isCatchAll(rule: PolicyRule): boolean {
  return !exactFields.some((field) => rule[field]?.length) && !rule.resources?.length && !rule.nonResourceURLs?.length;
}
