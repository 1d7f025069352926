/**
 * Plans operators with a constant operand, as most comparisons have: `kind == "Pod"`, `replicas > 3`, `verb in ["get",
 * "list"]`. Each plan handles operands of the constant's type and leaves all others to the general operator.
 *
 * @module
 */
import type { Operand } from "../types/costs.ts";
import { CelMap, type Value } from "../types/values.ts";
import { type BinaryOperation, type PlannedCall, planCallCompletion } from "./call.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { interned } from "./text.ts";
import { isList } from "./value-type.ts";

/** A call of a binary operator with a constant operand. */
export interface LiteralCall extends PlannedCall {
  readonly name: string;
  /** The general operator. */
  readonly operation: BinaryOperation;
  /** The operand that is not constant. */
  readonly operand: Evaluate;
  readonly literal: Value;
  /** Whether the constant is the first operand. */
  readonly isFirst: boolean;
}

/** Plans the call; undefined for operators and constants without a special plan. */
export function planWithLiteral(call: LiteralCall): Evaluate | undefined {
  const { name, literal, isFirst } = call;
  if (name === "@in") {
    if (isFirst) return typeof literal === "string" ? planContainsText(call, literal) : undefined;
    if (!isList(literal) || !literal.every(isText)) return undefined;
    return planInTexts(call, new Set(literal.map(interned)));
  }
  const holds = relations.get(name);
  if (holds === undefined) return undefined;
  if (typeof literal === "bigint") return planOrder(call, literal, isFirst ? mirrored(holds) : holds);
  if (holds.below !== holds.above) return undefined;
  if (typeof literal === "string") return planTextEquality(call, literal, holds.equal);
  return typeof literal === "boolean" ? planBoolEquality(call, literal, holds.equal) : undefined;
}

const isText = (value: Value): value is string => typeof value === "string";

/** The results of a comparison if the left value is below, equal to or above the right one. */
interface Relation {
  readonly below: boolean;
  readonly equal: boolean;
  readonly above: boolean;
}

export const relations: ReadonlyMap<string, Relation> = new Map([
  ["_==_", { below: false, equal: true, above: false }],
  ["_!=_", { below: true, equal: false, above: true }],
  ["_<_", { below: true, equal: false, above: false }],
  ["_<=_", { below: true, equal: true, above: false }],
  ["_>_", { below: false, equal: false, above: true }],
  ["_>=_", { below: false, equal: true, above: true }],
]);

function mirrored({ below, equal, above }: Relation): Relation {
  return { below: above, equal, above: below };
}

/** Charges a call that the plan handled, and passes other operands to the general operator. */
class GeneralCall {
  private readonly finish;
  private readonly price;
  private readonly literal: Value;
  private readonly isFirst: boolean;

  constructor(call: LiteralCall) {
    this.finish = planCallCompletion(call, call.operation);
    this.price = call.price;
    this.literal = call.literal;
    this.isFirst = call.isFirst;
  }

  apply(frame: Frame, value: Operand): Operand {
    return this.isFirst ? this.finish(frame, this.literal, value) : this.finish(frame, value, this.literal);
  }

  charge(frame: Frame, value: Operand, result: boolean): boolean {
    const { price, literal } = this;
    if (typeof price === "number") frame.charge(price);
    else frame.charge(this.isFirst ? price(literal, value, result) : price(value, literal, result));
    return result;
  }
}

function planTextEquality(call: LiteralCall, literal: string, equal: boolean): Evaluate {
  const { operand } = call;
  const rest = new GeneralCall(call);
  const text = interned(literal);
  return (frame) => {
    const value = operand(frame);
    if (typeof value !== "string") return rest.apply(frame, value);
    return rest.charge(frame, value, (value === text) === equal);
  };
}

function planBoolEquality(call: LiteralCall, literal: boolean, equal: boolean): Evaluate {
  const { operand } = call;
  const rest = new GeneralCall(call);
  return (frame) => {
    const value = operand(frame);
    if (typeof value !== "boolean") return rest.apply(frame, value);
    return rest.charge(frame, value, (value === literal) === equal);
  };
}

/** Plans a comparison with an int; also compares doubles if a double can represent the int exactly. */
function planOrder(call: LiteralCall, literal: bigint, { below, equal, above }: Relation): Evaluate | undefined {
  const { operand } = call;
  const number = Number(literal);
  if (!Number.isSafeInteger(number)) return undefined;
  const rest = new GeneralCall(call);
  return (frame) => {
    const value = operand(frame);
    if (typeof value === "bigint") {
      return rest.charge(frame, value, value < literal ? below : value === literal ? equal : above);
    }
    if (typeof value !== "number" || Number.isNaN(value)) return rest.apply(frame, value);
    return rest.charge(frame, value, value < number ? below : value === number ? equal : above);
  };
}

/** Plans `operand in ["a", "b"]`. */
function planInTexts(call: LiteralCall, texts: ReadonlySet<string>): Evaluate {
  const { operand } = call;
  const rest = new GeneralCall(call);
  return (frame) => {
    const value = operand(frame);
    return typeof value === "string" ? rest.charge(frame, value, texts.has(value)) : rest.apply(frame, value);
  };
}

/** Plans `"a" in operand`, for a list or a map. */
function planContainsText(call: LiteralCall, literal: string): Evaluate {
  const { operand } = call;
  const rest = new GeneralCall(call);
  const text = interned(literal);
  return (frame) => {
    const value = operand(frame);
    if (Array.isArray(value)) return rest.charge(frame, value, value.includes(text));
    if (value instanceof CelMap) return rest.charge(frame, value, value.get(text) !== undefined);
    return rest.apply(frame, value);
  };
}
