/**
 * Pod indexes in the status of a Job: single indexes and ranges in ascending order, such as `0,2-4`.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { failure, type Result, success } from "../../text/result.ts";

interface Interval {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns Kubernetes' error about a text that is not a list of indexes below `completions`; undefined if it is one, or
 * empty.
 */
export function indexesFault(text: string, completions: number): string | undefined {
  let before: number | undefined;
  for (const part of text === "" ? [] : text.split(",")) {
    const interval = parseInterval(part, completions);
    if (!interval.ok) return interval.error;
    const { first, last } = interval.value;
    if (before !== undefined && before >= first) return unorderedText(before, first);
    before = last;
  }
  return undefined;
}

const unorderedText = (previous: number, current: number): string =>
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
  if (limits.length > 1 && first >= last) return failure(unorderedText(first, last));
  return success({ first, last });
}

/** Returns the first index that is in both lists. Like Kubernetes, skips parts that cannot be parsed. */
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
