/**
 * Every rule there is, as data: those of the kinds, and those of the engine itself, which have no kind.
 *
 * @module
 */
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import { flagRules } from "../flags/rules.ts";
import type { DetectionFault } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import type { internalRule } from "../rule/fault.ts";
import type { RuleInfo } from "../rule/rule.ts";
import type { SchemaFinding } from "../schema/translate.ts";
import type { SourceRule } from "../source/source-file.ts";

type EngineRule =
  | typeof internalRule
  | DetectionFault["rule"]
  | "kind/unknown"
  | "kind/deprecated"
  | "kind/optional"
  | "kind/unversioned"
  | SourceRule
  | "source/empty"
  | "source/extra-document"
  | "source/foreign-document"
  | "source/repeated-kind"
  | "source/placeholder"
  | "source/first-document"
  | "source/too-many"
  | SchemaFinding["rule"]
  | "schema/gate"
  | "schema/new-default"
  | "policy/deny"
  | "policy/warn"
  | "policy/audit"
  | "policy/mutation"
  | "policy/mutated"
  | "policy/project-rule"
  | "policy/expression-type"
  | "policy/not-applied"
  | "policy/params"
  | "policy/pod-security"
  | "suppression/malformed"
  | "suppression/unknown-rule"
  | "suppression/unused";

/** Reports of the engine that no rule of a kind makes; the severity is the usual one. */
const engineRules: Readonly<Record<EngineRule, Omit<RuleInfo, "id">>> = {
  "internal/fault": { severity: "error", cause: "internal", summary: "clustervet itself fails on no document" },
  "kind/missing": {
    severity: "error",
    cause: "required",
    summary: "a document has `apiVersion` and `kind`",
  },
  "kind/type": { severity: "error", cause: "type", summary: "`apiVersion` and `kind` are strings" },
  "kind/group": {
    severity: "error",
    cause: "unsupported",
    summary: "a kind is used with the API group that it belongs to",
  },
  "kind/version": {
    severity: "error",
    cause: "unsupported",
    summary: "the target release reads the version",
  },
  "kind/unknown-name": { severity: "error", cause: "unsupported", summary: "the API group has the kind" },
  "kind/unexpected": {
    severity: "error",
    cause: "unsupported",
    summary: "a configuration file has the kind that its loader reads",
  },
  "kind/unversioned": {
    severity: "warning",
    cause: "unsupported",
    summary: "a configuration file has an `apiVersion`",
  },
  "kind/unknown": { severity: "info", cause: "not-found", summary: "clustervet knows the document's kind" },
  "kind/deprecated": { severity: "warning", summary: "the version of a kind is not deprecated in the target release" },
  "kind/optional": {
    severity: "warning",
    cause: "not-found",
    summary: "the target release serves the version by default",
  },
  "source/syntax": { severity: "error", cause: "syntax", summary: "a file is well-formed YAML or JSON" },
  "source/template": {
    severity: "error",
    cause: "syntax",
    summary: "a file is YAML or JSON, not a template: render it first",
  },
  "source/placeholder": {
    severity: "info",
    summary: "a file has its values, not placeholders that are to be replaced",
  },
  "source/duplicate-key": { severity: "error", cause: "duplicate", summary: "keys of a map are unique" },
  "source/encoding": { severity: "error", cause: "syntax", summary: "a file is text that its reader can decode" },
  "source/tag": { severity: "error", cause: "syntax", summary: "a tagged scalar has the type of its tag" },
  "source/value": { severity: "error", cause: "syntax", summary: "JSON can represent a value" },
  "source/limit": {
    severity: "error",
    cause: "syntax",
    summary: "a file is within the limits of size, depth and aliases",
  },
  "source/empty": { severity: "error", cause: "required", summary: "a configuration file is not empty" },
  "source/extra-document": { severity: "warning", summary: "a configuration file has one document" },
  "source/foreign-document": {
    severity: "error",
    cause: "unsupported",
    summary: "a file for kubeadm has documents that kubeadm reads",
  },
  "source/repeated-kind": {
    severity: "error",
    cause: "duplicate",
    summary: "a file for kubeadm has one document of each kind",
  },
  "source/first-document": {
    severity: "error",
    summary: "a configuration file has its configuration in the first document",
  },
  "source/too-many": {
    severity: "error",
    cause: "too-many",
    summary: "a document has at most 1,000 findings of each severity",
  },
  "schema/unknown-field": { severity: "error", cause: "decode", summary: "a field exists in the kind" },
  "schema/type": { severity: "error", cause: "type", summary: "a value has the type of its field" },
  "schema/format": { severity: "error", cause: "decode", summary: "a string has the format that its field needs" },
  "schema/enum": { severity: "error", cause: "unsupported", summary: "a field has one of its allowed values" },
  "schema/since": { severity: "error", cause: "decode", summary: "the target release has the field" },
  "schema/gate": {
    severity: "warning",
    cause: "forbidden",
    summary: "a field of a stored object is set only while its feature gate is on",
  },
  "schema/new-default": {
    severity: "info",
    summary: "a field that a document leaves out has the same default before and after an upgrade",
  },
  "schema/until": { severity: "error", cause: "decode", summary: "the target release still has the field" },
  "policy/deny": { severity: "error", summary: "the policies of the cluster admit the object" },
  "policy/warn": { severity: "warning", summary: "no policy of the cluster warns about the object" },
  "policy/audit": {
    severity: "info",
    summary: "no policy of the cluster writes an audit annotation about the object",
  },
  "policy/expression-type": {
    severity: "warning",
    summary: "the expressions of a policy fit the kinds that it matches",
  },
  "policy/params": {
    severity: "warning",
    cause: "not-found",
    summary: "the parameter object of a policy is known",
  },
  "policy/pod-security": {
    severity: "error",
    cause: "forbidden",
    summary: "a pod meets the Pod Security Standard that the labels of its namespace set",
  },
  "policy/not-applied": { severity: "info", summary: "a bound policy matches an object of the run" },
  "policy/mutation": {
    severity: "error",
    summary: "mutating policies succeed, and the API server accepts the object that they leave",
  },
  "policy/mutated": { severity: "info", summary: "an object is as its mutating policies want it" },
  "policy/project-rule": { severity: "error", summary: "an object satisfies the expressions of the project file" },
  "suppression/malformed": { severity: "warning", summary: "a suppression comment names the rules that it suppresses" },
  "suppression/unknown-rule": {
    severity: "warning",
    cause: "not-found",
    summary: "a suppression comment names existing rules",
  },
  "suppression/unused": { severity: "warning", summary: "a suppression comment suppresses at least one finding" },
};

/** Each rule once, sorted by id; rules that several kinds share have one meaning. */
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
