/**
 * Runs rollout cases: compares how the DaemonSet controller changes nodes after a change of the template with the
 * expectation.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { rolloutPlan } from "../engine/simulate-rollout.ts";
import { OptionError } from "../json/option-error.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { RolloutBlock } from "../kinds/clustervet/vet-suite.ts";
import { parseDuration } from "../text/duration.ts";
import { failure, success } from "../text/result.ts";
import { compareJson, compareSets } from "./compare.ts";
import { brokenVerdict, type Difference, differenceVerdict, type Verdict } from "./result.ts";
import type { LoadResult, SuiteScope } from "./scope.ts";

type Case = NonNullable<RolloutBlock["cases"]>[number];
type Expected = NonNullable<Case["expect"]>;
type Plan = ReturnType<typeof rolloutPlan>;

const nanosPerMs = 1e6;

/** Returns a function that judges the cases of a block. */
export function rolloutJudge({ nodes: paths = [] }: RolloutBlock, scope: SuiteScope): (item: Case) => Verdict {
  const nodes = objectsOf(paths, "Node", scope);
  if (!nodes.ok) return () => nodes.error;
  return (item) => {
    const planned = planOf(item, nodes.value, scope);
    if (!planned.ok) return planned.error;
    const differences = differencesOf(item.expect ?? {}, planned.value);
    return differences.ok ? differenceVerdict(differences.value) : differences.error;
  };
}

function planOf(item: Case, nodes: readonly object[], scope: SuiteScope): LoadResult<Plan> {
  const daemonSet = scope.loadObject("daemonSet", item.daemonSet);
  if (!daemonSet.ok) return daemonSet;
  const pods = item.pods === undefined ? undefined : objectsOf(item.pods, "Pod", scope);
  if (pods?.ok === false) return pods;
  const readyAfterMs = durationMs("readyAfter", item.readyAfter);
  if (!readyAfterMs.ok) return readyAfterMs;
  const goneAfterMs = durationMs("goneAfter", item.goneAfter);
  if (!goneAfterMs.ok) return goneAfterMs;
  const input = {
    daemonSet: daemonSet.value,
    nodes,
    ...(pods ? { pods: pods.value } : {}),
    ...withoutUndefined({ revision: item.revision, readyAfterMs: readyAfterMs.value, goneAfterMs: goneAfterMs.value }),
  };
  try {
    return success(rolloutPlan(input, scope.settings));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return failure(brokenVerdict(error.message));
  }
}

/** Returns the objects of a kind in files, including items of lists. */
function objectsOf(paths: readonly string[], kind: string, scope: SuiteScope): LoadResult<readonly object[]> {
  const found = scope.readFiles(paths);
  if (!found.ok) return found;
  const objects = found.value.flatMap(({ documents }) =>
    documents.flatMap(({ value }) =>
      isPlainObject(value) && Array.isArray(value["items"]) ? value["items"] : [value],
    ),
  );
  const wanted = objects.filter(isPlainObject).filter((object) => object["kind"] === kind);
  return wanted.length > 0 ? success(wanted) : failure(brokenVerdict(`no ${kind} in ${paths.join(", ")}`));
}

function durationMs(field: string, text: string | undefined): LoadResult<number | undefined> {
  if (text === undefined) return success(undefined);
  const parsed = parseDuration(text);
  if (parsed.ok && parsed.value >= 0n) return success(Number(parsed.value) / nanosPerMs);
  return failure(brokenVerdict(`\`${field}\` must be a duration such as 10s or 1m30s; got ${JSON.stringify(text)}`));
}

function differencesOf(expect: Expected, plan: Plan): LoadResult<readonly Difference[]> {
  const longest = durationMs("expect.maxDuration", expect.maxDuration);
  if (!longest.ok) return longest;
  const { complete, maxUnavailable, nodes } = expect;
  const names = (list: readonly { readonly node: string }[]) => list.map(({ node }) => node);
  return success([
    ...(complete === undefined ? [] : compareJson(at("complete"), complete, plan.isComplete)),
    ...compareMaximum("maxUnavailable", maxUnavailable, plan.maxUnavailable, String),
    ...compareMaximum("maxDuration", longest.value, plan.durationMs, (ms) => `${ms / 1000}s`),
    ...(nodes === undefined ? [] : compareJson(at("nodes"), nodes, plan.status.desiredNumberScheduled)),
    ...compareSets(at("excluded"), expect.excluded, names(plan.excluded)),
    ...compareSets(at("blocking"), expect.blocking, names(plan.blocking)),
  ]);
}

function compareMaximum(
  field: keyof Expected,
  most: number | undefined,
  found: number,
  show: (amount: number) => string,
): readonly Difference[] {
  if (most === undefined || found <= most) return [];
  return [{ path: at(field), expected: [`at most ${show(most)}`], found: [show(found)] }];
}

const at = (field: keyof Expected): FieldPath => ["expect", field];
