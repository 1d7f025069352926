/**
 * Two reporters for Stryker. One prints each survivor when it is found. The other keeps some of the planned mutants: a sample, the first by a hash of what each changes, or the
 * survivors of the run before. One seed and one state of the source always give the same sample, so that a score before and
 * after new tests is of the same mutants.
 *
 * Stryker hands its reporters the plan that it then runs, and has no other place where single mutants can be left out.
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

/** The change of a mutant and its place; plans count lines and columns from 0, results from 1. */
export function changeOf({ fileName, location: { start, end }, mutatorName, replacement }, first = 0) {
  const at = ({ line, column }) => `${line + first}:${column + first}`;
  return { place: `${relative("", fileName)}:${at(start)}-${at(end)}`, mutatorName, replacement };
}
