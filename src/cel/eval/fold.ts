/**
 * The folds that the macros `all`, `exists`, `map` and `filter` expand to, run without their accumulator: the result so
 * far is a local of the loop, and what its reading and joining costs is known when planning. All other comprehensions are
 * run part by part, see `comprehension.ts`.
 *
 * @module
 */
import type { Operand } from "../types/costs.ts";
import { CelError, type Value } from "../types/values.ts";
import { rangeFault, rangeValues } from "./comprehension.ts";
import { noSuchOverload } from "./faults.ts";
import type { Charges, Evaluate, Frame } from "./frame.ts";

/** The parts that the folds have in common. */
interface Fold {
  /** The comprehension, which gets the fault of an invalid range. */
  readonly exprId: number;
  readonly range: Evaluate;
  readonly slot: number;
  /** Making what the accumulator starts with, and reading it at the end. */
  readonly initialCost: number;
  readonly resultCost: number;
}

/** `range.all(x, predicate)`, which `decisive` false ends, or `exists`, which true ends. */
export interface Quantifier extends Fold {
  readonly decisive: boolean;
  readonly predicate: Evaluate;
  /** The node of the `&&` or `||`, to which a predicate that is no bool is laid. */
  readonly logicId: number;
  /** Looking whether to go on; and after that, reading the accumulator once more. */
  readonly conditionCharges: Charges;
  readonly roundCharges: Charges;
}

export function planQuantifier(quantifier: Quantifier): Evaluate {
  const { decisive, predicate, slot, conditionCharges, roundCharges } = quantifier;
  const notBool = noSuchOverload.at(quantifier.logicId);
  return planFold(quantifier, (frame, values) => {
    let result: Operand = !decisive;
    for (let index = 0; index < values.length; index++) {
      if (!frame.step()) return undefined;
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

/** `range.map(x, where, element)`. */
export interface Collection extends Fold {
  readonly where: Evaluate | undefined;
  /** The node of the conditional, to which a `where` that is no bool is laid. */
  readonly conditionalId: number;
  readonly element: Evaluate;
  /** Reading the accumulator before the element, and making and joining a list after it. */
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
      if (!frame.step()) return undefined;
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

/** Undefined when there may be no more steps. */
type RunFold = (frame: Frame, values: readonly Value[]) => Operand | undefined;

function planFold({ exprId, range, initialCost, resultCost }: Fold, run: RunFold): Evaluate {
  return (frame) => {
    const iterated = range(frame);
    if (iterated instanceof CelError) return iterated;
    frame.charge(initialCost);
    const values = rangeValues(iterated);
    if (values === undefined) return rangeFault(iterated).at(exprId);
    const result = run(frame, values);
    if (result === undefined) return frame.exhausted?.at(exprId) ?? null;
    frame.charge(resultCost);
    return result;
  };
}
