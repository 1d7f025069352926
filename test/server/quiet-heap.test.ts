import { expect, onTestFinished, test, vi } from "vitest";
import { shrinkHeapWhenQuiet } from "../../src/server/quiet-heap.ts";

test("each time load (maxQuietShare) ends, V8 collects garbage and saves memory for one interval (intervalMs)", () => {
  const { flags, advance, stop } = watchedHeap();
  expect(advance(300, 1000)).toEqual([]);
  expect(advance(300, 1000)).toEqual([]);
  expect(advance(2000)).toEqual([]);
  expect(advance(1999)).toEqual(["save", "collect"]);
  expect(advance(100)).toEqual(["as ever"]);
  expect(advance(100)).toEqual([]);
  expect(advance(9000)).toEqual([]);
  expect(advance(100)).toEqual(["save", "collect"]);
  expect(advance(9000)).toEqual(["as ever"]);
  expect(advance(0)).toEqual(["save", "collect"]);
  stop();
  expect(flags.at(-1)).toBe("as ever");
  expect(advance(9000).concat(advance(0))).toEqual([]);
});

test("memory of the start is released after one second (firstIntervalsMs), or after two if the server is busy", () => {
  const quiet = watchedHeap();
  expect(quiet.advance(199, 1000)).toEqual(["save", "collect"]);
  expect(quiet.advance(0, 1000)).toEqual(["as ever"]);
  expect(quiet.advance(0)).toEqual([]);
  quiet.stop();
  const busy = watchedHeap();
  expect(busy.advance(200, 1000)).toEqual([]);
  expect(busy.advance(199, 1000)).toEqual(["save", "collect"]);
  busy.stop();
});

test("memory is released once when load falls to less than a third of its previous value (maxQuietPart)", () => {
  const { advance } = watchedHeap();
  expect(advance(1000, 1000).concat(advance(1000, 1000))).toEqual([]);
  expect(advance(9000)).toEqual([]);
  expect(advance(3400)).toEqual([]);
  expect(advance(3300)).toEqual(["save", "collect"]);
  expect(advance(3300)).toEqual(["as ever"]);
  expect(advance(2100)).toEqual([]);
  expect(advance(1900)).toEqual(["save", "collect"]);
});

/**
 * Watches a heap with fake time. `advance` uses processor time, lets time pass, and returns the actions on the heap in
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
  const advance = (usedMs: number, passedMs = 10_000) => {
    flags.length = 0;
    cpuMs += usedMs;
    vi.advanceTimersByTime(passedMs);
    return [...flags];
  };
  return { flags, advance, stop };
}
