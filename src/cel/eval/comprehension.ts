/**
 * Runs comprehensions: loops over lists and maps, and the binding of a name, which macros express as an empty loop.
 *
 * @module
 */
import { CelError, CelMap, type Value } from "../types/values.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { isList, typeNameOf } from "./value-type.ts";

/** The planned parts of a comprehension, and the slots of its variables. */
interface LoopPlan {
  readonly range: Evaluate;
  readonly initial: Evaluate;
  readonly condition: Evaluate;
  readonly step: Evaluate;
  readonly result: Evaluate;
  readonly accumulatorSlot: number;
  readonly firstSlot: number;
  /** Absent for a loop with one variable, which runs over the elements of a list or the keys of a map. */
  readonly secondSlot?: number;
}

/**
 * Plans a loop.
 *
 * @param exprId - the comprehension, for the error of an invalid range
 */
export function planLoop(exprId: number, loop: LoopPlan): Evaluate {
  return (frame) => {
    const range = loop.range(frame);
    if (range instanceof CelError) return range;
    frame.slots[loop.accumulatorSlot] = loop.initial(frame);
    const fault = runLoop(loop, frame, range);
    return fault?.at(exprId) ?? loop.result(frame);
  };
}

/**
 * Returns the items of a loop with one variable: the elements of a list, the keys of a map; undefined for other values.
 */
export function rangeValues(range: Value): readonly Value[] | undefined {
  if (isList(range)) return range;
  return range instanceof CelMap ? [...range.keys()] : undefined;
}

/** Returns the error for a value that a loop cannot iterate over. */
export function rangeFault(value: Value): CelError {
  return new CelError(`got '${typeNameOf(value)}', expected iterable type`);
}

function runLoop(loop: LoopPlan, frame: Frame, range: Value): CelError | undefined {
  if (loop.secondSlot === undefined) {
    const values = rangeValues(range);
    return values === undefined ? rangeFault(range) : runOverValues(loop, frame, values);
  }
  if (isList(range)) return runOverPairs(loop, frame, loop.secondSlot, listPairs(range));
  return range instanceof CelMap ? runOverPairs(loop, frame, loop.secondSlot, mapPairs(range)) : rangeFault(range);
}

function runOverValues(loop: LoopPlan, frame: Frame, values: readonly Value[]): CelError | undefined {
  const { slots } = frame;
  for (let index = 0; index < values.length; index++) {
    if (!frame.countStep()) return frame.limitError;
    slots[loop.firstSlot] = values[index];
    if (loop.condition(frame) === false) return undefined;
    slots[loop.accumulatorSlot] = loop.step(frame);
  }
  return undefined;
}

type Pair = readonly [first: Value, second: Value];

function runOverPairs(loop: LoopPlan, frame: Frame, slot: number, pairs: Iterable<Pair>): CelError | undefined {
  const { slots } = frame;
  for (const [first, second] of pairs) {
    if (!frame.countStep()) return frame.limitError;
    slots[loop.firstSlot] = first;
    slots[slot] = second;
    if (loop.condition(frame) === false) return undefined;
    slots[loop.accumulatorSlot] = loop.step(frame);
  }
  return undefined;
}

function* listPairs(list: readonly Value[]): Iterable<Pair> {
  let index = 0n;
  for (const value of list) yield [index++, value];
}

function* mapPairs(map: CelMap): Iterable<Pair> {
  for (const key of map.keys()) yield [key, map.get(key) ?? null];
}

/**
 * Plans `result` with bound names. Each value is computed when it is first read, so an error in an unused value never
 * appears.
 *
 * @param slots - the slots of the names
 */
export function planBindings(slots: readonly number[], result: Evaluate): Evaluate {
  return (frame) => {
    for (const slot of slots) frame.slots[slot] = undefined;
    return result(frame);
  };
}
