/**
 * Library versions of functions that the engine calls for each finding: they validate their arguments, since callers
 * may not use TypeScript.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath as pathText, formatPointer as pointerText } from "../diagnostic/path.ts";
import { assertOptionType, listOf, method, type OptionType, oneOf, text } from "../json/option-shape.ts";
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
  accepts: (step) => typeof step === "string" || typeof step === "number",
});

/**
 * Formats a path in the notation of Kubernetes' field errors. Names that are not identifiers are quoted:
 * `labels["a/b"]`.
 *
 * @throws {OptionError} if the value isn't a path
 */
export function formatPath(path: FieldPath): string {
  assertOptionType("path", path, pathShape);
  return pathText(path);
}

/**
 * Formats a path as JSON pointer (RFC 6901); the root is the empty string.
 *
 * @throws {OptionError} if the value isn't a path
 */
export function formatPointer(path: FieldPath): string {
  assertOptionType("path", path, pathShape);
  return pointerText(path);
}

/**
 * Creates a rule for the objects of a kind.
 *
 * @throws {OptionError} if a field of `info` or the function is missing
 */
export function rule<T>(info: RuleInfo, run: Rule<T>["run"]): Rule<T> {
  assertInfo(info, run);
  return projectlessRule(info, run);
}

/**
 * Creates a rule over all documents of a run.
 *
 * @throws {OptionError} if a field of `info` or the function is missing
 */
export function ruleAcross(info: Omit<ProjectRule, "run">, run: ProjectRule["run"]): ProjectRule {
  assertInfo(info, run);
  assertOptionType("kinds", info.kinds, listOf(text));
  return projectRule(info, run);
}

function assertInfo(info: RuleInfo, run: unknown): void {
  assertOptionType("info", info, { expected: "an object", accepts: isPlainObject });
  assertOptionType("id", info.id, text);
  assertOptionType("summary", info.summary, text);
  assertOptionType("severity", info.severity, oneOf("error", "warning", "info"));
  assertOptionType("run", run, method);
}
