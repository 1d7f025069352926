/**
 * Flags of V8 for a server that has begun to serve. While one is set, V8 takes no code that was compiled before, Node's own
 * included: a thread starts in two thirds of the time without them.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";

/**
 * How far the heap may grow above what was in use, in percent, until all of it is collected again. V8 would let it become up to
 * four times as large, which is meant for programs that end soon: here objects live for seconds, until the next write takes
 * their place, so that the memory of a busy server would swing by what it writes in a minute. At 15 percent creates and updates
 * cost a quarter more processor time; at 60 percent a server under load holds a tenth more memory than that.
 */
const heapGrowthPercent = 60;

/** A flag of V8. */
export interface RunFlag {
  readonly set: string;
  /** With what V8 sets of its own accord. */
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

/** Those that are set while nobody loads code. */
const wanted = new Set<RunFlag>();
/** How many load code. */
let loading = 0;

/**
 * For the rest of the process: the heap is limited; a start collects no garbage, and is to take compiled code.
 *
 * @param more - flags that are set as well
 */
export function settleToServe(...more: readonly RunFlag[]): void {
  for (const flag of [limitedGrowth, ...more]) want(flag, true);
}

/** Whether V8 gives memory back at the cost of speed. */
export const saveMemory = (isWanted: boolean): void => want(savedMemory, isWanted);

function want(flag: RunFlag, isWanted: boolean): void {
  if (isWanted) wanted.add(flag);
  else wanted.delete(flag);
  if (loading === 0) setFlag(flag, isWanted);
}

function setFlag({ set, unset }: RunFlag, isOn: boolean): void {
  for (const flag of isOn ? [set] : unset) setFlagsFromString(flag);
}

/** Lets V8 take compiled code, on all threads. @returns what ends it */
export function takeCompiledCode(): () => void {
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
