/**
 * Severities that a project configures: by rule id, by area (`role/*`), or for all rules (`*`).
 *
 * @module
 */
import type { Severity } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { internalRule } from "./fault.ts";

/** A severity, or `off` for a rule that reports nothing. */
export type RuleLevel = Severity | "off";
/** Levels by rule id, by area (`role/*`) or for all (`*`). */
export type RuleLevels = Readonly<Record<string, RuleLevel>>;

/**
 * Returns the level of a rule. The most specific entry wins: the id, then its area, then `*`, then the rule's default.
 * Internal faults always have their default.
 */
export function levelOf(rule: string, own: Severity, levels: RuleLevels): RuleLevel {
  if (rule === internalRule) return own;
  const area = rule.slice(0, rule.indexOf("/"));
  return memberOf(levels, rule) ?? memberOf(levels, `${area}/*`) ?? levels["*"] ?? own;
}
