/**
 * Evaluates the audit policy: how much of a request is recorded, and at which stages.
 *
 * @module
 */
import { type AccessRequest, combinedResource, type ResourceAttributes } from "../../access/request.ts";
import type { GroupResources, Level, Policy, PolicyRule, Stage } from "../../api/types/audit-v1.ts";

/** The parts of a request that are recorded. */
export interface AuditScope {
  readonly level: Level;
  readonly omitStages: ReadonlySet<Stage>;
  readonly omitsManagedFields: boolean;
}

/** Returns the scope of the first rule that matches; without one, nothing is recorded. */
export type AuditPolicy = (request: AccessRequest) => AuditScope;

/** @param policy - decoded and validated */
export function planAuditPolicy(policy: Policy): AuditPolicy {
  const { rules = [], omitStages = [], omitManagedFields: omitsByDefault = false } = policy;
  const scopes = rules.map((rule) => ({
    rule,
    scope: {
      level: rule.level ?? "None",
      omitStages: new Set([...omitStages, ...(rule.omitStages ?? [])]),
      omitsManagedFields: rule.omitManagedFields ?? omitsByDefault,
    },
  }));
  return (request) => scopes.find(({ rule }) => matches(rule, request))?.scope ?? nothing;
}

const nothing: AuditScope = { level: "None", omitStages: new Set(), omitsManagedFields: false };

/** Whether a list contains one of the values; an empty list matches every request. */
const allows = (wanted: readonly string[] | undefined, ...given: readonly string[]): boolean =>
  !wanted?.length || given.some((value) => wanted.includes(value));

function matches(rule: PolicyRule, { user, attributes }: AccessRequest): boolean {
  const { users, userGroups, verbs, namespaces, resources = [], nonResourceURLs = [] } = rule;
  if (!(allows(users, user.username) && allows(userGroups, ...user.groups) && allows(verbs, attributes.verb)))
    return false;
  if (namespaces?.length || resources.length > 0) {
    if (attributes.kind !== "resource" || !allows(namespaces, attributes.namespace)) return false;
    return resources.length === 0 || resources.some((item) => matchesResource(item, attributes));
  }
  if (nonResourceURLs.length === 0) return true;
  return attributes.kind === "url" && nonResourceURLs.some((pattern) => matchesPath(pattern, attributes.path));
}

function matchesResource(
  { group = "", resources = [], resourceNames }: GroupResources,
  asked: ResourceAttributes,
): boolean {
  if (group !== asked.group && group !== "*") return false;
  if (resources.length === 0) return true;
  if (!allows(resourceNames, asked.name)) return false;
  const { resource, subresource } = asked;
  const forms = ["*", combinedResource(asked), `${resource}/*`, ...(subresource === "" ? [] : [`*/${subresource}`])];
  return resources.some((pattern) => forms.includes(pattern));
}

/** Whether a path matches; `*` is only special as the last character of the pattern. */
const matchesPath = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1)));
