import { expect, test, vi } from "vitest";
import { shrinkHeapWhenQuiet } from "../../src/server/quiet-heap.ts";

test("V8 collects garbage and is to save memory for one interval (intervalMs) when load (maxQuietShare) ends, and again after the next load", () => {
  vi.useFakeTimers();
  const flags: string[] = [];
  let cpuMs = 0;
  const stop = shrinkHeapWhenQuiet({
    cpuMs: () => cpuMs,
    setFlag: (flag) => flags.push(flag),
    collect: () => flags.push("collect"),
  });
  const after = (usedMs: number) => {
    flags.length = 0;
    cpuMs += usedMs;
    vi.advanceTimersByTime(10_000);
    return [...flags];
  };
  expect(after(2000)).toEqual([]);
  expect(after(1999)).toEqual(["collect", "--optimize-for-size"]);
  expect(after(100)).toEqual(["--no-optimize-for-size"]);
  expect(after(100)).toEqual([]);
  expect(after(9000)).toEqual([]);
  expect(after(100)).toEqual(["collect", "--optimize-for-size"]);
  expect(after(9000)).toEqual(["--no-optimize-for-size"]);
  expect(after(0)).toEqual(["collect", "--optimize-for-size"]);
  stop();
  expect(flags.at(-1)).toBe("--no-optimize-for-size");
  expect(after(9000).concat(after(0))).toEqual([]);
  vi.useRealTimers();
});
