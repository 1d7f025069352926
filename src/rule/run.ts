/**
 * Runs rules over one object and gathers what they find.
 *
 * @module
 */
import type { Cause, Severity } from "../diagnostic/diagnostic.ts";
import type { Finding, Rule, RuleContext, RuleInfo } from "./rule.ts";

/** A finding with the rule's id, severity and cause filled in. */
export interface RuleFinding extends Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly cause: Cause;
}

/** All findings of all rules, in the rules' order. All rules of a run are given the same `report`. */
export function runRules<T>(rules: readonly Rule<T>[], object: T, context: RuleContext): RuleFinding[] {
  const findings: RuleFinding[] = [];
  let running: RuleInfo | undefined;
  const report = (finding: Finding): void => {
    if (running) findings.push(attribute(running, finding));
  };
  rules.forEach((rule) => {
    running = rule;
    rule.check(object, context, report);
  });
  return findings;
}

/** What a rule found, under the rule's name; the finding's own severity and cause win. */
export function attribute(rule: RuleInfo, finding: Finding): RuleFinding {
  return { severity: rule.severity, cause: rule.cause ?? "invalid", ...finding, rule: rule.id };
}

/** The finding, no worse than `worst`. */
export function atMost(worst: "warning" | undefined, finding: RuleFinding): RuleFinding {
  return worst !== undefined && finding.severity === "error" ? { ...finding, severity: worst } : finding;
}
