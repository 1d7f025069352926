/**
 * Finds the FlowSchema of a request: among those whose rules match, the one with the lowest matchingPrecedence number,
 * as in kube-apiserver.
 *
 * @module
 */

import type { UserInfo } from "../../access/user.ts";
import { serviceAccountName } from "../../access/user.ts";
import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from "../../api/types/flowcontrol-v1.ts";
import type { RequestInfo } from "../request/request-info.ts";

/** The parts of a request that rules check. */
export type RequestTarget = Pick<
  RequestInfo,
  "isResource" | "verb" | "path" | "group" | "resource" | "subresource" | "namespace"
>;

type TargetMatcher = (target: RequestTarget) => boolean;

/** A rule of a schema. Users and requests are matched separately, so that the rules of a user can be cached. */
export interface CompiledRule {
  appliesTo(user: UserInfo): boolean;
  readonly matches: TargetMatcher;
}

const wildcard = "*";

export function compileRules({ rules = [] }: FlowSchemaSpec): readonly CompiledRule[] {
  return rules.map(compileRule);
}

function compileRule({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects): CompiledRule {
  const subjectMatchers = (subjects ?? []).map(compileSubject);
  const resourceMatchers = resourceRules.map(compileResourceRule);
  const pathMatchers = nonResourceRules.map(compilePathRule);
  return {
    appliesTo: (user) => subjectMatchers.some((matches) => matches(user)),
    matches: (target) => (target.isResource ? resourceMatchers : pathMatchers).some((matches) => matches(target)),
  };
}

function compileSubject({ kind, user, group, serviceAccount }: Subject): (user: UserInfo) => boolean {
  if (kind === "User" && user) return ({ username }) => user.name === wildcard || user.name === username;
  if (kind === "Group" && group) {
    const { name = "" } = group;
    return ({ groups }) => name === wildcard || groups.includes(name);
  }
  if (kind === "ServiceAccount" && serviceAccount) {
    const { namespace = "", name = "" } = serviceAccount;
    if (name !== wildcard) return ({ username }) => username === serviceAccountName(namespace, name);
    const prefix = serviceAccountName(namespace, "");
    return ({ username }) => username.startsWith(prefix);
  }
  return () => false;
}

function compileResourceRule(rule: ResourcePolicyRule): TargetMatcher {
  const verb = listMatcher(rule.verbs);
  const group = listMatcher(rule.apiGroups);
  const resource = listMatcher(rule.resources);
  const namespace = listMatcher(rule.namespaces);
  const { clusterScope = false } = rule;
  return (target) =>
    verb(target.verb) &&
    group(target.group) &&
    resource(target.subresource === "" ? target.resource : `${target.resource}/${target.subresource}`) &&
    (target.namespace === "" ? clusterScope : namespace(target.namespace));
}

function compilePathRule({ verbs, nonResourceURLs }: NonResourcePolicyRule): TargetMatcher {
  const verb = listMatcher(verbs);
  const paths = (nonResourceURLs ?? []).map(pathMatcher);
  return (target) => verb(target.verb) && paths.some((matches) => matches(target.path));
}

/** Matches the path and all paths below it, with or without a trailing `*`. */
function pathMatcher(pattern: string): (path: string) => boolean {
  if (pattern === wildcard) return () => true;
  const stem = pattern.endsWith(wildcard) ? pattern.slice(0, -1) : pattern;
  const prefix = stem.endsWith("/") ? stem : `${stem}/`;
  return (path) => path === pattern || path.startsWith(prefix);
}

/** `*` matches everything only if it is the only item. A stored list without items is null. */
function listMatcher(stored: readonly string[] | null | undefined): (text: string) => boolean {
  const list = stored ?? [];
  if (list.length === 1 && list[0] === wildcard) return () => true;
  return (text) => list.includes(text);
}
