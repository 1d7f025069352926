/**
 * Creates the finding that counts the findings beyond the limits of an object or a document.
 *
 * @module
 */
import type { RuleFinding } from "../rule/run.ts";
import type { Surplus } from "../rule/tally.ts";

export function surplusFinding({ severity, count, isLeast }: Surplus) {
  const found = `${isLeast ? "at least " : ""}${count} more ${severity}${count === 1 ? " is" : "s are"}`;
  return {
    rule: "source/too-many",
    severity,
    cause: "too-many",
    path: [],
    message: `${found} not listed`,
    help: "fix the listed ones first",
    count,
  } as const satisfies RuleFinding;
}
