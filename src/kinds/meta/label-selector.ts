/**
 * Label selectors in objects: labels that must match, and expressions over labels.
 *
 * @module
 */
import type { LabelSelector, LabelSelectorRequirement } from "../../api/types/meta-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Finding } from "../../rule/finding.ts";
import { closest } from "../../text/closest.ts";
import { meets } from "../../text/label-selector.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { noneCell } from "./columns.ts";
import { labelFindings } from "./labels.ts";

/**
 * Returns the faults in a selector that the API server rejects.
 *
 * @param path - the path of the selector; by default, paths are relative to the selector
 */
export function labelSelectorFindings(selector: LabelSelector, path: FieldPath = []): Finding[] {
  const findings = labelFindings(selector.matchLabels, [...path, "matchLabels"]);
  selector.matchExpressions?.forEach((item, index) => {
    for (const finding of requirementFindings(item, [...path, "matchExpressions", index])) findings.push(finding);
  });
  return findings;
}

const operators = ["In", "NotIn", "Exists", "DoesNotExist"];

function requirementFindings(requirement: LabelSelectorRequirement, path: FieldPath): Finding[] {
  const { operator = "" } = requirement;
  const findings: Finding[] = [];
  if (!operators.includes(operator)) {
    const meant = closest(operator, operators);
    findings.push({
      path: [...path, "operator"],
      message: `must be one of ${operators.map((name) => `"${name}"`).join(", ")}; got "${operator}"`,
      serverText: `${JSON.stringify(operator)}: not a valid selector operator`,
      ...(meant ? { help: `did you mean "${meant}"?` } : {}),
    });
  }
  return [...findings, ...operandFindings(requirement, path), ...labelOperandFindings(requirement, path)];
}

/**
 * Reports missing values if the operator requires them, and values if it forbids them. Nothing is reported for an
 * unknown operator.
 */
export function operandFindings({ operator = "", values = [] }: LabelSelectorRequirement, path: FieldPath): Finding[] {
  const after = [...path, "operator"];
  const wantsValues = operator === "In" || operator === "NotIn";
  if (wantsValues && values.length === 0) {
    const message = `must have at least one value with operator "${operator}"`;
    const serverText = "must be specified when `operator` is 'In' or 'NotIn'";
    return [{ path: [...path, "values"], cause: "required", message, serverText, after }];
  }
  if (operators.includes(operator) && !wantsValues && values.length > 0) {
    const message = `must be absent with operator "${operator}"`;
    const serverText = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [{ path: [...path, "values"], cause: "forbidden", message, serverText, after }];
  }
  return [];
}

/** Reports a key or values that cannot be those of a label. */
export function labelOperandFindings({ key = "", values = [] }: LabelSelectorRequirement, path: FieldPath): Finding[] {
  const fault = (value: string, at: FieldPath, faults: readonly string[]): Finding[] =>
    faults.map((message) => ({ path: at, message: `${message}; got ${JSON.stringify(value)}`, value }));
  return [
    ...fault(key, [...path, "key"], validateQualifiedName(key)),
    ...values.flatMap((value, index) => fault(value, [...path, "values", index], validateLabelValue(value))),
  ];
}

/** Formats a selector for tables: `app=web,tier in (back,front),!legacy`, sorted by key. */
export function formatLabelSelector(selector: LabelSelector | null | undefined): string {
  const exact = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const others = (selector?.matchExpressions ?? []).map((item) => ({
    key: item.key ?? "",
    text: requirementText(item),
  }));
  const parts = [...exact, ...others].sort((a, b) => compareUtf8(a.key, b.key));
  return parts.map(({ text: part }) => part).join(",") || noneCell;
}

function requirementText({ key = "", operator, values = [] }: LabelSelectorRequirement): string {
  if (operator === "Exists") return key;
  if (operator === "DoesNotExist") return `!${key}`;
  const sorted = [...new Set(values)].sort(compareUtf8).join(",");
  return `${key} ${operator === "In" ? "in" : "notin"} (${sorted})`;
}

/** Whether a selector selects an object with these labels. An invalid selector selects nothing. */
export function selects(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return labelSelectorFindings(selector).length === 0 && matchesLabels(selector, labels);
}

/** Whether a selector that is known to be valid selects an object with these labels. */
export function matchesLabels(
  { matchLabels, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  for (const key in matchLabels) {
    if (!Object.hasOwn(labels, key) || labels[key] !== matchLabels[key]) return false;
  }
  return matchExpressions.every((requirement) => meets(requirement, labels));
}

/** Whether a selector is empty, so that it selects every object. */
export function isOpenSelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return matchExpressions.length === 0 && Object.keys(matchLabels).length === 0;
}
