/**
 * A heap that has grown under load and is no longer needed goes back to the system when the server has little to do.
 *
 * V8 does so on its own, in small steps, for a program in the background; otherwise it waits for minutes, and the space for new
 * objects keeps its size.
 *
 * @module
 */
import { setFlagsFromString } from "node:v8";

/** V8 looks every 8 seconds. */
const intervalMs = 10_000;
/** Of one processor. */
const maxQuietShare = 0.2;

export interface QuietHeapOptions {
  /** Processor time that all threads have taken so far; default: of this process. */
  readonly cpuMs?: () => number;
  /** Default: that of V8. Code is not taken from caches while a flag is set, so that it is set for one interval only. */
  readonly setFlag?: (flag: string) => void;
}

/** @returns what stops it */
export function shrinkHeapWhenQuiet({
  cpuMs = processCpuMs,
  setFlag = setFlagsFromString,
}: QuietHeapOptions = {}): () => void {
  let lastMs = cpuMs();
  let wasQuiet = false;
  let isFlagSet = false;
  const unset = () => {
    if (isFlagSet) setFlag("--no-optimize-for-size");
    isFlagSet = false;
  };
  const timer = setInterval(() => {
    const nowMs = cpuMs();
    const isQuiet = nowMs - lastMs < maxQuietShare * intervalMs;
    unset();
    isFlagSet = isQuiet && !wasQuiet;
    if (isFlagSet) setFlag("--optimize-for-size");
    wasQuiet = isQuiet;
    lastMs = nowMs;
  }, intervalMs).unref();
  return () => {
    clearInterval(timer);
    unset();
  };
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
