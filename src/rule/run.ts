/**
 * Runs rules on one object and collects their findings.
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

/** A finding with the id, severity and cause of its rule. */
export interface RuleFinding extends Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly cause: Cause;
  /** Number of findings that this one represents, which are not listed individually; absent: only itself. */
  readonly count?: number;
  /** The exception, for `internal/fault`. */
  readonly thrown?: unknown;
}

/** Receives a finding. Returns false if no more findings are needed. */
export type FindingSink = (finding: RuleFinding) => boolean;

/** Returns the findings of all rules, in the order of the rules; an exception in a rule is one of the findings. */
export function runRules<T>(rules: readonly Rule<T>[], object: T, context: RuleContext): RuleFinding[] {
  const findings: RuleFinding[] = [];
  runRulesInto((finding) => findings.push(finding) > 0, rules, { object, context });
  return findings;
}

/** Thrown to end the current rule. */
const stopRun = new Error("nobody takes more findings");

/**
 * Passes the findings of the rules to `take`, in the order of the rules, until it returns false. An exception in a rule
 * does not end the others. All rules of a run share one visit.
 */
export function runRulesInto<T>(
  sink: FindingSink,
  rules: readonly Rule<T>[],
  { object, context }: { readonly object: T; readonly context: RuleContext },
): void {
  let running: RuleInfo | undefined;
  const report = (finding: Finding): void => {
    if (running && !sink(attribute(running, finding))) throw stopRun;
  };
  const visit = Visit.start(object, context, report);
  const { stopwatch } = context;
  for (const section of sectionsOf(rules)) {
    let parts: readonly Visit[] | undefined;
    for (const rule of section.rules) {
      running = rule;
      try {
        parts ??= partsOf(visit, section.selections);
        if (parts.length === 0) break;
        if (stopwatch) runTimed(rule, parts, stopwatch);
        else runOnEach(rule, parts);
      } catch (error) {
        if (error === stopRun || !sink(internalFinding(error, rule.id))) return;
      }
    }
  }
}

/** A separate function, so that runs without a stopwatch create no closure. */
function runTimed(rule: Rule<never>, parts: readonly Visit[], stopwatch: Stopwatch): void {
  stopwatch.time("rules", rule.id, () => runOnEach(rule, parts));
}

/** Adds the rule's id to a finding, and the rule's severity and cause if the finding has none. */
export function attribute(rule: RuleInfo, finding: Finding): RuleFinding {
  return { severity: rule.severity, cause: rule.cause ?? "invalid", ...finding, rule: rule.id };
}

/** Returns the finding with a severity of at most `worst`. */
export function capSeverity(worst: "warning" | undefined, finding: RuleFinding): RuleFinding {
  return worst !== undefined && finding.severity === "error" ? { ...finding, severity: worst } : finding;
}
