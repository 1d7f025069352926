/**
 * Arithmetic on ranges of costs and sizes in unsigned 64 bits that saturate at the maximum, as in cel-go's estimator.
 *
 * @module
 */
import type { Range } from "../types/costs.ts";

/** 2^64 - 1, where arithmetic saturates; it means "without bound". */
export const unbounded: bigint = (1n << 64n) - 1n;

/** The size of a value that nothing is known about. */
export const unknownSize: Range = { min: 0n, max: unbounded };

export function exactly(value: number | bigint): Range {
  const exact = BigInt(value);
  return { min: exact, max: exact };
}

export const exactlyOne: Range = exactly(1);

export function sum(...ranges: readonly Range[]): Range {
  let { min, max } = { min: 0n, max: 0n };
  for (const range of ranges) {
    min = saturated(min + range.min);
    max = saturated(max + range.max);
  }
  return { min, max };
}

export function product(a: Range, b: Range): Range {
  return { min: saturated(a.min * b.min), max: saturated(a.max * b.max) };
}

/** Multiplies each bound by a factor of 0 or more, rounded up. */
export function scale(range: Range, factor: number): Range {
  return { min: scaled(range.min, factor), max: scaled(range.max, factor) };
}

/** Returns the range from the smaller minimum to the larger maximum. */
export function union(a: Range, b: Range): Range {
  return { min: smaller(a.min, b.min), max: a.max === smaller(a.max, b.max) ? b.max : a.max };
}

/** `Math.min` of bigints. */
export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

function saturated(value: bigint): bigint {
  return value > unbounded ? unbounded : value;
}

/** Multiplies as doubles, as cel-go does, so that large results have the precision of a double. */
function scaled(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor);
  return product >= 2 ** 64 ? unbounded : BigInt(product);
}
