/**
 * A reporter for Stryker that keeps a sample of the planned mutants: the first by a hash of what each changes. One seed and
 * one state of the source always give the same sample, so that a score before and after new tests is of the same mutants.
 *
 * Stryker hands its reporters the plan that it then runs, and has no other place where single mutants can be left out.
 */
import { createHash } from "node:crypto";
import { relative } from "node:path";

const size = Number(process.env.MUTANTS_SAMPLE);

export const strykerPlugins = [{ kind: "Reporter", name: "sample", factory: () => ({ onMutationTestingPlanReady }) }];

function onMutationTestingPlanReady({ mutantPlans }) {
  const changes = mutantPlans.filter(({ mutant }) => mutant.status === undefined);
  const byRank = changes.map((plan) => ({ plan, rank: rank(plan.mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  mutantPlans.splice(0, mutantPlans.length, ...byRank.slice(0, size).map(({ plan }) => plan));
}

function rank({ fileName, location, mutatorName, replacement }) {
  const change = [process.env.MUTANTS_SEED, relative("", fileName), location, mutatorName, replacement];
  return createHash("sha256").update(JSON.stringify(change)).digest("hex");
}
