/**
 * Sets of CPUs in the kernel's format: `0-3,8,10-11`.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { int64Of } from "./int64.ts";
import { failure, type Result, success } from "./result.ts";

/** CPUs from `first` to `last`, both included. */
export interface CpuRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the ranges in the order of the text; an empty text is an empty set. */
export function parseCpuSet(text: string): Result<readonly CpuRange[]> {
  const ranges: CpuRange[] = [];
  if (text === "") return success(ranges);
  for (const item of text.split(",")) {
    const dash = item.indexOf("-");
    const ends = dash < 0 ? [item, item] : [item.slice(0, dash), item.slice(dash + 1)];
    const wrong = ends.find((end) => !isCpu(end));
    if (wrong !== undefined) return failure(`${quoteGo(wrong)} is not a CPU number`);
    const [first, last] = ends.map(Number) as [number, number];
    if (first > last) return failure(`the range ${quoteGo(item)} is in descending order`);
    ranges.push({ first, last });
  }
  return success(ranges);
}

/** Whether the text is a CPU number: digits, optionally after a plus sign, that fit into Go's int. */
const isCpu = (text: string): boolean => /^\+?\d+$/.test(text) && int64Of(text) !== undefined;
