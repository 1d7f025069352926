/**
 * Severities as a project sets them: per rule id, per area (`role/*`), or for all (`*`).
 *
 * @module
 */
import type { Severity } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { internalRule } from "./fault.ts";

/** A severity, or `off` for a rule that does not speak. */
export type RuleLevel = Severity | "off";
/** Levels by rule id, by area (`role/*`) or for all (`*`). */
export type RuleLevels = Readonly<Record<string, RuleLevel>>;

/** The level of a rule; the most specific entry wins: the id, then its area, then `*`, then the rule's own. Faults of our own have no other. */
export function levelOf(rule: string, own: Severity, levels: RuleLevels): RuleLevel {
  if (rule === internalRule) return own;
  const area = rule.slice(0, rule.indexOf("/"));
  return memberOf(levels, rule) ?? memberOf(levels, `${area}/*`) ?? levels["*"] ?? own;
}
