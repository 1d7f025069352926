/**
 * The highest cost of a validation rule of a custom resource definition for one request, and which bound in the
 * schema would
 * bring that under a limit.
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

/** Where a rule is. */
export interface RulePlace extends SchemaRoot {
  readonly schema: SizedSchema;
  /** How many such values there are at most, see `cardinalityInside`; undefined when nothing bounds them. Default 1. */
  readonly cardinality?: bigint | undefined;
}

/** Bounds of what a rule costs. */
export interface RuleEstimate {
  /** For all values in a request; at most 2^64 - 1, which represents no bound. */
  readonly cost: bigint;
  /** For one value. */
  readonly costOfValue: bigint;
  /** Values in a request. */
  readonly cardinality: bigint;
}

/** Estimates a rule as the API server does before it accepts the definition. */
export function estimateRule(checked: CheckedAst, rules: TrackingRules, place: RulePlace): RuleEstimate {
  const cardinality = cardinalityOf(place);
  const costOfValue = estimate(checked, rules, { sizes: schemaBounds(place.schema, place) }).max;
  return { cost: times(costOfValue, cardinality), costOfValue, cardinality };
}

/** A bound that a schema lacks. */
export interface BoundAdvice {
  /** From `self` on, see `formatSizePath`. */
  readonly path: SizePath;
  readonly keyword: BoundKeyword;
  /** The largest bound with which the estimate is within the limit; absent when a bound there alone is not enough. */
  readonly alone?: number;
  /** The same where all other places without a bound get one of this size, too; absent without such places. */
  readonly together?: number;
  /** How many such places there are. */
  readonly others: number;
}

/**
 * The bound that does most to bring a rule under a limit.
 *
 * @returns undefined when no bound inside of the value helps: the rule itself costs too much, or there are too many values
 */
export function adviseBound(
  checked: CheckedAst,
  rules: TrackingRules,
  place: RulePlace,
  limit: number,
): BoundAdvice | undefined {
  const cardinality = cardinalityOf(place);
  const fallback = schemaBounds(place.schema, place);
  const open = openPlaces(checked, rules, place, fallback).slice(0, maxOpenPlaces);
  const costWith = (bounds: ReadonlyMap<string, number>): bigint => {
    const sizes: SizeBounds = (path, type) => bounds.get(keyOf(path)) ?? fallback(path, type);
    return times(estimate(checked, rules, { sizes }).max, cardinality);
  };
  const [best] = open
    .map((place) => ({ place, cost: costWith(new Map([[keyOf(place.path), smallSize]])) }))
    .sort((a, b) => Number(a.cost > b.cost) - Number(a.cost < b.cost))
    .map(({ place }) => place);
  if (best === undefined) return undefined;
  const within = (places: readonly OpenPlace[], bound: number): boolean =>
    costWith(new Map(places.map(({ path, unit }) => [keyOf(path), bound * unit]))) <= BigInt(limit);
  const alone = largest((size) => within([best], size));
  const together = open.length > 1 ? largest((size) => within(open, size)) : undefined;
  if (alone === undefined && together === undefined) return undefined;
  return {
    path: best.path,
    keyword: best.keyword,
    ...(alone === undefined ? {} : { alone }),
    ...(together === undefined ? {} : { together }),
    others: open.length - 1,
  };
}

/** Places looked at in search of the best bound, each at the price of an estimate. */
const maxOpenPlaces = 32;
const smallSize = 1;

interface OpenPlace {
  readonly path: SizePath;
  readonly keyword: BoundKeyword;
  /** Size for each unit of the keyword: a code point may take four bytes. */
  readonly unit: number;
}

/** The places that the estimate asks the size of and that have no bound, in the order in which it asks. */
function openPlaces(
  checked: CheckedAst,
  rules: TrackingRules,
  place: RulePlace,
  fallback: SizeBounds,
): readonly OpenPlace[] {
  const found = new Map<string, OpenPlace>();
  const sizes: SizeBounds = (path, type) => {
    const missing = path.length === 0 ? undefined : missingBound(place.schema, path, place);
    if (missing !== undefined) found.set(keyOf(path), { path, ...missing });
    return fallback(path, type);
  };
  estimate(checked, rules, { sizes });
  return [...found.values()];
}

/** By halves, from 1 to 2^22, which is more than fits into a request; undefined when 1 is too much. */
function largest(holds: (size: number) => boolean): number | undefined {
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
