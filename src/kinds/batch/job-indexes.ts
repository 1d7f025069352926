/**
 * Indexes of the pods of a Job as its status has them: single ones and ranges, ascending, `0,2-4`.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { failure, type Result, success } from "../../text/result.ts";

interface Interval {
  readonly first: number;
  readonly last: number;
}

/** Why the text is no list of indexes below `completions`, in the words of Kubernetes; undefined for one that is, as for an empty one. */
export function indexesFault(text: string, completions: number): string | undefined {
  let before: number | undefined;
  for (const part of text === "" ? [] : text.split(",")) {
    const interval = parseInterval(part, completions);
    if (!interval.ok) return interval.error;
    const { first, last } = interval.value;
    if (before !== undefined && before >= first) return unordered(before, first);
    before = last;
  }
  return undefined;
}

const unordered = (previous: number, current: number): string =>
  `non-increasing order, previous: ${previous}, current: ${current}`;

function parseInterval(text: string, completions: number): Result<Interval> {
  const limits = text.split("-");
  if (limits.length > 2) {
    const why = "violates the requirement that an index interval can have at most two parts separated by '-'";
    return failure(`the fragment ${quoteGo(text)} ${why}`);
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^[+-]?\d+$/.test(limit)) return failure(`cannot convert string to integer for index: ${quoteGo(limit)}`);
    if (Number(limit) >= completions) return failure(`too large index: ${quoteGo(limit)}`);
    numbers.push(Number(limit));
  }
  const [first = 0, last = first] = numbers;
  if (limits.length > 1 && first >= last) return failure(unordered(first, last));
  return success({ first, last });
}

/** The first index that is in both lists, as far as Kubernetes finds it: it leaves out parts that cannot be read. */
export function findOverlap(completed: string, failed: string, completions: number): number | undefined {
  const [left, right] = [completed, failed].map((text) => readableIntervals(text, completions));
  if (!left || !right) return undefined;
  for (let [at, other] = [0, 0]; ; ) {
    const [a, b] = [left[at], right[other]];
    if (!a || !b) return undefined;
    if (a.first <= b.last && b.first <= a.last) return Math.max(a.first, b.first);
    if (a.first <= b.first) at++;
    else other++;
  }
}

const readableIntervals = (text: string, completions: number): readonly Interval[] =>
  (text === "" ? [] : text.split(",")).flatMap((part) => {
    const interval = parseInterval(part, completions);
    return interval.ok ? [interval.value] : [];
  });
