/**
 * Running comprehensions: a loop over a list or a map, and the binding of one name that macros write as an empty loop.
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
  /** Absent for a loop with one variable: over the elements of a list, over the keys of a map. */
  readonly secondSlot?: number;
}

/** `exprId` is the comprehension, which gets the fault of an invalid range. */
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
 * The items that a loop of one variable goes over: the elements of a list, the keys of a map. Undefined for other
 * values.
 */
export function rangeValues(range: Value): readonly Value[] | undefined {
  if (isList(range)) return range;
  return range instanceof CelMap ? [...range.keys()] : undefined;
}

/** Says that a value is no range. */
export function rangeFault(value: Value): CelError {
  return new CelError(`got '${typeNameOf(value)}', expected iterable type`);
}

function runLoop(loop: LoopPlan, frame: Frame, range: Value): CelError | undefined {
  if (loop.secondSlot === undefined) {
    const values = rangeValues(range);
    return values === undefined ? rangeFault(range) : runOver(loop, frame, values);
  }
  if (isList(range)) return runOverPairs(loop, frame, loop.secondSlot, listPairs(range));
  return range instanceof CelMap ? runOverPairs(loop, frame, loop.secondSlot, mapPairs(range)) : rangeFault(range);
}

function runOver(loop: LoopPlan, frame: Frame, values: readonly Value[]): CelError | undefined {
  const { slots } = frame;
  for (let index = 0; index < values.length; index++) {
    if (!frame.step()) return frame.exhausted;
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
    if (!frame.step()) return frame.exhausted;
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

/** The values of names in `result`; each is computed when it is first read, so an error in it may never show. */
export function planBindings(slots: readonly number[], result: Evaluate): Evaluate {
  return (frame) => {
    for (const slot of slots) frame.slots[slot] = undefined;
    return result(frame);
  };
}
