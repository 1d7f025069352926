/**
 * Plans for selects, indexes and presence tests.
 *
 * Where costs are counted, each look into a value costs, found or not; a look into an optional, or for one, only costs
 * where it finds something. The planner charges the variable at the start.
 *
 * @module
 */
import { CelError, Optional, Uint, type Value } from "../types/values.ts";
import { access, findIfPresent, type PresenceRules } from "./access.ts";
import type { BinaryOperation } from "./arithmetic.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { typeNameOf } from "./value-type.ts";

/** How values are looked into. */
export interface AccessRules extends PresenceRules {
  /** The cost of a look; 0 where costs are not counted. */
  readonly readCost: number;
}

/** `operand.field`. */
export function planField(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planLook(exprId, (value) => lookAtField(value, field, rules), rules.readCost);
  return (frame) => look(frame, operand(frame));
}

/** `has(operand.field)`. */
export function planPresence(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planLook(exprId, (value) => isPresent(value, field, rules), rules.readCost);
  return (frame) => look(frame, operand(frame));
}

/** As `planPresence`, but of an optional the value that is there, as an optional. */
export function planPresenceOrOptional(exprId: number, operand: Evaluate, field: string, rules: AccessRules): Evaluate {
  const look = planLook(
    exprId,
    (value) => (value instanceof Optional ? optionalAccess(value, field, rules) : isPresent(value, field, rules)),
    rules.readCost,
  );
  return (frame) => look(frame, operand(frame));
}

/** A look into what an operand gave, which may be an error. */
export type Look = (frame: Frame, value: Value | CelError) => Value | CelError;

/** Lays faults of a look to `exprId` and charges it. */
export function planLook(exprId: number, look: (value: Value) => Value | CelError, cost: number): Look {
  return (frame, value) => {
    if (value instanceof CelError) return value;
    const found = look(value);
    if (!(value instanceof Optional) || isFound(found)) frame.charge(cost);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

/** Whether a look into an optional, or for one, found something. */
function isFound(found: Value | CelError): boolean {
  return found === true || (found instanceof Optional && found.value !== undefined);
}

/** Whether there is a field of that name. */
export function isPresent(value: Value, field: string, rules: PresenceRules): boolean | CelError {
  const found = findIfPresent(value, field, rules);
  return found instanceof CelError ? found : found !== undefined;
}

/** `operand[key]`. */
export function planIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: AccessRules): Evaluate {
  return planKeyed(exprId, operand, key, {
    look: (value, index) => lookAtField(value, index, rules),
    mayMiss: false,
    cost: rules.readCost,
  });
}

/** `operand.?field` and `operand[?key]`. */
export function planOptionalIndex(exprId: number, operand: Evaluate, key: Evaluate, rules: AccessRules): Evaluate {
  return planKeyed(exprId, operand, key, {
    look: (value, index) => optionalAccess(value, index, rules),
    mayMiss: true,
    cost: rules.readCost,
  });
}

interface KeyedLook {
  readonly look: BinaryOperation;
  /** Whether the look is for an optional. */
  readonly mayMiss: boolean;
  readonly cost: number;
}

/** The key is only evaluated where there is something to look into. */
function planKeyed(exprId: number, operand: Evaluate, key: Evaluate, { look, mayMiss, cost }: KeyedLook): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (value instanceof CelError || (value instanceof Optional && value.value === undefined)) return value;
    const index = key(frame);
    const found = index instanceof CelError ? index : lookAt(value, index, look);
    if (isFound(found) || !(mayMiss || value instanceof Optional)) frame.charge(cost);
    return found instanceof CelError ? found.at(exprId) : found;
  };
}

function lookAt(value: Value, index: Value, look: BinaryOperation): Value | CelError {
  return isQualifier(index) ? look(value, index) : invalidQualifier(index);
}

/** Values of other types are no keys of anything. */
function isQualifier(key: Value): boolean {
  return typeof key !== "object" || key instanceof Uint;
}

function invalidQualifier(key: Value): CelError {
  return new CelError(`invalid qualifier type: ${typeNameOf(key)}`);
}

/** A value read from an optional is optional. */
export function lookAtField(operand: Value, key: Value, rules: PresenceRules): Value | CelError {
  return operand instanceof Optional ? optionalAccess(operand, key, rules) : access(operand, key);
}

function optionalAccess(operand: Value, key: Value, rules: PresenceRules): Optional | CelError {
  const found = findIfPresent(operand, key, rules);
  if (found === undefined) return Optional.none;
  return found instanceof CelError ? found : new Optional(found);
}
