/**
 * A heap that has grown under load and is no longer needed goes back to the system when the server has little to do, or much less
 * than before: one that is asked for its health all the time has always something to do.
 *
 * V8 does so on its own, in small steps, for a program in the background; otherwise it waits for minutes, and the space for new
 * objects keeps its size. It begins with the end of a collection, which may not come while little is allocated.
 *
 * @module
 */
import { saveMemory } from "./run-flags.ts";

/** V8 looks every 8 seconds. */
const intervalMs = 10_000;
/** The first looks come sooner: a start leaves a heap twice as large as what it holds. */
const firstIntervalsMs: readonly number[] = [1000, 1000];
/** Bytes outside the heap that make V8 begin a collection of all of it, in steps, when they are allocated at once. */
const pressureBytes = 128 * 1024 * 1024;
/** Of one processor. */
const maxQuietShare = 0.2;
/** Of the busiest interval before. */
const maxQuietPart = 1 / 3;

export interface QuietHeapOptions {
  /** Processor time that all threads have taken so far; default: of this process. */
  readonly cpuMs?: () => number;
  /** Default: with a flag of V8. */
  readonly save?: (isWanted: boolean) => void;
  /** Default: makes V8 begin a collection. */
  readonly collect?: () => void;
}

/** @returns what stops it */
export function shrinkHeapWhenQuiet({
  cpuMs = processCpuMs,
  save = saveMemory,
  collect = beginCollection,
}: QuietHeapOptions = {}): () => void {
  let lastMs = cpuMs();
  /** Since memory was last given back, of one processor. */
  let busiestShare = maxQuietShare;
  let isSaving = false;
  const end = () => {
    if (isSaving) save(false);
    isSaving = false;
  };
  const look = (afterMs: number) => {
    const nowMs = cpuMs();
    const share = (nowMs - lastMs) / afterMs;
    end();
    isSaving = busiestShare >= maxQuietShare && share < Math.max(maxQuietShare, maxQuietPart * busiestShare);
    if (isSaving) {
      // First, since V8 decides when it begins a collection whether this one gives memory back.
      save(true);
      collect();
    }
    busiestShare = isSaving ? 0 : Math.max(busiestShare, share);
    lastMs = nowMs;
  };
  let timer: NodeJS.Timeout;
  const wait = ([afterMs = intervalMs, ...rest]: readonly number[]) => {
    timer = setTimeout(() => {
      look(afterMs);
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
 * The bytes are never written, so that they take no memory, and are garbage at once. It is no `new` expression, which a build
 * leaves out when nothing uses its value.
 */
function beginCollection(): void {
  Reflect.construct(ArrayBuffer, [pressureBytes]);
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
