/**
 * Estimates the highest cost of a CRD validation rule for one request, and finds the schema bound that would bring the
 * cost under a limit.
 *
 * @part expressions
 * @module
 */

import { estimate } from "../../cel/cost/estimate.ts";
import type { SizeBounds, SizePath } from "../../cel/cost/estimator.ts";
import { exactly, product } from "../../cel/cost/range.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { TrackingRules } from "../../cel/types/costs.ts";
import {
  type BoundKeyword,
  cardinalityInRequest,
  missingBound,
  type SchemaRoot,
  type SizedSchema,
  schemaBounds,
} from "./schema-bounds.ts";

/** The schema that has the rule, and how many values it applies to. */
export interface RulePlace extends SchemaRoot {
  readonly schema: SizedSchema;
  /**
   * The largest number of values that the rule applies to, see `cardinalityInside`; undefined if nothing bounds it.
   * Default 1.
   */
  readonly cardinality?: bigint | undefined;
}

/** The maximum cost of a rule. */
export interface RuleEstimate {
  /** For all values in a request; 2^64 - 1 means unbounded. */
  readonly cost: bigint;
  /** For one value. */
  readonly costOfValue: bigint;
  /** The largest number of values in a request. */
  readonly cardinality: bigint;
}

/** Estimates the cost of a rule as kube-apiserver does before it accepts the definition. */
export function estimateRule(checked: CheckedAst, rules: TrackingRules, place: RulePlace): RuleEstimate {
  const cardinality = cardinalityOf(place);
  const costOfValue = estimate(checked, rules, { sizes: schemaBounds(place.schema, place) }).max;
  return { cost: times(costOfValue, cardinality), costOfValue, cardinality };
}

/** A bound that a schema lacks, and which values of it would suffice. */
export interface BoundAdvice {
  /** Begins with `self`, see `formatSizePath`. */
  readonly path: SizePath;
  readonly keyword: BoundKeyword;
  /**
   * The largest bound at this path that keeps the estimate within the limit; absent if a bound at this path alone does
   * not suffice.
   */
  readonly alone?: number;
  /**
   * The largest bound that suffices if all other places without a bound get the same; absent if there are no other
   * places or if none suffices.
   */
  readonly together?: number;
  /** The number of other places without a bound. */
  readonly others: number;
}

/**
 * Finds the missing bound that lowers the cost of a rule most.
 *
 * @returns undefined if no bound inside of the value brings the rule under the limit: the rule itself costs too much,
 *   or there are too many values
 */
export function adviseBound(
  checked: CheckedAst,
  rules: TrackingRules,
  place: RulePlace,
  limit: number,
): BoundAdvice | undefined {
  const cardinality = cardinalityOf(place);
  const fallback = schemaBounds(place.schema, place);
  const unboundedPlaces = findUnboundedPlaces(checked, rules, place, fallback).slice(0, maxTriedPlaces);
  const costWith = (bounds: ReadonlyMap<string, number>): bigint => {
    const sizes: SizeBounds = (path, type) => bounds.get(keyOf(path)) ?? fallback(path, type);
    return times(estimate(checked, rules, { sizes }).max, cardinality);
  };
  const [best] = unboundedPlaces
    .map((place) => ({ place, cost: costWith(new Map([[keyOf(place.path), smallSize]])) }))
    .sort((a, b) => Number(a.cost > b.cost) - Number(a.cost < b.cost))
    .map(({ place }) => place);
  if (best === undefined) return undefined;
  const within = (places: readonly UnboundedPlace[], bound: number): boolean =>
    costWith(new Map(places.map(({ path, unit }) => [keyOf(path), bound * unit]))) <= BigInt(limit);
  const alone = largestThatHolds((size) => within([best], size));
  const together = unboundedPlaces.length > 1 ? largestThatHolds((size) => within(unboundedPlaces, size)) : undefined;
  if (alone === undefined && together === undefined) return undefined;
  return {
    path: best.path,
    keyword: best.keyword,
    ...(alone === undefined ? {} : { alone }),
    ...(together === undefined ? {} : { together }),
    others: unboundedPlaces.length - 1,
  };
}

/** How many places the search for the best bound tries; each try costs an estimate. */
const maxTriedPlaces = 32;
const smallSize = 1;

interface UnboundedPlace {
  readonly path: SizePath;
  readonly keyword: BoundKeyword;
  /** Size for each unit of the keyword; 4 for `maxLength`, since a code point may take four bytes. */
  readonly unit: number;
}

/** Returns the places without a bound whose size the estimate looks up, in the order of the lookups. */
function findUnboundedPlaces(
  checked: CheckedAst,
  rules: TrackingRules,
  place: RulePlace,
  fallback: SizeBounds,
): readonly UnboundedPlace[] {
  const found = new Map<string, UnboundedPlace>();
  const sizes: SizeBounds = (path, type) => {
    const missing = path.length === 0 ? undefined : missingBound(place.schema, path, place);
    if (missing !== undefined) found.set(keyOf(path), { path, ...missing });
    return fallback(path, type);
  };
  estimate(checked, rules, { sizes });
  return [...found.values()];
}

/**
 * Finds the largest size that holds, by bisection from 1 to 2^22, which is more than fits into a request; undefined if
 * 1 is too much.
 */
function largestThatHolds(holds: (size: number) => boolean): number | undefined {
  if (!holds(1)) return undefined;
  let [within, beyond] = [1, 2 ** 22];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (holds(middle)) within = middle;
    else beyond = middle;
  }
  return within;
}

function cardinalityOf(place: RulePlace): bigint {
  const { schema, isResource = true } = place;
  const cardinality = "cardinality" in place ? place.cardinality : 1n;
  return cardinality ?? cardinalityInRequest(schema, isResource);
}

function times(cost: bigint, cardinality: bigint): bigint {
  return product(exactly(cost), exactly(cardinality)).max;
}

function keyOf(path: SizePath): string {
  return path.join("\n");
}
