/**
 * Estimates the lowest and highest cost of an expression before it runs, and finds the input size that drives the cost.
 * The caller supplies bounds of sizes, such as those of a schema; a size without a bound may be anything up to 2^64 -
 * 1, and so may the cost.
 *
 * @part expressions
 * @module
 */
import { assertOptions, assertOptionType, instance, method } from "../../json/option-shape.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { Range, TrackingRules } from "../types/costs.ts";
import type { CelType } from "../types/types.ts";
import { Estimator, type SizeBounds, type SizePath, type UnknownSize } from "./estimator.ts";

/** The path in the input whose unknown size raises the maximum cost most. */
export interface SizeDriver {
  readonly path: SizePath;
  readonly type: CelType;
  /** UTF-16 offsets of the first expression that reads it, in the text of the expression. */
  readonly start: number;
  readonly end: number;
}

/** The estimated cost of one evaluation; a maximum of 2^64 - 1 means unbounded. */
export interface CostEstimate extends Range {
  /** Absent if every size of the input is known or none raises the cost. */
  readonly driver?: SizeDriver;
  /**
   * Parts whose cost cel-go's estimate does not count in full, such as `fields below object`. If it is empty, the
   * maximum bounds every evaluation.
   */
  readonly leftOut: readonly string[];
}

/** Options of an estimate. */
export interface EstimateOptions {
  /** Bounds of input sizes; default: no size is known. */
  readonly sizes?: SizeBounds;
}

const shapeByName = new Map([["sizes", method]]);

/**
 * Estimates the cost of a checked expression.
 *
 * @throws {OptionError} for invalid options
 */
export function estimate(checked: CheckedAst, rules: TrackingRules, options: EstimateOptions = {}): CostEstimate {
  assertOptionType("checked", checked, instance);
  assertOptionType("rules", rules, instance);
  assertOptions(options, shapeByName);
  const sizes = options.sizes ?? noBounds;
  const { cost, unknownSizes, leftOut } = estimateWithin(checked, rules, sizes);
  const driver = findDriver(unknownSizes, (path) => {
    const assumed = boundInputs((other) => (path !== undefined && samePath(path, other) ? largeSize : smallSize));
    return estimateWithin(checked, rules, firstBound(sizes, assumed)).cost.max;
  });
  return { ...cost, leftOut, ...(driver && { driver }) };
}

/**
 * Finds the largest bound for all unbounded input sizes that keeps the cost within a limit.
 *
 * @param limit - inclusive
 * @returns at most 2^32; undefined if no bound is small enough
 */
export function largestSizeWithin(
  checked: CheckedAst,
  rules: TrackingRules,
  limit: number,
  { sizes = noBounds }: EstimateOptions = {},
): number | undefined {
  const isWithin = (size: number): boolean =>
    estimateWithin(
      checked,
      rules,
      firstBound(sizes, () => size),
    ).cost.max <= BigInt(limit);
  if (!isWithin(0)) return undefined;
  let [within, beyond] = [0, largeSize + 1];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (isWithin(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

/** Formats a path for people: `request.groups[*]`, with `[*]` for all elements and `keys of` for the keys of a map. */
export function formatSizePath(path: SizePath): string {
  const [name = "", ...parts] = path;
  let text = name;
  for (const part of parts) {
    if (part === "@keys") text = `keys of ${text}`;
    else if (part === "@indices") text = `indexes of ${text}`;
    else text += part === "@items" || part === "@values" ? "[*]" : `.${part}`;
  }
  return text;
}

const noBounds: SizeBounds = () => undefined;

/** Bounds input sizes only, not those of values that the expression creates. */
const boundInputs =
  (bound: (path: SizePath) => number): SizeBounds =>
  (path) =>
    path.length === 0 ? undefined : bound(path);

/** Assumed sizes, to find out how much one large input raises the cost while all others are small. */
const largeSize = 2 ** 32;
const smallSize = 10;

/** How many inputs the search for the driver tries; each try costs an estimate. */
const maxCandidates = 32;

interface EstimateResult {
  readonly cost: Range;
  readonly unknownSizes: readonly UnknownSize[];
  readonly leftOut: readonly string[];
}

function estimateWithin(checked: CheckedAst, rules: TrackingRules, bounds: SizeBounds): EstimateResult {
  const estimator = new Estimator(checked, rules, bounds);
  const cost = estimator.costOf(checked.ast.expr);
  return { cost, unknownSizes: [...estimator.unknownSizes.values()], leftOut: [...estimator.leftOut] };
}

const firstBound =
  (first: SizeBounds, second: SizeBounds): SizeBounds =>
  (path, type) =>
    first(path, type) ?? second(path, type);

/**
 * Returns the unknown size that raises the maximum cost most; undefined if none raises it.
 *
 * @param maxWith - returns the maximum cost if the input at a path is large and the others are small; without a path,
 *   if all are small
 */
function findDriver(
  unknownSizes: readonly UnknownSize[],
  maxWith: (path: SizePath | undefined) => bigint,
): SizeDriver | undefined {
  if (unknownSizes.length === 0) return undefined;
  let driver: UnknownSize | undefined;
  let highest = maxWith(undefined);
  for (const candidate of unknownSizes.slice(0, maxCandidates)) {
    const max = maxWith(candidate.path);
    if (max > highest) [driver, highest] = [candidate, max];
  }
  return driver && { path: driver.path, type: driver.type, start: driver.expr.start, end: driver.expr.end };
}

function samePath(a: SizePath, b: SizePath): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
