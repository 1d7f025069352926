/**
 * Converts an exception in clustervet to a finding about one document, so that it does not affect other documents.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";

export const internalRule = "internal/fault";

/** @param rule - id of the rule that failed, if known */
export function internalFinding(thrown: unknown, rule?: string) {
  const where = rule === undefined ? "" : ` in rule ${rule}`;
  // Only the name, since the message of the exception may quote a secret value.
  const what = thrown instanceof Error ? thrown.name : typeof thrown;
  return {
    rule: internalRule,
    severity: "error" as const,
    cause: "internal" as const,
    path: [] as FieldPath,
    message: `not vetted in full: clustervet failed${where} (${what})`,
    help: "this is a bug in clustervet, not an error in the file: please report it; CLUSTERVET_DEBUG=1 shows the stack trace",
    thrown,
  };
}

/**
 * Whether a finding is an internal fault, which cannot be turned off, hidden by another finding or accepted by a
 * baseline.
 */
export function isInternal({ rule }: { readonly rule: string }): boolean {
  return rule === internalRule;
}
