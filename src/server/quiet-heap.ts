/**
 * Returns memory to the operating system when a heap that has grown under load is no longer needed: when the server has
 * little to do, or much less than before, since a server that receives health checks is never idle.
 *
 * V8 does so by itself, in small steps, for a program in the background; otherwise it waits for minutes, and does not
 * shrink the space for new objects. It begins at the end of a collection, which may not come while little is allocated.
 *
 * @module
 */
import { saveMemory } from "./run-flags.ts";

/** Interval between checks. V8 checks every 8 seconds. */
const intervalMs = 10_000;
/** The first checks come sooner, since the start of a server leaves a heap twice as large as its content. */
const firstIntervalsMs: readonly number[] = [1000, 1000];
/** Bytes outside the heap that, allocated at once, make V8 begin an incremental collection of the whole heap. */
const pressureBytes = 128 * 1024 * 1024;
/** Share of one processor below which the server counts as quiet. */
const maxQuietShare = 0.2;
/** Part of the busiest earlier interval below which the server counts as quiet. */
const maxQuietPart = 1 / 3;

export interface QuietHeapOptions {
  /** Returns the processor time that all threads have used so far; default: that of this process. */
  readonly cpuMs?: () => number;
  /** Turns memory saving on or off; default: by a flag of V8. */
  readonly save?: (isWanted: boolean) => void;
  /** Makes V8 begin a collection; default: by an allocation. */
  readonly collect?: () => void;
}

/**
 * Starts the checks.
 *
 * @returns a function that stops them
 */
export function shrinkHeapWhenQuiet({
  cpuMs = processCpuMs,
  save = saveMemory,
  collect = beginCollection,
}: QuietHeapOptions = {}): () => void {
  let lastMs = cpuMs();
  /** Highest share of one processor in an interval since memory was last released. */
  let busiestShare = maxQuietShare;
  let isSaving = false;
  const end = () => {
    if (isSaving) save(false);
    isSaving = false;
  };
  const checkLoad = (afterMs: number) => {
    const nowMs = cpuMs();
    const share = (nowMs - lastMs) / afterMs;
    end();
    isSaving = busiestShare >= maxQuietShare && share < Math.max(maxQuietShare, maxQuietPart * busiestShare);
    if (isSaving) {
      // Saving must be on before the collection, since V8 decides at its beginning whether it releases memory.
      save(true);
      collect();
    }
    busiestShare = isSaving ? 0 : Math.max(busiestShare, share);
    lastMs = nowMs;
  };
  let timer: NodeJS.Timeout;
  const wait = ([afterMs = intervalMs, ...rest]: readonly number[]) => {
    timer = setTimeout(() => {
      checkLoad(afterMs);
      wait(rest);
    }, afterMs).unref();
  };
  wait(firstIntervalsMs);
  return () => {
    clearTimeout(timer);
    end();
  };
}

/**
 * Allocates bytes that are never written, so that they use no memory, and that are garbage at once. Avoids a `new`
 * expression, which a bundler removes if its value is unused.
 */
function beginCollection(): void {
  Reflect.construct(ArrayBuffer, [pressureBytes]);
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
