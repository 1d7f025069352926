/**
 * Filters findings by rule (`--select`) or by profile (`--profile`).
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

export interface FindingSelection {
  /** IDs of rules, and areas such as `rbac/*`. Default: all. */
  readonly select?: readonly string[];
  /** Default: `all`. */
  readonly profile?: Profile;
}

/** Returns the ID of a rule unchanged, and appends `/*` to an area: `rbac` becomes `rbac/*`. */
export const ruleOrArea = (name: string): string => (name.includes("/") ? name : `${name}/*`);

/**
 * Keeps only the chosen findings. Errors that keep a document from being read, and internal faults of clustervet, are
 * always reported.
 */
export function selectFindings(result: RunResult, choice: FindingSelection): RunResult {
  if (choice.select === undefined && (choice.profile ?? "all") === "all") return result;
  const isWanted = createFindingFilter(choice);
  const diagnostics = result.diagnostics.filter(isWanted);
  return { ...result, diagnostics, summary: { ...result.summary, ...countSeverities(diagnostics) } };
}

/** Returns a filter for the chosen findings. */
export function createFindingFilter({
  select,
  profile = "all",
}: FindingSelection): (diagnostic: FileDiagnostic) => boolean {
  const names = select && new Set(select);
  const isSelected = (rule: string) => !names || names.has(rule) || names.has(areaOf(rule));
  const isInProfile = ({ rule, severity }: FileDiagnostic) =>
    severity === "error" || profile === "all" || securityRules.has(rule) === (profile === "security");
  const isReadError = ({ rule, severity }: FileDiagnostic) => severity === "error" && rule.startsWith("source/");
  return (found) => isInternal(found) || isReadError(found) || (isSelected(found.rule) && isInProfile(found));
}

const areaOf = (rule: string): string => `${rule.slice(0, rule.indexOf("/"))}/*`;
