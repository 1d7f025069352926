/**
 * V8 flags for a server that handles requests. While one of them is set, V8 rejects cached compiled code, including
 * Node's own: a thread starts in two thirds of the time without them.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";

/**
 * Growth of the heap above the memory in use, in percent, after which V8 collects the whole heap again. V8's default
 * allows up to four times the size, which is meant for short-lived programs. Objects of this server live for seconds,
 * until the next write replaces them, so the memory of a busy server would vary by the amount that it writes in a
 * minute. At 15 percent, creates and updates need a quarter more processor time; at 60 percent, a server under load
 * uses a tenth more memory than at 15.
 */
const heapGrowthPercent = 60;

/** A V8 flag, and how to unset it. */
export interface RunFlag {
  readonly set: string;
  /** Also resets values that V8 changes because of the flag. */
  readonly unset: readonly string[];
}

const limitedGrowth: RunFlag = {
  set: `--heap-growing-percent=${heapGrowthPercent}`,
  unset: ["--heap-growing-percent=0"],
};
const savedMemory: RunFlag = {
  set: "--optimize-for-size",
  unset: ["--no-optimize-for-size", "--max-semi-space-size=0"],
};

/** Flags that are set unless code is being loaded. */
const wanted = new Set<RunFlag>();
/** Number of callers that are loading code. */
let loading = 0;

/**
 * Limits the heap for the rest of the process. Not called earlier, since a start needs no garbage collection, and
 * should use cached compiled code.
 *
 * @param more - further flags to set
 */
export function setServingFlags(...more: readonly RunFlag[]): void {
  for (const flag of [limitedGrowth, ...more]) want(flag, true);
}

/** Sets whether V8 saves memory at the expense of speed. */
export const saveMemory = (isWanted: boolean): void => want(savedMemory, isWanted);

function want(flag: RunFlag, isWanted: boolean): void {
  if (isWanted) wanted.add(flag);
  else wanted.delete(flag);
  if (loading === 0) setFlag(flag, isWanted);
}

function setFlag({ set, unset }: RunFlag, isOn: boolean): void {
  for (const flag of isOn ? [set] : unset) setFlagsFromString(flag);
}

/**
 * Allows V8 to use cached compiled code, on all threads.
 *
 * @returns a function that ends this
 */
export function allowCompiledCode(): () => void {
  loading++;
  if (loading === 1) for (const flag of wanted) setFlag(flag, false);
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    loading--;
    if (loading === 0) for (const flag of wanted) setFlag(flag, true);
  };
}
