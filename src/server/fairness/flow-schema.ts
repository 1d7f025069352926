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

type Match = (target: RequestTarget) => boolean;

/** A rule of a schema. Users and requests are matched separately, so that the rules of a user can be cached. */
export interface CompiledRule {
  appliesTo(user: UserInfo): boolean;
  readonly matches: Match;
}

const every = "*";

export function compileRules({ rules = [] }: FlowSchemaSpec): readonly CompiledRule[] {
  return rules.map(compileRule);
}

function compileRule({ subjects, resourceRules = [], nonResourceRules = [] }: PolicyRulesWithSubjects): CompiledRule {
  const ofSubjects = (subjects ?? []).map(compileSubject);
  const ofResources = resourceRules.map(compileResourceRule);
  const ofPaths = nonResourceRules.map(compilePathRule);
  return {
    appliesTo: (user) => ofSubjects.some((matches) => matches(user)),
    matches: (target) => (target.isResource ? ofResources : ofPaths).some((matches) => matches(target)),
  };
}

function compileSubject({ kind, user, group, serviceAccount }: Subject): (user: UserInfo) => boolean {
  if (kind === "User" && user) return ({ username }) => user.name === every || user.name === username;
  if (kind === "Group" && group) {
    const { name = "" } = group;
    return ({ groups }) => name === every || groups.includes(name);
  }
  if (kind === "ServiceAccount" && serviceAccount) {
    const { namespace = "", name = "" } = serviceAccount;
    if (name !== every) return ({ username }) => username === serviceAccountName(namespace, name);
    const prefix = serviceAccountName(namespace, "");
    return ({ username }) => username.startsWith(prefix);
  }
  return () => false;
}

function compileResourceRule(rule: ResourcePolicyRule): Match {
  const verb = inList(rule.verbs);
  const group = inList(rule.apiGroups);
  const resource = inList(rule.resources);
  const namespace = inList(rule.namespaces);
  const { clusterScope = false } = rule;
  return (target) =>
    verb(target.verb) &&
    group(target.group) &&
    resource(target.subresource === "" ? target.resource : `${target.resource}/${target.subresource}`) &&
    (target.namespace === "" ? clusterScope : namespace(target.namespace));
}

function compilePathRule({ verbs, nonResourceURLs }: NonResourcePolicyRule): Match {
  const verb = inList(verbs);
  const paths = (nonResourceURLs ?? []).map(pathMatch);
  return (target) => verb(target.verb) && paths.some((matches) => matches(target.path));
}

/** Matches the path and all paths below it, with or without a trailing `*`. */
function pathMatch(pattern: string): (path: string) => boolean {
  if (pattern === every) return () => true;
  const stem = pattern.endsWith(every) ? pattern.slice(0, -1) : pattern;
  const prefix = stem.endsWith("/") ? stem : `${stem}/`;
  return (path) => path === pattern || path.startsWith(prefix);
}

/** `*` matches everything only if it is the only item. A stored list without items is null. */
function inList(stored: readonly string[] | null | undefined): (text: string) => boolean {
  const list = stored ?? [];
  if (list.length === 1 && list[0] === every) return () => true;
  return (text) => list.includes(text);
}
