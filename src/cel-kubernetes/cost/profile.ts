/**
 * How costs differ between releases of Kubernetes. They change when Kubernetes updates cel-go or corrects its own cost
 * table; a profile holds all these differences for one release.
 *
 * @part expressions
 * @module
 */

import { listCost } from "../../cel/cost/model.ts";
import type { CostProfile } from "../../cel/types/costs.ts";
import { memoizeByText } from "../../text/memoize-by-text.ts";

/** The cost of a list literal according to the documentation of the resource API; no release charges it. */
const documentedListCost = 40;

/** The first release with each change of a cost. */
const changes = {
  comparesOpaqueAtOne: "1.32",
  costsFormats: "1.32",
  looksIntoOptionals: "1.33",
  estimatesReaders: "1.34",
  affixesBySearched: "1.37",
  costsGlobalMatches: "1.37",
} as const;

/** Returns the profile of a release, such as `1.37`. */
export function costProfile(target: string): CostProfile {
  return profileOf(target);
}

const profileOf = memoizeByText((target): CostProfile => {
  const since = (change: keyof typeof changes): boolean => minorOf(target) >= minorOf(changes[change]);
  return {
    name: target,
    list: listCost,
    comparesOpaqueAtOne: since("comparesOpaqueAtOne"),
    costsFormats: since("costsFormats"),
    looksIntoOptionals: since("looksIntoOptionals"),
    estimatesReaders: since("estimatesReaders"),
    affixesBySearched: since("affixesBySearched"),
    costsGlobalMatches: since("costsGlobalMatches"),
  };
});

/** Returns the profile of a release, but with the documented cost of list literals. */
export function documentedCostProfile(target: string): CostProfile {
  return { ...costProfile(target), name: "documentation", list: documentedListCost };
}

/** Assumes the major version 1. */
function minorOf(target: string): number {
  return Number(target.split(".")[1]);
}
