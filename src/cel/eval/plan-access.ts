/**
 * Plans for selects, indexes and presence tests.
 *
 * @module
 */
import { CelError, Optional, type Value } from "../types/values.ts";
import { access, findIfPresent, type PresenceRules } from "./access.ts";
import type { Evaluate } from "./frame.ts";
import { planBinary, planUnary } from "./operators.ts";

/** `operand.field`. */
export function planField(operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  return planUnary((value) => accessOrOptional(value, field, rules), operand);
}

/** `has(operand.field)`. */
export function planPresence(operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  return planUnary((value) => {
    const found = findIfPresent(value, field, rules);
    return found instanceof CelError ? found : found !== undefined;
  }, operand);
}

/** `operand[key]`. */
export function planIndex(operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planBinary((value, index) => accessOrOptional(value, index, rules), operand, key);
}

/** `operand.?field` and `operand[?key]`. */
export function planOptionalIndex(operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planBinary((value, index) => optionalAccess(value, index, rules), operand, key);
}

/** What is read from an optional is optional. */
function accessOrOptional(operand: Value, key: Value, rules: PresenceRules): Value | CelError {
  return operand instanceof Optional ? optionalAccess(operand, key, rules) : access(operand, key);
}

function optionalAccess(operand: Value, key: Value, rules: PresenceRules): Optional | CelError {
  const found = findIfPresent(operand, key, rules);
  if (found === undefined) return Optional.none;
  return found instanceof CelError ? found : new Optional(found);
}
