/**
 * Runs the comprehensions of the macros `all`, `exists`, `map` and `filter` without an accumulator slot: the result so
 * far is a local variable of the loop, and the costs of reading and extending it are known when planning.
 * `comprehension.ts` runs all other comprehensions step by step.
 *
 * @module
 */
import type { Operand } from "../types/costs.ts";
import { CelError, type Value } from "../types/values.ts";
import { rangeFault, rangeValues } from "./comprehension.ts";
import { noSuchOverload } from "./faults.ts";
import type { Charges, Evaluate, Frame } from "./frame.ts";

/** The parts that both kinds of loops have. */
interface Fold {
  /** The comprehension, for the error of an invalid range. */
  readonly exprId: number;
  readonly range: Evaluate;
  readonly slot: number;
  /** The costs of creating the accumulator's first value, and of reading it at the end. */
  readonly initialCost: number;
  readonly resultCost: number;
}

/** `range.all(x, predicate)`, which a predicate result of false (`decisive`) ends, or `exists`, which true ends. */
export interface Quantifier extends Fold {
  readonly decisive: boolean;
  readonly predicate: Evaluate;
  /** The node of the `&&` or `||`, for the error of a predicate that is not a bool. */
  readonly logicId: number;
  /** The costs of the loop condition; and of a round: the condition, then reading the accumulator once more. */
  readonly conditionCharges: Charges;
  readonly roundCharges: Charges;
}

export function planQuantifier(quantifier: Quantifier): Evaluate {
  const { decisive, predicate, slot, conditionCharges, roundCharges } = quantifier;
  const notBool = noSuchOverload.at(quantifier.logicId);
  return planFold(quantifier, (frame, values) => {
    let result: Operand = !decisive;
    for (let index = 0; index < values.length; index++) {
      if (!frame.countStep()) return undefined;
      if (result === decisive) {
        frame.chargeAll(conditionCharges);
        break;
      }
      frame.chargeAll(roundCharges);
      frame.slots[slot] = values[index];
      const held = predicate(frame);
      if (held === decisive) result = held;
      else if (typeof result === "boolean" && typeof held !== "boolean") {
        result = held instanceof CelError ? held : notBool;
      }
    }
    return result;
  });
}

/** `range.map(x, where, element)`, and `filter`. */
export interface Collection extends Fold {
  readonly where: Evaluate | undefined;
  /** The node of the conditional, for the error of a `where` that is not a bool. */
  readonly conditionalId: number;
  readonly element: Evaluate;
  /**
   * The cost of reading the accumulator, before the element; and the costs of the list with the element and of its `+`,
   * after it.
   */
  readonly readCost: number;
  readonly joinCharges: Charges;
}

export function planCollection(collection: Collection): Evaluate {
  const { where, element, slot, readCost, joinCharges } = collection;
  const notBool = noSuchOverload.at(collection.conditionalId);
  return planFold(collection, (frame, values) => {
    const list: Value[] = [];
    let fault: CelError | undefined;
    for (let index = 0; index < values.length; index++) {
      if (!frame.countStep()) return undefined;
      frame.slots[slot] = values[index];
      const isTaken = where === undefined ? true : where(frame);
      if (isTaken === true) {
        frame.charge(readCost);
        const value = element(frame);
        frame.chargeAll(joinCharges);
        if (!(value instanceof CelError)) list.push(value);
        else fault ??= value;
      } else if (isTaken !== false) {
        fault = isTaken instanceof CelError ? isTaken : notBool;
      }
    }
    return fault ?? list;
  });
}

/** Runs the loop; undefined if the limit of steps ended it. */
type RunFold = (frame: Frame, values: readonly Value[]) => Operand | undefined;

function planFold({ exprId, range, initialCost, resultCost }: Fold, run: RunFold): Evaluate {
  return (frame) => {
    const iterated = range(frame);
    if (iterated instanceof CelError) return iterated;
    frame.charge(initialCost);
    const values = rangeValues(iterated);
    if (values === undefined) return rangeFault(iterated).at(exprId);
    const result = run(frame, values);
    if (result === undefined) return frame.limitError?.at(exprId) ?? null;
    frame.charge(resultCost);
    return result;
  };
}
