/**
 * The catalog of all rules: those of the kinds, and those of the engine, which belong to no kind.
 *
 * @module
 */
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import { flagRules } from "../flags/rules.ts";
import type { DetectionFault } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import type { internalRule } from "../rule/fault.ts";
import { type RuleInfo, ruleInfo } from "../rule/rule.ts";
import type { SchemaFinding } from "../schema/translate.ts";
import type { SourceRule } from "../source/source-file.ts";

type Info = Omit<RuleInfo, "id">;
/** Rule ids that other modules declare in types. The type of `engineRules` requires an entry for each of them. */
type ListedRule = typeof internalRule | DetectionFault["rule"] | SourceRule | SchemaFinding["rule"];

/** Rules that the engine itself reports, with their usual severity. */
const engineRules = {
  "internal/fault": ruleInfo("error", "clustervet vets every document without an internal error", "internal"),
  "kind/missing": ruleInfo("error", "a document has `apiVersion` and `kind`", "required"),
  "kind/type": ruleInfo("error", "`apiVersion` and `kind` are strings", "type"),
  "kind/group": ruleInfo("error", "a kind is used with the API group that it belongs to", "unsupported"),
  "kind/version": ruleInfo("error", "the target release reads the version", "unsupported"),
  "kind/unknown-name": ruleInfo("error", "the API group has the kind", "unsupported"),
  "kind/unexpected": ruleInfo("error", "a configuration file has the kind that its component reads", "unsupported"),
  "kind/unversioned": ruleInfo("warning", "a configuration file has an `apiVersion`", "unsupported"),
  "kind/unknown": ruleInfo("info", "clustervet knows the document's kind", "not-found"),
  "kind/deprecated": ruleInfo("warning", "the version of a kind is not deprecated in the target release"),
  "kind/optional": ruleInfo("warning", "the target release serves the version by default", "not-found"),
  "source/syntax": ruleInfo("error", "a file is well-formed YAML or JSON", "syntax"),
  "source/template": ruleInfo("error", "a file is YAML or JSON, not a template: render it first", "syntax"),
  "source/placeholder": ruleInfo("info", "a file has final values, not placeholders that another program replaces"),
  "source/duplicate-key": ruleInfo("error", "keys of a map are unique", "duplicate"),
  "source/encoding": ruleInfo("error", "a file is text that its reader can decode", "syntax"),
  "source/tag": ruleInfo("error", "a tagged scalar has the type of its tag", "syntax"),
  "source/value": ruleInfo("error", "JSON can represent a value", "syntax"),
  "source/limit": ruleInfo("error", "a file is within the limits of size, depth and aliases", "syntax"),
  "source/empty": ruleInfo("error", "a configuration file is not empty", "required"),
  "source/extra-document": ruleInfo("warning", "a configuration file has one document"),
  "source/foreign-document": ruleInfo(
    "error",
    "a file for kubeadm has only documents that kubeadm reads",
    "unsupported",
  ),
  "source/repeated-kind": ruleInfo("error", "a file for kubeadm has one document of each kind", "duplicate"),
  "source/first-document": ruleInfo("error", "a configuration file has its configuration in the first document"),
  "source/too-many": ruleInfo("error", "a document has at most 1,000 findings of each severity", "too-many"),
  "schema/unknown-field": ruleInfo("error", "a field exists in the kind", "decode"),
  "schema/type": ruleInfo("error", "a value has the type of its field", "type"),
  "schema/format": ruleInfo("error", "a string has the format that its field needs", "decode"),
  "schema/enum": ruleInfo("error", "a field has one of its allowed values", "unsupported"),
  "schema/since": ruleInfo("error", "the target release has the field", "decode"),
  "schema/gate": ruleInfo(
    "warning",
    "a field of a stored object is set only while its feature gate is on",
    "forbidden",
  ),
  "schema/new-default": ruleInfo(
    "info",
    "a field that a document leaves out has the same default before and after an upgrade",
  ),
  "schema/until": ruleInfo("error", "the target release still has the field", "decode"),
  "policy/deny": ruleInfo("error", "the policies of the cluster admit the object"),
  "policy/warn": ruleInfo("warning", "no policy of the cluster warns about the object"),
  "policy/audit": ruleInfo("info", "no policy of the cluster writes an audit annotation about the object"),
  "policy/expression-type": ruleInfo("warning", "the expressions of a policy fit the kinds that it matches"),
  "policy/params": ruleInfo(
    "warning",
    "the parameter object of a policy is available, and its kind is known",
    "not-found",
  ),
  "policy/pod-security": ruleInfo(
    "error",
    "a pod meets the Pod Security Standard that the labels of its namespace set",
    "forbidden",
  ),
  "policy/not-applied": ruleInfo("info", "a bound policy matches an object of the run"),
  "policy/mutation": ruleInfo("error", "mutating policies succeed, and the API server accepts the changed object"),
  "policy/mutated": ruleInfo("info", "mutating policies do not change the object"),
  "policy/project-rule": ruleInfo("error", "an object satisfies the expressions of the project file"),
  "suppression/malformed": ruleInfo("warning", "a suppression comment names the rules that it suppresses"),
  "suppression/unknown-rule": ruleInfo("warning", "a suppression comment names existing rules", "not-found"),
  "suppression/unused": ruleInfo("warning", "a suppression comment suppresses at least one finding"),
} satisfies Record<ListedRule, Info> & Record<string, Info>;

/** Returns each rule once, sorted by id. A rule that several kinds share means the same in all of them. */
export function ruleCatalog(kinds: readonly Kind[]): readonly RuleInfo[] {
  const ruleById = new Map<string, RuleInfo>();
  for (const [id, info] of Object.entries({ ...engineRules, ...flagRules })) ruleById.set(id, { id, ...info });
  ruleById.set(garbageCollectorAgrees.id, infoOf(garbageCollectorAgrees));
  for (const { rules, projectRules = [], defines } of kinds) {
    for (const rule of [...rules, ...projectRules, ...(defines?.rules ?? [])]) ruleById.set(rule.id, infoOf(rule));
  }
  return [...ruleById.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function infoOf({ id, severity, summary, cause }: RuleInfo): RuleInfo {
  return { id, severity, summary, ...(cause === undefined ? {} : { cause }) };
}
