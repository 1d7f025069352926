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
export function planField(exprId: number, operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  return planUnary(exprId, (value) => accessOrOptional(value, field, rules), operand);
}

/** `has(operand.field)`. */
export function planPresence(exprId: number, operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  const isPresent = (value: Value): boolean | CelError => {
    const found = findIfPresent(value, field, rules);
    return found instanceof CelError ? found : found !== undefined;
  };
  return planUnary(exprId, isPresent, operand);
}

/** `operand[key]`. */
export function planIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planBinary(exprId, (value, index) => accessOrOptional(value, index, rules), operand, key);
}

/** `operand.?field` and `operand[?key]`. */
export function planOptionalIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planBinary(exprId, (value, index) => optionalAccess(value, index, rules), operand, key);
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
