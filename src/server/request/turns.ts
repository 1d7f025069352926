/**
 * Divides long work into slices, so that no request blocks another. All sliced work together has a fixed time in each
 * round of the event loop; the rest waits. Waiting owners take turns, however much work one of them has queued.
 *
 * @module
 */
import { isLarge } from "./size.ts";

/** The time that sliced work may take in a round of the event loop. */
const sliceMs = 2;

/**
 * Number of waiting tasks that are resumed together, so that their writes go into one commit. If they were resumed one
 * by one, creates would take half as long again.
 */
const resumeBatchSize = 8;

let sliceStartMs: number | undefined;
/** Owners that have begun work in this round. */
const ownersBegun = new Set<object>();

/** Whether the current work must wait for its next turn. */
export function isTurnOver(): boolean {
  const nowMs = performance.now();
  if (sliceStartMs === undefined) {
    sliceStartMs = nowMs;
    setImmediate(() => {
      sliceStartMs = undefined;
      ownersBegun.clear();
    });
  }
  return nowMs - sliceStartMs >= sliceMs;
}

/**
 * Waits for the turn of new work. Returns undefined if the work may begin at once: the first work of its owner in a
 * round may, as long as the slice lasts. One read of a connection may contain hundreds of requests, and none of them
 * continues before all have begun.
 *
 * @param owner - the owner of the work: a connection
 * @param isUrgent - whether the work is short and must not wait for that of others
 */
export function firstTurn(owner: object, isUrgent = false): Promise<void> | undefined {
  const mayBegin = !isTurnOver() || isUrgent;
  if (!mayBegin || ownersBegun.has(owner)) return nextTurn(owner);
  ownersBegun.add(owner);
  return undefined;
}

type Resume = () => void;

/** Waiting work by owner; the owner whose turn is next comes first. */
const waitingByOwner = new Map<object, Resume[]>();
let isServing = false;
/** The owner of the last turn in a round, which may have been a long one. */
let lastOwner: object | undefined;

/** The common owner of work on objects. */
const sharedOwner = {};

/**
 * Resolves after others have had their turn.
 *
 * @param owner - the owner of the work: a connection
 */
export function nextTurn(owner: object = sharedOwner): Promise<void> {
  return new Promise((resolve) => {
    const own = waitingByOwner.get(owner);
    if (own) own.push(resolve);
    else waitingByOwner.set(owner, [resolve]);
    if (isServing) return;
    isServing = true;
    setImmediate(() => void serveTurns());
  });
}

async function serveTurns(): Promise<void> {
  // Starts the slice before the first work is resumed, however long that takes.
  isTurnOver();
  if (lastOwner) moveToBack(lastOwner);
  let resumed = 0;
  for (const [owner, own] of waitingByOwner) {
    lastOwner = owner;
    waitingByOwner.delete(owner);
    const resume = own.shift();
    if (own.length > 0) waitingByOwner.set(owner, own);
    resume?.();
    resumed++;
    await (resumed % resumeBatchSize === 0 ? waitForResumedWork() : undefined);
    if (isTurnOver()) break;
  }
  isServing = waitingByOwner.size > 0;
  if (isServing) setImmediate(() => void serveTurns());
}

/**
 * Resolves when the resumed work waits for something. A tick runs after all settled promises, however many await each
 * other.
 */
const waitForResumedWork = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * Moves an owner, after its turn, to the end of the queue, even behind owners that arrived after the turn: they have
 * waited for all of it.
 */
function moveToBack(owner: object): void {
  const own = waitingByOwner.get(owner);
  if (!own) return;
  waitingByOwner.delete(owner);
  waitingByOwner.set(owner, own);
}

/** Runs work that consists of steps; others have their turn in between. */
export async function runInTurns<T>(steps: Iterator<unknown, T>): Promise<T> {
  // Starts the slice before the first step, however long that takes.
  isTurnOver();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** Returns a function to pause between two walks over an object: if the object is large, others have their turn. */
export function createPause(object: unknown): () => Promise<void> | undefined {
  return isLarge(object) ? () => nextTurn() : () => undefined;
}
