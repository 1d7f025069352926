/**
 * Arithmetic on ranges of costs and sizes: unsigned 64 bits that saturate at the top, as cel-go's estimator has it.
 *
 * @module
 */
import type { Range } from "../types/costs.ts";

/** 2^64 - 1: where arithmetic stops, so that it reads as "without bound". */
export const unbounded: bigint = (1n << 64n) - 1n;

/** The size of what nothing is known of. */
export const unknownSize: Range = { min: 0n, max: unbounded };

export function exactly(value: number | bigint): Range {
  const exact = BigInt(value);
  return { min: exact, max: exact };
}

export const one: Range = exactly(1);

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

/** Each bound times a factor of 0 or more, rounded up. */
export function scale(range: Range, factor: number): Range {
  return { min: scaled(range.min, factor), max: scaled(range.max, factor) };
}

/** From the smaller minimum to the larger maximum. */
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

/** The product is a double, as in cel-go, so that large values are those of a double. */
function scaled(value: bigint, factor: number): bigint {
  const product = Math.ceil(Number(value) * factor);
  return product >= 2 ** 64 ? unbounded : BigInt(product);
}
