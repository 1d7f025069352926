/**
 * Decides whether a policy or a binding matches a request, as kube-apiserver does.
 *
 * @module
 */
import type { MatchResources } from "../api/types/admissionregistration-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";
import { type AdmissionRequest, type EquivalentVersion, labelsOf, type ServedVersion } from "./admission-request.ts";

type ResourceRule = NonNullable<MatchResources["resourceRules"]>[number];

/**
 * Returns the version of the request's resource that matched; undefined if the request does not match.
 *
 * @param namespaceLabels - returns the labels of the request's namespace
 */
export function matchRequest(
  match: MatchResources,
  request: AdmissionRequest,
  namespaceLabels: () => Readonly<Record<string, string>>,
): EquivalentVersion | undefined {
  const { resourceRules: rules = [], excludeResourceRules: excluded = [], matchPolicy } = match;
  if (!matchesNamespace(match, request, namespaceLabels) || !matchesObject(match, request)) return undefined;
  const isExact = matchPolicy !== "Equivalent";
  if (matchRules(excluded, request, isExact)) return undefined;
  return rules.length === 0 ? request : matchRules(rules, request, isExact);
}

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: NonNullable<MatchResources["objectSelector"]>): boolean =>
  Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;

/**
 * Whether the namespace selector matches. Cluster-scoped resources other than namespaces always match. Reads the object
 * only if necessary, since it is created on first use.
 */
function matchesNamespace(
  { namespaceSelector: selector = {} }: MatchResources,
  request: AdmissionRequest,
  namespaceLabels: () => Readonly<Record<string, string>>,
): boolean {
  const { namespace, resource, subresource, operation } = request;
  const isNamespace = resource.resource === "namespaces";
  if ((namespace === "" && !isNamespace) || isEmpty(selector)) return true;
  const isWritten = isNamespace && subresource === "" && (operation === "CREATE" || operation === "UPDATE");
  return selects(selector, isWritten ? labelsOf(request.object) : namespaceLabels());
}

function matchesObject({ objectSelector: selector = {} }: MatchResources, request: AdmissionRequest): boolean {
  if (isEmpty(selector)) return true;
  // The options of CONNECT requests have no metadata.
  if (request.operation === "CONNECT") return false;
  return [request.object, request.oldObject].some((each) => each !== undefined && selects(selector, labelsOf(each)));
}

function matchRules(
  rules: readonly ResourceRule[],
  request: AdmissionRequest,
  isExact: boolean,
): EquivalentVersion | undefined {
  if (rules.some((rule) => ruleMatches(rule, request, request))) return request;
  if (isExact) return undefined;
  for (const rule of rules) {
    const found = request.equivalents.find((version) => ruleMatches(rule, request, version));
    if (found) return found;
  }
  return undefined;
}

function ruleMatches(rule: ResourceRule, request: AdmissionRequest, { resource }: ServedVersion): boolean {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], resourceNames: names = [] } = rule;
  return (
    isInScope(rule, request) &&
    hasOrAll(operations, request.operation) &&
    hasOrAll(apiGroups, resource.group) &&
    hasOrAll(apiVersions, resource.version) &&
    resources.some((name) => matchesResource(name, resource.resource, request.subresource)) &&
    (names.length === 0 || names.includes(request.name))
  );
}

const hasOrAll = (items: readonly string[], item: string): boolean => items.includes("*") || items.includes(item);

function isInScope({ scope = "*" }: ResourceRule, { resource, namespace }: AdmissionRequest): boolean {
  if (scope === "*") return true;
  const isClusterScoped = namespace === "" || (resource.group === "" && resource.resource === "namespaces");
  return isClusterScoped === (scope === "Cluster");
}

/** Whether the resource of a rule matches: `pods`, `pods/log`, `pods/*`, `*`, a star before a subresource. */
function matchesResource(name: string, resource: string, subresource: string): boolean {
  const slash = name.indexOf("/");
  const [own, sub] = slash < 0 ? [name, ""] : [name.slice(0, slash), name.slice(slash + 1)];
  return (own === "*" || own === resource) && (sub === "*" || sub === subresource);
}
