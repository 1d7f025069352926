/**
 * Functions that the engine calls for each finding, as programs call them: with arguments that no compiler has looked at.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath as pathText, formatPointer as pointerText } from "../diagnostic/path.ts";
import { assertHolds, listOf, method, type OptionType, oneOf, text } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import {
  type ProjectRule,
  rule as projectlessRule,
  ruleAcross as projectRule,
  type Rule,
  type RuleInfo,
} from "../rule/rule.ts";

const pathShape: OptionType = listOf({
  expected: "a key or an index",
  holds: (step) => typeof step === "string" || typeof step === "number",
});

/**
 * The notation of Kubernetes' field errors; names that are no identifiers are quoted: `labels["a/b"]`.
 *
 * @throws {OptionError} for a value that is no path
 */
export function formatPath(path: FieldPath): string {
  assertHolds("path", path, pathShape);
  return pathText(path);
}

/**
 * RFC 6901; the root is the empty string.
 *
 * @throws {OptionError} for a value that is no path
 */
export function formatPointer(path: FieldPath): string {
  assertHolds("path", path, pathShape);
  return pointerText(path);
}

/**
 * The one way to write a rule.
 *
 * @throws {OptionError} for a rule without its facts or its function
 */
export function rule<T>(info: RuleInfo, run: Rule<T>["run"]): Rule<T> {
  assertInfo(info, run);
  return projectlessRule(info, run);
}

/**
 * A rule over all documents of a run.
 *
 * @throws {OptionError} for a rule without its facts or its function
 */
export function ruleAcross(info: Omit<ProjectRule, "run">, run: ProjectRule["run"]): ProjectRule {
  assertInfo(info, run);
  assertHolds("kinds", info.kinds, listOf(text));
  return projectRule(info, run);
}

function assertInfo(info: RuleInfo, run: unknown): void {
  assertHolds("info", info, { expected: "an object", holds: isPlainObject });
  assertHolds("id", info.id, text);
  assertHolds("summary", info.summary, text);
  assertHolds("severity", info.severity, oneOf("error", "warning", "info"));
  assertHolds("run", run, method);
}
