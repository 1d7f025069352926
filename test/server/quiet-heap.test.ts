import { expect, onTestFinished, test, vi } from "vitest";
import { shrinkHeapWhenQuiet } from "../../src/server/quiet-heap.ts";

test("each time load (maxQuietShare) ends, V8 collects garbage and saves memory for one interval (intervalMs)", () => {
  const { flags, after, stop } = watchedHeap();
  expect(after(300, 1000)).toEqual([]);
  expect(after(300, 1000)).toEqual([]);
  expect(after(2000)).toEqual([]);
  expect(after(1999)).toEqual(["save", "collect"]);
  expect(after(100)).toEqual(["as ever"]);
  expect(after(100)).toEqual([]);
  expect(after(9000)).toEqual([]);
  expect(after(100)).toEqual(["save", "collect"]);
  expect(after(9000)).toEqual(["as ever"]);
  expect(after(0)).toEqual(["save", "collect"]);
  stop();
  expect(flags.at(-1)).toBe("as ever");
  expect(after(9000).concat(after(0))).toEqual([]);
});

test("memory of the start is released after one second (firstIntervalsMs), or after two if the server is busy", () => {
  const quiet = watchedHeap();
  expect(quiet.after(199, 1000)).toEqual(["save", "collect"]);
  expect(quiet.after(0, 1000)).toEqual(["as ever"]);
  expect(quiet.after(0)).toEqual([]);
  quiet.stop();
  const busy = watchedHeap();
  expect(busy.after(200, 1000)).toEqual([]);
  expect(busy.after(199, 1000)).toEqual(["save", "collect"]);
  busy.stop();
});

test("memory is released once when load falls to less than a third of its previous value (maxQuietPart)", () => {
  const { after } = watchedHeap();
  expect(after(1000, 1000).concat(after(1000, 1000))).toEqual([]);
  expect(after(9000)).toEqual([]);
  expect(after(3400)).toEqual([]);
  expect(after(3300)).toEqual(["save", "collect"]);
  expect(after(3300)).toEqual(["as ever"]);
  expect(after(2100)).toEqual([]);
  expect(after(1900)).toEqual(["save", "collect"]);
});

/**
 * Watches a heap with fake time. `after` uses processor time, lets time pass, and returns the actions on the heap in
 * that time.
 */
function watchedHeap() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const flags: string[] = [];
  let cpuMs = 0;
  const stop = shrinkHeapWhenQuiet({
    cpuMs: () => cpuMs,
    save: (isWanted) => flags.push(isWanted ? "save" : "as ever"),
    collect: () => flags.push("collect"),
  });
  const after = (usedMs: number, passedMs = 10_000) => {
    flags.length = 0;
    cpuMs += usedMs;
    vi.advanceTimersByTime(passedMs);
    return [...flags];
  };
  return { flags, after, stop };
}
