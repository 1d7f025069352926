/**
 * The findings that a run is asked for: those of some rules (`--select`), or of a profile.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { countSeverities, type RunResult } from "../engine/conclude.ts";
import { isInternal } from "../rule/fault.ts";
import { securityRules } from "./security-rules.ts";

/** `component`: errors, and advice about what components do; `security`: errors, and advice about access; `all`: everything. */
export const profiles = ["component", "security", "all"] as const;
export type Profile = (typeof profiles)[number];

export interface Choice {
  /** IDs of rules and areas, `rbac/*`. Default: all. */
  readonly select?: readonly string[];
  /** Default: `all`. */
  readonly profile?: Profile;
}

/** `rbac` is `rbac/*`. */
export const ruleOrArea = (name: string): string => (name.includes("/") ? name : `${name}/*`);

/** The result without the other findings. Errors of documents that cannot be read are always reported, and faults of our own. */
export function onlyChosen(result: RunResult, choice: Choice): RunResult {
  if (choice.select === undefined && (choice.profile ?? "all") === "all") return result;
  const isWanted = chosenBy(choice);
  const diagnostics = result.diagnostics.filter(isWanted);
  return { ...result, diagnostics, summary: { ...result.summary, ...countSeverities(diagnostics) } };
}

/** Whether a finding is asked for. */
export function chosenBy({ select, profile = "all" }: Choice): (diagnostic: FileDiagnostic) => boolean {
  const names = select && new Set(select);
  const isSelected = (rule: string) => !names || names.has(rule) || names.has(areaOf(rule));
  const isOfProfile = ({ rule, severity }: FileDiagnostic) =>
    severity === "error" || profile === "all" || securityRules.has(rule) === (profile === "security");
  const isUnread = ({ rule, severity }: FileDiagnostic) => severity === "error" && rule.startsWith("source/");
  return (found) => isInternal(found) || isUnread(found) || (isSelected(found.rule) && isOfProfile(found));
}

const areaOf = (rule: string): string => `${rule.slice(0, rule.indexOf("/"))}/*`;
