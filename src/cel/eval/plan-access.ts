/**
 * Plans for selects, indexes and presence tests.
 *
 * @module
 */
import { CelError, CelMap, Optional, Uint, type Value } from "../types/values.ts";
import { access, findIfPresent, type PresenceRules } from "./access.ts";
import type { BinaryOperation } from "./arithmetic.ts";
import type { Evaluate } from "./frame.ts";
import { planUnary } from "./operators.ts";
import { typeNameOf } from "./value-type.ts";

/** `operand.field`. */
export function planField(exprId: number, operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError) return value;
    // Most operands are maps; the detour is for all others and for what is missing.
    const held = value instanceof CelMap ? value.get(field) : undefined;
    if (held !== undefined) return held;
    const found = accessOrOptional(value, field, rules);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

/** `has(operand.field)`. */
export function planPresence(exprId: number, operand: Evaluate, field: string, rules: PresenceRules): Evaluate {
  return planUnary(exprId, (value) => isPresent(value, field, rules), operand);
}

/** As `planPresence`, but of an optional the value that is there, as an optional. */
export function planPresenceOrOptional(
  exprId: number,
  operand: Evaluate,
  field: string,
  rules: PresenceRules,
): Evaluate {
  const look = (value: Value): Value | CelError =>
    value instanceof Optional ? optionalAccess(value, field, rules) : isPresent(value, field, rules);
  return planUnary(exprId, look, operand);
}

function isPresent(value: Value, field: string, rules: PresenceRules): boolean | CelError {
  const found = findIfPresent(value, field, rules);
  return found instanceof CelError ? found : found !== undefined;
}

/** `operand[key]`. */
export function planIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planKeyed(exprId, operand, key, (value, index) => accessOrOptional(value, index, rules));
}

/** `operand.?field` and `operand[?key]`. */
export function planOptionalIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: PresenceRules): Evaluate {
  return planKeyed(exprId, operand, key, (value, index) => optionalAccess(value, index, rules));
}

/** The key is only evaluated where there is something to look into. */
function planKeyed(exprId: number, operand: Evaluate, key: Evaluate, look: BinaryOperation): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError || (value instanceof Optional && value.value === undefined)) return value;
    const index = key(frame);
    if (index instanceof CelError) return index;
    const found = isQualifier(index) ? look(value, index) : invalidQualifier(index);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

/** Values of other types are no keys of anything. */
function isQualifier(key: Value): boolean {
  return typeof key !== "object" || key instanceof Uint;
}

function invalidQualifier(key: Value): CelError {
  return new CelError(`invalid qualifier type: ${typeNameOf(key)}`);
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
