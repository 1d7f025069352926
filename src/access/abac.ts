/**
 * ABAC: the policies of a file, one to a line, and whether one of them allows a request. Verdicts are those of the API server.
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

/** Whom it is for, and what they may do; a text that is empty matches nothing but an empty one. */
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
  /** Those of the policies, from 1. */
  readonly lines: readonly number[];
  /** Lines with a policy of the old form, which has no `apiVersion`. */
  readonly oldLines: readonly number[];
}

export interface AbacFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Bytes of a line; the API server reads no longer ones. */
const maxLineBytes = 65_535;

/** The policies of a file, or the faults for which the API server would not start with it. */
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
  if (isOld) return policyOf(document, oldPolicy, true);
  return isPlainObject(spec) ? policyOf(spec, withAllUsers, false) : failure("`spec` must be an object");
}

function policyOf(
  fields: Readonly<Record<string, unknown>>,
  settle: (policy: AbacPolicy) => AbacPolicy,
  isOld: boolean,
) {
  const { readonly = false } = fields;
  const wrong = textFields.find((field) => typeof (fields[field] ?? "") !== "string");
  if (wrong !== undefined) return failure(`\`${wrong}\` must be a string`);
  if (typeof (readonly ?? false) !== "boolean") return failure("`readonly` must be true or false");
  const texts = Object.fromEntries(textFields.map((field) => [field, fields[field] ?? ""]));
  const policy = settle({ ...texts, readonly: readonly === true } as unknown as AbacPolicy);
  return success({ policy, isOld });
}

const textFields = ["user", "group", "apiGroup", "resource", "namespace", "nonResourcePath"] as const;

/** A star is for all users who are authenticated. */
function withAllUsers(policy: AbacPolicy): AbacPolicy {
  const isForAll = policy.user === everything || policy.group === everything;
  return isForAll ? { ...policy, user: "", group: authenticatedGroup } : policy;
}

/** In the old form a field that is absent matches everything. */
function oldPolicy(policy: AbacPolicy): AbacPolicy {
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

/** Whether the policy, by itself, allows the request. */
export function abacAllows(policy: AbacPolicy, { user, attributes }: AccessRequest): boolean {
  if (!isFor(policy, user)) return false;
  if (policy.readonly && !readVerbs.includes(attributes.verb)) return false;
  if (attributes.kind === "url") return urlCovers(policy.nonResourcePath, attributes.path);
  return (["namespace", "resource", "apiGroup"] as const).every((field) => {
    const asked = field === "apiGroup" ? attributes.group : attributes[field];
    return policy[field] === everything || policy[field] === asked;
  });
}

/** With a user and a group, both must match; without any, nobody does. */
function isFor({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === "" && group === "") return false;
  return (user === "" || user === username) && (group === "" || groups.includes(group));
}

/** The rights that the policies give a user in a namespace. */
export function abacRules(policies: readonly AbacPolicy[], user: UserInfo, namespace: string): readonly PolicyRule[] {
  return policies.flatMap((policy): readonly PolicyRule[] => {
    const { resource, apiGroup, nonResourcePath } = policy;
    const isHere = policy.namespace === everything || policy.namespace === namespace;
    if (!isHere || !isFor(policy, user)) return [];
    const verbs = policy.readonly ? readVerbs : [everything];
    return [
      ...(resource === "" ? [] : [{ verbs, apiGroups: [apiGroup], resources: [resource] }]),
      ...(nonResourcePath === "" ? [] : [{ verbs, nonResourceURLs: [nonResourcePath] }]),
    ];
  });
}
