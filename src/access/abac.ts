/**
 * ABAC: reads the policies of a policy file, one per line, and decides whether a policy allows a request. Verdicts are
 * those of kube-apiserver.
 *
 * @module
 */
import type { PolicyRule } from "../api/types/rbac-v1.ts";
import { tryParseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { AccessRequest } from "./request.ts";
import { everything, urlCovers } from "./rule-match.ts";
import { authenticatedGroup, type UserInfo } from "./user.ts";

/** The subject of a policy and the requests that it allows. An empty string matches only an empty string. */
export interface AbacPolicy {
  readonly user: string;
  readonly group: string;
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  readonly nonResourcePath: string;
}

export interface AbacFile {
  readonly policies: readonly AbacPolicy[];
  /** The line of each policy, from 1. */
  readonly lines: readonly number[];
  /** Lines with a policy in the old form: without `apiVersion`, or with version v0. */
  readonly oldLines: readonly number[];
}

export interface AbacFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** The longest line that kube-apiserver reads, in bytes. */
const maxLineBytes = 65_535;

/** Returns the policies of a file, or the faults because of which kube-apiserver would refuse to start. */
export function parseAbacFile(text: string): Result<AbacFile, readonly AbacFault[]> {
  const policies: AbacPolicy[] = [];
  const lines: number[] = [];
  const oldLines: number[] = [];
  const faults: AbacFault[] = [];
  for (const [index, content] of text.split("\n").entries()) {
    const line = index + 1;
    if (Buffer.byteLength(content) > maxLineBytes) {
      faults.push({ line, message: `must be at most ${maxLineBytes} bytes long` });
      continue;
    }
    const trimmed = content.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const read = parsePolicy(trimmed);
    if (!read.ok) faults.push({ line, message: read.error });
    else {
      policies.push(read.value.policy);
      lines.push(line);
      if (read.value.isOld) oldLines.push(line);
    }
  }
  return faults.length > 0 ? failure(faults) : success({ policies, lines, oldLines });
}

const group = "abac.authorization.kubernetes.io";
const currentVersion = `${group}/v1beta1`;
const oldVersion = `${group}/v0`;

function parsePolicy(text: string): Result<{ readonly policy: AbacPolicy; readonly isOld: boolean }> {
  const document = tryParseBounded(text);
  if (!isPlainObject(document)) return failure("must be a JSON object");
  const { apiVersion, kind, spec = {} } = document;
  const isOld = apiVersion === undefined || apiVersion === oldVersion;
  if (!isOld && apiVersion !== currentVersion) {
    return failure(`\`apiVersion\` must be "${currentVersion}"; got ${JSON.stringify(apiVersion)}`);
  }
  if (kind !== "Policy" && !(kind === undefined && apiVersion === undefined)) {
    return failure(`\`kind\` must be "Policy"; got ${JSON.stringify(kind ?? null)}`);
  }
  if (isOld) return policyOf(document, withOldFormDefaults, true);
  return isPlainObject(spec) ? policyOf(spec, withAllUsers, false) : failure("`spec` must be an object");
}

function policyOf(
  fields: Readonly<Record<string, unknown>>,
  applyDefaults: (policy: AbacPolicy) => AbacPolicy,
  isOld: boolean,
) {
  const { readonly = false } = fields;
  const wrong = textFields.find((field) => typeof (fields[field] ?? "") !== "string");
  if (wrong !== undefined) return failure(`\`${wrong}\` must be a string`);
  if (typeof (readonly ?? false) !== "boolean") return failure("`readonly` must be true or false");
  const texts = Object.fromEntries(textFields.map((field) => [field, fields[field] ?? ""]));
  const policy = applyDefaults({ ...texts, readonly: readonly === true } as unknown as AbacPolicy);
  return success({ policy, isOld });
}

const textFields = ["user", "group", "apiGroup", "resource", "namespace", "nonResourcePath"] as const;

/** Replaces `*` as user or group with the group of all authenticated users. */
function withAllUsers(policy: AbacPolicy): AbacPolicy {
  const isForAll = policy.user === everything || policy.group === everything;
  return isForAll ? { ...policy, user: "", group: authenticatedGroup } : policy;
}

/** Fills absent fields with `*`: in the old form an absent field matches everything. */
function withOldFormDefaults(policy: AbacPolicy): AbacPolicy {
  const { user, group, resource, namespace } = policy;
  return withAllUsers({
    ...policy,
    group: user === "" && group === "" ? everything : group,
    apiGroup: everything,
    resource: resource || everything,
    namespace: namespace || everything,
    nonResourcePath: resource === "" && namespace === "" ? everything : "",
  });
}

const readVerbs = ["get", "list", "watch"];

/** Whether the policy alone allows the request. */
export function abacAllows(policy: AbacPolicy, { user, attributes }: AccessRequest): boolean {
  if (!appliesToUser(policy, user)) return false;
  if (policy.readonly && !readVerbs.includes(attributes.verb)) return false;
  if (attributes.kind === "url") return urlCovers(policy.nonResourcePath, attributes.path);
  return (["namespace", "resource", "apiGroup"] as const).every((field) => {
    const requestedValue = field === "apiGroup" ? attributes.group : attributes[field];
    return policy[field] === everything || policy[field] === requestedValue;
  });
}

/**
 * Whether the policy applies to the user: both its user and its group must match if both are set. A policy with neither
 * matches nobody.
 */
function appliesToUser({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === "" && group === "") return false;
  return (user === "" || user === username) && (group === "" || groups.includes(group));
}

/** Returns the rules that the policies grant a user in a namespace. */
export function abacRules(policies: readonly AbacPolicy[], user: UserInfo, namespace: string): readonly PolicyRule[] {
  return policies.flatMap((policy): readonly PolicyRule[] => {
    const { resource, apiGroup, nonResourcePath } = policy;
    const isHere = policy.namespace === everything || policy.namespace === namespace;
    if (!isHere || !appliesToUser(policy, user)) return [];
    const verbs = policy.readonly ? readVerbs : [everything];
    return [
      ...(resource === "" ? [] : [{ verbs, apiGroups: [apiGroup], resources: [resource] }]),
      ...(nonResourcePath === "" ? [] : [{ verbs, nonResourceURLs: [nonResourcePath] }]),
    ];
  });
}
