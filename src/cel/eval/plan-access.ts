/**
 * Plans selects, indexes and presence tests.
 *
 * With cost tracking, each member access costs, whether it finds the member or not; an access to an optional, or one
 * that returns an optional, costs only if it finds something. The planner charges the variable at the start.
 *
 * @module
 */
import { CelError, Optional, Uint, type Value } from "../types/values.ts";
import { access, findIfPresent, type PresenceRules } from "./access.ts";
import type { BinaryOperation } from "./arithmetic.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { typeNameOf } from "./value-type.ts";

/** How members of values are accessed. */
export interface AccessRules extends PresenceRules {
  /** The cost of an access; 0 without cost tracking. */
  readonly readCost: number;
}

/** Plans `operand.field`. */
export function planField(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planAccess(exprId, (value) => readMember(value, field, rules), rules.readCost);
  return (frame) => look(frame, operand(frame));
}

/** Plans `has(operand.field)`. */
export function planPresence(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planAccess(exprId, (value) => isPresent(value, field, rules), rules.readCost);
  return (frame) => look(frame, operand(frame));
}

/** Plans a test like `planPresence`, but for an optional operand it returns the field as an optional. */
export function planPresenceOrOptional(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planAccess(
    exprId,
    (value) => (value instanceof Optional ? optionalAccess(value, field, rules) : isPresent(value, field, rules)),
    rules.readCost,
  );
  return (frame) => look(frame, operand(frame));
}

/** An access to the result of an operand, which may be an error. */
export type AccessMember = (frame: Frame, value: Value | CelError) => Value | CelError;

/** Plans an access: charges it, and adds `exprId` to its errors. */
export function planAccess(exprId: number, look: (value: Value) => Value | CelError, cost: number): AccessMember {
  return (frame, value) => {
    if (value instanceof CelError) return value;
    const found = look(value);
    if (!(value instanceof Optional) || isFound(found)) frame.charge(cost);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

/** Whether an access to an optional, or one that returns an optional, found something. */
function isFound(found: Value | CelError): boolean {
  return found === true || (found instanceof Optional && found.value !== undefined);
}

/** Whether a value has a field. */
export function isPresent(value: Value, field: string, rules: PresenceRules): boolean | CelError {
  const found = findIfPresent(value, field, rules);
  return found instanceof CelError ? found : found !== undefined;
}

/** Plans `operand[key]`. */
export function planIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: AccessRules): Evaluate {
  return planKeyed(exprId, operand, key, {
    look: (value, index) => readMember(value, index, rules),
    returnsOptional: false,
    cost: rules.readCost,
  });
}

/** Plans `operand.?field` and `operand[?key]`. */
export function planOptionalIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: AccessRules): Evaluate {
  return planKeyed(exprId, operand, key, {
    look: (value, index) => optionalAccess(value, index, rules),
    returnsOptional: true,
    cost: rules.readCost,
  });
}

interface KeyedAccess {
  readonly look: BinaryOperation;
  /** Whether the access returns an optional. */
  readonly returnsOptional: boolean;
  readonly cost: number;
}

/** Evaluates the key only if the operand is neither an error nor an empty optional. */
function planKeyed(
  exprId: number,
  operand: Evaluate,
  key: Evaluate,
  { look, returnsOptional, cost }: KeyedAccess,
): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError || (value instanceof Optional && value.value === undefined)) return value;
    const index = key(frame);
    const found = index instanceof CelError ? index : readKeyed(value, index, look);
    if (isFound(found) || !(returnsOptional || value instanceof Optional)) frame.charge(cost);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

function readKeyed(value: Value, index: Value, look: BinaryOperation): Value | CelError {
  return isQualifier(index) ? look(value, index) : invalidQualifier(index);
}

/** Whether a value may be a key or index; values of other types are keys of no container. */
function isQualifier(key: Value): boolean {
  return typeof key !== "object" || key instanceof Uint;
}

function invalidQualifier(key: Value): CelError {
  return new CelError(`invalid qualifier type: ${typeNameOf(key)}`);
}

/** Reads a field or key; the result is an optional if the operand is one. */
export function readMember(operand: Value, key: Value, rules: PresenceRules): Value | CelError {
  return operand instanceof Optional ? optionalAccess(operand, key, rules) : access(operand, key);
}

function optionalAccess(operand: Value, key: Value, rules: PresenceRules): Optional | CelError {
  const found = findIfPresent(operand, key, rules);
  if (found === undefined) return Optional.none;
  return found instanceof CelError ? found : new Optional(found);
}
