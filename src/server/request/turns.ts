/**
 * Long work in slices, so that no request keeps another waiting: all of it together has so much of each round of the event loop,
 * and who comes after that waits. Those who wait take turns, whatever one of them has queued up.
 *
 * @module
 */
import { isLarge } from "./size.ts";

/** The time that sliced work may take in a round of the event loop. */
const sliceMs = 2;

/** So many who wait are resumed together: their writes go into one commit. One after the other, creates take half as long again. */
const resumedTogether = 8;

let sinceMs: number | undefined;
/** Who began something in this round. */
const beginners = new Set<object>();

/** Whether the work at hand is to wait for its next turn before it goes on. */
export function isTurnOver(): boolean {
  const nowMs = performance.now();
  if (sinceMs === undefined) {
    sinceMs = nowMs;
    setImmediate(() => {
      sinceMs = undefined;
      beginners.clear();
    });
  }
  return nowMs - sinceMs >= sliceMs;
}

/**
 * A turn for something new, at once for the first of its owner in a round. One read of a connection may bring hundreds of
 * requests, and none of them goes on before all have begun.
 *
 * @param owner - whose work it is: a connection
 * @param isPressing - short work that does not wait behind that of others
 */
export function firstTurn(owner: object, isPressing = false): Promise<void> | undefined {
  const mayBegin = !isTurnOver() || isPressing;
  if (!mayBegin || beginners.has(owner)) return nextTurn(owner);
  beginners.add(owner);
  return undefined;
}

type Resume = () => void;

/** By whom they are of; the one whose turn is next comes first. */
const waiting = new Map<object, Resume[]>();
let isServing = false;
/** Who had the last turn of a round, which may have been a long one. */
let lastOwner: object | undefined;

/** Work on objects, whosever they are. */
const anyone = {};

/**
 * Resolves when others had their turn.
 *
 * @param owner - whose work it is: a connection
 */
export function nextTurn(owner: object = anyone): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(owner);
    if (own) own.push(resolve);
    else waiting.set(owner, [resolve]);
    if (isServing) return;
    isServing = true;
    setImmediate(() => void serve());
  });
}

async function serve(): Promise<void> {
  // The slice begins before what is resumed first, however long that takes.
  isTurnOver();
  if (lastOwner) goBehind(lastOwner);
  let resumed = 0;
  for (const [owner, own] of waiting) {
    lastOwner = owner;
    waiting.delete(owner);
    const resume = own.shift();
    if (own.length > 0) waiting.set(owner, own);
    resume?.();
    resumed++;
    await (resumed % resumedTogether === 0 ? resumedWork() : undefined);
    if (isTurnOver()) break;
  }
  isServing = waiting.size > 0;
  if (isServing) setImmediate(() => void serve());
}

/** Resolves when what was resumed waits for something: a tick comes after all promises that are settled, however many await each other. */
const resumedWork = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** After a turn, also behind those who have come since it ended: they have waited for all of it. */
function goBehind(owner: object): void {
  const own = waiting.get(owner);
  if (!own) return;
  waiting.delete(owner);
  waiting.set(owner, own);
}

/** Does work that comes in steps; others have turns in between. */
export async function inTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  // The slice begins before the first step, however long that takes.
  isTurnOver();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** A pause between two walks over an object: others have a turn when it is large. */
export function pausesFor(object: unknown): () => Promise<void> | undefined {
  return isLarge(object) ? () => nextTurn() : () => undefined;
}
