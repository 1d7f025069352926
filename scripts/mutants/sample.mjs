/**
 * Two reporters for Stryker. The first prints each survivor when it is found. The second keeps only some of the planned
 * mutants: a sample, chosen by a hash of each change, or the survivors of the previous run. The same seed and source
 * always result in the same sample, so that scores before and after new tests are about the same mutants.
 *
 * Stryker passes its reporters the plan before running it; it offers no other way to leave out single mutants.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";

export const strykerPlugins = [
  { kind: "Reporter", name: "survivors", factory: () => ({ onMutantTested }) },
  { kind: "Reporter", name: "sample", factory: () => ({ onMutationTestingPlanReady }) },
];

function onMutantTested(mutant) {
  const { place, replacement } = changeOf(mutant);
  if (isSurvivor(mutant)) console.log(`${mutant.status} ${place} ${replacement}`);
}

export const isSurvivor = ({ status }) => status === "Survived" || status === "NoCoverage";

function onMutationTestingPlanReady({ mutantPlans }) {
  const changes = mutantPlans
    .filter(({ mutant }) => mutant.status === undefined)
    .map((plan) => ({ plan, change: JSON.stringify(changeOf(plan.mutant, 1)) }));
  const { MUTANTS_SAMPLE: size, MUTANTS_SEED: seed, MUTANTS_AGAIN: earlier } = process.env;
  const kept = earlier ? survivorsOf(changes, earlier) : sampleOf(changes, Number(size), seed);
  mutantPlans.splice(0, mutantPlans.length, ...kept.map(({ plan }) => plan));
}

function sampleOf(changes, size, seed) {
  const ranked = changes.map((each) => ({
    ...each,
    rank: createHash("sha256")
      .update(seed + each.change)
      .digest("hex"),
  }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, size);
}

function survivorsOf(changes, earlier) {
  const before = new Set(JSON.parse(readFileSync(earlier, "utf8")).map((change) => JSON.stringify(change)));
  return changes.filter(({ change }) => before.has(change));
}

/**
 * The change and place of a mutant. Plans count lines and columns from 0, results from 1.
 *
 * @param first - 1 for a mutant of a plan, to get the numbers of results
 */
export function changeOf({ fileName, location: { start, end }, mutatorName, replacement }, first = 0) {
  const at = ({ line, column }) => `${line + first}:${column + first}`;
  return { place: `${relative("", fileName)}:${at(start)}-${at(end)}`, mutatorName, replacement };
}
