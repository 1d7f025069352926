/**
 * How costs differ between releases. Numbers move when Kubernetes takes a new cel-go or corrects its own table; a
 * profile is all such choices for one release.
 *
 * @part expressions
 * @module
 */

import { listCost } from "../../cel/cost/model.ts";
import type { CostProfile } from "../../cel/types/costs.ts";
import { byText } from "../../text/by-text.ts";

/** The cost of a list literal by the documentation of the resource API, which is not what any release charges. */
const documentedListCost = 40;

/** The releases that changed a cost, and what they changed. */
const changes = {
  comparesOpaqueAtOne: "1.32",
  costsFormats: "1.32",
  looksIntoOptionals: "1.33",
  estimatesReaders: "1.34",
  affixesBySearched: "1.37",
  costsGlobalMatches: "1.37",
} as const;

/** The profile of a release, such as `1.37`. */
export function costProfile(target: string): CostProfile {
  return profileOf(target);
}

const profileOf = byText((target): CostProfile => {
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

/** As a release charges, except for list literals, which cost what the documentation says. */
export function documentedCostProfile(target: string): CostProfile {
  return { ...costProfile(target), name: "documentation", list: documentedListCost };
}

/** Releases are of major version 1. */
function minorOf(target: string): number {
  return Number(target.split(".")[1]);
}
