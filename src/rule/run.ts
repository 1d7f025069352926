/**
 * Runs rules over one object and gathers what they find.
 *
 * @module
 */
import type { Cause, Severity } from "../diagnostic/diagnostic.ts";
import type { RuleContext } from "./context.ts";
import { internalFinding } from "./fault.ts";
import type { Finding } from "./finding.ts";
import type { Rule, RuleInfo } from "./rule.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { Visit } from "./visit.ts";
import { partsOf, runOnEach, sectionsOf } from "./within.ts";

/** A finding with the rule's id, severity and cause filled in. */
export interface RuleFinding extends Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly cause: Cause;
  /** How many findings it speaks for that are not listed one by one; absent: itself. */
  readonly count?: number;
  /** Of `internal/fault`: the exception. */
  readonly thrown?: unknown;
}

/** Takes a finding; false when nobody needs more. */
export type TakeFinding = (finding: RuleFinding) => boolean;

/** All findings of all rules, in the rules' order; a rule that fails is one of them. */
export function runRules<T>(rules: readonly Rule<T>[], object: T, context: RuleContext): RuleFinding[] {
  const findings: RuleFinding[] = [];
  runRulesInto((finding) => findings.push(finding) > 0, rules, { object, context });
  return findings;
}

/** Ends the rule at work. */
const enough = new Error("nobody takes more findings");

/** Hands on what rules find, in their order, until it is enough; a rule that fails ends no other. All rules of a run share one visit. */
export function runRulesInto<T>(
  take: TakeFinding,
  rules: readonly Rule<T>[],
  { object, context }: { readonly object: T; readonly context: RuleContext },
): void {
  let running: RuleInfo | undefined;
  const report = (finding: Finding): void => {
    if (running && !take(attribute(running, finding))) throw enough;
  };
  const visit = Visit.start(object, context, report);
  const { stopwatch } = context;
  for (const section of sectionsOf(rules)) {
    let parts: readonly Visit[] | undefined;
    for (const rule of section.rules) {
      running = rule;
      try {
        parts ??= partsOf(visit, section.way);
        if (parts.length === 0) break;
        if (stopwatch) runTimed(rule, parts, stopwatch);
        else runOnEach(rule, parts);
      } catch (error) {
        if (error === enough || !take(internalFinding(error, rule.id))) return;
      }
    }
  }
}

/** By itself, so that no closure is made where nothing is measured. */
function runTimed(rule: Rule<never>, parts: readonly Visit[], stopwatch: Stopwatch): void {
  stopwatch.time("rules", rule.id, () => runOnEach(rule, parts));
}

/** The findings of a rule, under the rule's name; the finding's own severity and cause win. */
export function attribute(rule: RuleInfo, finding: Finding): RuleFinding {
  return { severity: rule.severity, cause: rule.cause ?? "invalid", ...finding, rule: rule.id };
}

/** The finding, no worse than `worst`. */
export function atMost(worst: "warning" | undefined, finding: RuleFinding): RuleFinding {
  return worst !== undefined && finding.severity === "error" ? { ...finding, severity: worst } : finding;
}
