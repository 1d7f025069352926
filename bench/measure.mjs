/**
 * Measures the wall time, processor time and peak memory of a process, and computes medians; all benchmarks share it.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;
const memoryPollMs = 25;

/**
 * Runs a command to its end and discards its output.
 *
 * @returns wall and processor time in seconds, peak memory in MiB; processor time and memory are undefined without
 *   /proc
 */
export async function runProcess(command, args, options = {}) {
  const cpuBefore = childrenCpu();
  const startedAt = performance.now();
  const child = spawn(command, args, { ...options, stdio: "ignore" });
  let peakMiB;
  const poll = setInterval(() => {
    peakMiB = peakOf(child.pid) ?? peakMiB;
  }, memoryPollMs);
  const exitCode = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  clearInterval(poll);
  const cpuAfter = childrenCpu();
  return {
    exitCode,
    wall: (performance.now() - startedAt) / 1000,
    cpu: cpuBefore === undefined ? undefined : cpuAfter - cpuBefore,
    peakMiB,
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** User and system seconds of all children that have ended. */
function childrenCpu() {
  const stat = read("/proc/self/stat");
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

function peakOf(pid) {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kib === undefined ? undefined : Number(kib) / 1024;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
