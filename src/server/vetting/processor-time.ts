/**
 * The processor time of a thread, as another one sees it: what the thread does keeps it from telling.
 *
 * @module
 */
import { readFileSync, readlinkSync } from "node:fs";

/** Where Linux shows the calling thread, below /proc; undefined on other systems. */
export function systemThread(): string | undefined {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return undefined;
  }
}

/** Linux counts in hundredths of a second, whatever its kernel does itself. */
const msPerTick = 10;
/** Of what follows the name of the program in /proc/PID/stat (proc_pid_stat(5)), which may have spaces: user, then system time. */
const userField = 11;

/** In milliseconds, since the thread began; undefined when it has ended. */
export function processorMs(thread: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${thread}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[userField]) + Number(fields[userField + 1])) * msPerTick;
  } catch {
    return undefined;
  }
}

/** Of the whole process, in milliseconds. */
export function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
