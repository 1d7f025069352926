/**
 * Reads the processor time of a thread from another thread, since a busy thread cannot report it.
 *
 * @module
 */
import { readFileSync, readlinkSync } from "node:fs";

/** Returns the path of the calling thread below /proc on Linux; undefined on other systems. */
export function systemThread(): string | undefined {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return undefined;
  }
}

/** Linux always reports in hundredths of a second, independent of the kernel's own clock tick. */
const msPerTick = 10;
/**
 * Index of the user time, followed by the system time, in /proc/PID/stat (proc_pid_stat(5)), counted after the program
 * name, which may contain spaces.
 */
const userField = 11;

/** Returns the processor time of a thread since its start, in milliseconds; undefined if it has ended. */
export function processorMs(thread: string): number | undefined {
  try {
    const text = readFileSync(`/proc/${thread}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[userField]) + Number(fields[userField + 1])) * msPerTick;
  } catch {
    return undefined;
  }
}

/** Returns the processor time of the whole process, in milliseconds. */
export function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
