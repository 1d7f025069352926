/**
 * An exception of clustervet's own as a finding: it concerns one document, and nothing else suffers from it.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";

export const internalRule = "internal/fault";

/** @param rule - id of the rule that failed, where one is known */
export function internalFinding(thrown: unknown, rule?: string) {
  const where = rule === undefined ? "" : ` in rule ${rule}`;
  // The exception's own message may quote a value that nobody should print.
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

/** Nothing turns such a finding off, covers it or takes it as known. */
export function isInternal({ rule }: { readonly rule: string }): boolean {
  return rule === internalRule;
}
