/**
 * Computes and prints the result of `can-i`: whether the policies allow the request, and which policy or grant does.
 *
 * @part commands
 * @module
 */

import type { RbacDecision } from "../access/rbac.ts";
import { type AccessRequest, namespaceOf } from "../access/request.ts";
import { describeRequest } from "../access/request-text.ts";
import { mastersGroup } from "../access/user.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { type AbacPolicies, type PlacedPolicy, policyRow } from "./abac-policies.ts";
import { exitCannotRun, exitClean, exitFindings } from "./exit.ts";
import { type FoundRbac, faultLines, faultsJson, grantJson, grantRows } from "./rbac-manifests.ts";
import { printJson } from "./single-result.ts";
import { tableLines } from "./table.ts";
import { printLines } from "./terminal.ts";

/** The policies to check, in this order; at least one is set. */
export interface PolicySources {
  readonly abac?: AbacPolicies | undefined;
  readonly rbac?: FoundRbac | undefined;
}

interface Answer {
  readonly request: AccessRequest;
  readonly asked: PolicySources;
  /** The ABAC policy that allows the request. */
  readonly policy: PlacedPolicy | undefined;
  readonly rbac: RbacDecision<ProjectDocument> | undefined;
  readonly notes: readonly string[];
  /** Whether the user is in `system:masters`, which may do everything. */
  readonly isMaster: boolean;
  /** Namespaces in which the request would be allowed. */
  readonly elsewhere: readonly string[];
}

/** Prints whether the request is allowed, and which policy allows it. @returns the exit code */
export function printDecision(
  request: AccessRequest,
  notes: readonly string[],
  asked: PolicySources,
  format: "text" | "json",
): number {
  const answer: Answer = {
    request,
    asked,
    policy: asked.abac?.allowing(request),
    rbac: asked.rbac?.policy.authorize(request),
    notes: [...notes, ...(asked.abac?.notes ?? []), ...(asked.rbac ? [] : [abacOnlyNote])],
    isMaster: request.user.groups.includes(mastersGroup),
    elsewhere: namespacesOf(request, asked),
  };
  if (format === "json") printAnswerJson(answer);
  else printAnswer(answer);
  if (asked.rbac?.isIncomplete) return exitCannotRun;
  return isAllowed(answer) ? exitClean : exitFindings;
}

const abacOnlyNote = "only ABAC is asked: name the files of roles and bindings to ask RBAC, too";

function isAllowed({ policy, rbac, isMaster }: Answer): boolean {
  return isMaster || policy !== undefined || rbac?.grant !== undefined;
}

/** Returns the namespaces in which a cluster-wide request would be allowed if it were limited to one namespace. */
function namespacesOf({ user, attributes }: AccessRequest, { abac, rbac }: PolicySources): readonly string[] {
  if (attributes.kind === "url" || attributes.namespace !== "") return [];
  const isAllowedIn = (namespace: string) => {
    const request = { user, attributes: { ...attributes, namespace } };
    const isBound = rbac?.policy.authorize(request).grant?.binding.kind === "RoleBinding";
    return isBound || abac?.allowing(request) !== undefined;
  };
  return [...new Set([...(abac?.namespaces ?? []), ...(rbac?.policy.namespaces ?? [])])].sort().filter(isAllowedIn);
}

const masterReason = `members of ${mastersGroup} may do everything, before any authorizer is asked`;

function printAnswerJson(answer: Answer): void {
  const { request, asked, policy, rbac, notes, isMaster, elsewhere } = answer;
  const { kind, ...attributes } = request.attributes;
  const isGranted = !isMaster && policy === undefined && asked.rbac !== undefined;
  printJson({
    ...withoutUndefined({ cluster: asked.rbac?.cluster }),
    allowed: isAllowed(answer),
    reason: isMaster ? masterReason : reasonOf(answer),
    request: { user: request.user.username, groups: request.user.groups, ...attributes },
    policy: isMaster ? undefined : policy,
    grant: isGranted && asked.rbac && rbac?.grant ? grantJson(rbac.grant, asked.rbac) : undefined,
    allowedNamespaces: isAllowed(answer) || elsewhere.length === 0 ? undefined : elsewhere,
    faults: asked.rbac && rbac ? faultsJson(rbac.faults, asked.rbac) : [],
    notes,
  });
}

/** If several authorizers deny, each reason is preceded by the authorizer's name, as in kube-apiserver's message. */
function reasonOf({ asked, policy, rbac }: Answer): string {
  if (policy) return "";
  if (asked.abac === undefined || rbac?.grant) return rbac?.reason ?? "";
  return ["abac: No policy matched.", ...(rbac?.reason ? [`rbac: ${rbac.reason}`] : [])].join("\n");
}

function denialText({ abac, rbac }: PolicySources, namespace: string): string {
  const inNamespace = namespace === "" ? [] : [`no RoleBinding of namespace ${namespace}`];
  const bindings = rbac ? ["no ClusterRoleBinding", ...inNamespace] : [];
  return `${[...(abac ? [`no policy of ${abac.file}`] : []), ...bindings].join(" and ")} allows it`;
}

function printAnswer(answer: Answer): void {
  const { request, asked, policy, rbac, notes, isMaster, elsewhere } = answer;
  const { username, groups } = request.user;
  const allowed = isAllowed(answer);
  const lines = [
    `${allowed ? "yes" : "no"}: ${username} ${allowed ? "can" : "can't"} ${describeRequest(request.attributes)}`,
    `groups: ${groups.join(", ")}`,
    ...(asked.rbac?.cluster === undefined ? [] : [`cluster: ${asked.rbac.cluster}`]),
  ];
  if (isMaster) lines.push("", masterReason);
  else if (policy) lines.push("", ...tableLines([policyRow(policy)]));
  else if (asked.rbac && rbac?.grant) lines.push("", ...tableLines(grantRows(rbac.grant, asked.rbac)));
  else if (elsewhere.length > 0) lines.push(`help: yes in ${elsewhere.join(", ")}; pass a namespace with --namespace`);
  else lines.push(denialText(asked, namespaceOf(request.attributes)));
  const faults = asked.rbac && rbac ? faultLines(rbac.faults, asked.rbac) : [];
  const remarks = [...notes.map((note) => `note: ${note}`), ...faults];
  if (remarks.length > 0) lines.push("", ...remarks);
  printLines(lines);
}
