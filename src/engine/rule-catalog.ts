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
  | "source/first-document"
  | "source/too-many"
  | SchemaFinding["rule"]
  | "schema/gate"
  | "policy/deny"
  | "policy/warn"
  | "policy/audit"
  | "policy/project-rule"
  | "policy/expression-type"
  | "policy/not-applied"
  | "policy/params"
  | "suppression/malformed"
  | "suppression/unknown-rule"
  | "suppression/unused";

/** What the engine reports without a rule of a kind; the severity is the usual one. */
const engineRules: Readonly<Record<EngineRule, Omit<RuleInfo, "id">>> = {
  "internal/fault": { severity: "error", cause: "internal", summary: "clustervet itself does not fail on a document" },
  "kind/missing": {
    severity: "error",
    cause: "required",
    summary: "a document says its `apiVersion` and `kind`",
  },
  "kind/type": { severity: "error", cause: "type", summary: "`apiVersion` and `kind` are strings" },
  "kind/group": { severity: "error", cause: "unsupported", summary: "a kind is written with the group it belongs to" },
  "kind/version": {
    severity: "error",
    cause: "unsupported",
    summary: "the version of a kind is one that the target release reads",
  },
  "kind/unknown-name": { severity: "error", cause: "unsupported", summary: "a known group has the kind" },
  "kind/unexpected": {
    severity: "error",
    cause: "unsupported",
    summary: "a configuration file holds the kind that its loader reads",
  },
  "kind/unversioned": {
    severity: "warning",
    cause: "unsupported",
    summary: "a configuration file is not of before there were versions",
  },
  "kind/unknown": { severity: "info", cause: "not-found", summary: "a document is of a kind that can be vetted" },
  "kind/deprecated": { severity: "warning", summary: "the version of a kind is not deprecated in the target release" },
  "kind/optional": {
    severity: "warning",
    cause: "not-found",
    summary: "the version of a kind is served by default in the target release",
  },
  "source/syntax": { severity: "error", cause: "syntax", summary: "a file is well-formed YAML or JSON" },
  "source/template": { severity: "error", cause: "syntax", summary: "a file is YAML, not a template that renders it" },
  "source/duplicate-key": { severity: "error", cause: "duplicate", summary: "a map has each key once" },
  "source/encoding": { severity: "error", cause: "syntax", summary: "a file is text that its reader can decode" },
  "source/tag": { severity: "error", cause: "syntax", summary: "a tagged scalar is of the type that its tag names" },
  "source/value": { severity: "error", cause: "syntax", summary: "a value is one that JSON can carry" },
  "source/limit": { severity: "error", cause: "syntax", summary: "a file stays within the limits of size and depth" },
  "source/empty": { severity: "error", cause: "required", summary: "a configuration file is not empty" },
  "source/extra-document": { severity: "warning", summary: "a configuration file holds one document" },
  "source/first-document": {
    severity: "error",
    summary: "the configuration is the first document of its file",
  },
  "source/too-many": {
    severity: "error",
    cause: "too-many",
    summary: "a document has at most 1,000 findings of each severity",
  },
  "schema/unknown-field": { severity: "error", cause: "decode", summary: "a field is one that the kind has" },
  "schema/type": { severity: "error", cause: "type", summary: "a value is of the type of its field" },
  "schema/format": { severity: "error", cause: "decode", summary: "a text has the form that its field decodes" },
  "schema/enum": { severity: "error", cause: "unsupported", summary: "a value is one of those that its field takes" },
  "schema/since": { severity: "error", cause: "decode", summary: "a field exists in the target release" },
  "schema/gate": {
    severity: "warning",
    cause: "forbidden",
    summary: "a field of a stored object has its feature gate on",
  },
  "schema/until": { severity: "error", cause: "decode", summary: "a field still exists in the target release" },
  "policy/deny": { severity: "error", summary: "an object is one that the policies of the cluster let pass" },
  "policy/warn": { severity: "warning", summary: "an object is one that no policy of the cluster warns of" },
  "policy/audit": {
    severity: "info",
    summary: "an object is one that no policy of the cluster notes in the audit log",
  },
  "policy/expression-type": {
    severity: "warning",
    summary: "the expressions of a policy fit the kinds that it names",
  },
  "policy/params": {
    severity: "warning",
    cause: "not-found",
    summary: "the parameters that a policy needs are known",
  },
  "policy/not-applied": { severity: "info", summary: "a policy applies to an object of the run" },
  "policy/project-rule": { severity: "error", summary: "an object meets the expressions of the project file" },
  "suppression/malformed": { severity: "warning", summary: "a suppression comment names the rules it is for" },
  "suppression/unknown-rule": {
    severity: "warning",
    cause: "not-found",
    summary: "a suppression comment names rules that there are",
  },
  "suppression/unused": { severity: "warning", summary: "a suppression comment suppresses something" },
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
