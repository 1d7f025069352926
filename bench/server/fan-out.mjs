/**
 * Measures how watch events fan out: writes at a given rate to a number of watchers, all of which must see all events
 * in order.
 *
 * @module
 */
import { fork } from "node:child_process";
import { join } from "node:path";

const clientProcesses = 2;
/** Time of the first memory reading; the second one is at the end. */
const firstMemoryMs = 10_000;
/** Longest wait for the last events after the last write. */
const maxLagMs = 60_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Watchers in separate client processes. */
class Watchers {
  children = [];
  states = [];
  /** Pairs of a resource version and the time when the first watcher of a process saw it. */
  arrivals = [];

  static async open(count, { url, path, credentials }) {
    const watchers = new Watchers();
    await Promise.all(
      Array.from({ length: clientProcesses }, async (_, index) => {
        const share = Math.floor((count + index) / clientProcesses);
        const child = fork(join(import.meta.dirname, "watchers.mjs"));
        watchers.children.push(child);
        watchers.states[index] = { seen: 0, least: 0, faults: 0, cpuMs: 0 };
        child.send({ url: url.href, path, count: share, credentials });
        await new Promise((resolve, reject) => {
          child.once("message", resolve);
          child.once("exit", () => reject(new Error("the watchers could not connect")));
        });
        child.on("message", ({ arrivals, ...state }) => {
          watchers.states[index] = state;
          watchers.arrivals.push(...arrivals);
        });
      }),
    );
    return watchers;
  }

  sum(name) {
    return this.states.reduce((sum, state) => sum + state[name], 0);
  }

  /** Number of events that every watcher has seen. */
  get least() {
    return Math.min(...this.states.map(({ least }) => least));
  }

  close() {
    for (const child of this.children) child.kill("SIGTERM");
  }
}

/** Measures how many events a second node:https delivers to `count` connections. */
export async function measureRawFanOut(raw, count, seconds, credentials) {
  const watchers = await Watchers.open(count, { url: raw.url, path: "/watch", credentials });
  raw.push();
  await pause(1000);
  const before = { seen: watchers.sum("seen"), cpu: raw.cpuSeconds(), at: performance.now() };
  await pause(seconds * 1000);
  const events = watchers.sum("seen") - before.seen;
  const perSecond = events / ((performance.now() - before.at) / 1000);
  const cpuMicros = ((raw.cpuSeconds() - before.cpu) * 1e6) / events;
  watchers.close();
  return { perSecond, cpuMicros, clientCpuMicros: (watchers.sum("cpuMs") * 1000) / watchers.sum("seen") };
}

/**
 * Writes at a given rate and measures how the events reach the watchers.
 *
 * @param write - makes the write with the given number; resolves with its resource version once it is acknowledged
 * @param options - `watchers`, `writesPerSecond`, `seconds`; `path` and `server` to watch
 */
export async function measureFanOut(write, { watchers: count, writesPerSecond, seconds, path, server }) {
  const watchers = await Watchers.open(count, { url: server.url, path, credentials: server.credentials });
  const cpuBefore = server.cpuSeconds();
  const memory = [];
  const sentMs = new Map();
  const writing = [];
  const start = performance.now();
  const total = writesPerSecond * seconds;
  const lookAtMemory = () => memory.push({ resident: server.residentMiB(), mapped: server.mappedMiB() });
  const early = setTimeout(lookAtMemory, Math.min(firstMemoryMs, seconds * 1000));
  for (let index = 0; index < total; index++) {
    const wait = start + (index * 1000) / writesPerSecond - performance.now();
    if (wait > 1) await pause(wait);
    const sent = performance.timeOrigin + performance.now();
    writing.push(write(index).then((version) => sentMs.set(version, sent)));
  }
  await Promise.all(writing);
  clearTimeout(early);
  lookAtMemory();
  const writtenSeconds = (performance.now() - start) / 1000;
  while (watchers.least < total && performance.now() - start < writtenSeconds * 1000 + maxLagMs) await pause(20);
  const totalSeconds = (performance.now() - start) / 1000;
  const lags = watchers.arrivals.map(([version, ms]) => ms - sentMs.get(version)).sort((a, b) => a - b);
  const seen = watchers.sum("seen");
  watchers.close();
  return {
    writtenSeconds,
    totalSeconds,
    perSecond: seen / totalSeconds,
    faults: watchers.sum("faults"),
    missing: total * count - seen,
    memory,
    lagMs: { p50: lags[lags.length >> 1], p99: lags[Math.floor(lags.length * 0.99)] },
    cpuMicros: ((server.cpuSeconds() - cpuBefore) * 1e6) / seen,
    clientCpuMicros: (watchers.sum("cpuMs") * 1000) / seen,
  };
}
