/**
 * Runs rules across documents on the objects of a run.
 *
 * @module
 */
import { internalFinding } from "../rule/fault.ts";
import { Place } from "../rule/place.ts";
import type { PlaceIn, ProjectDocument, ProjectRule } from "../rule/rule.ts";
import { attribute } from "../rule/run.ts";
import type { ExaminedFile } from "./examine.ts";
import type { GatheredResults } from "./gathered-results.ts";
import { projectRulesOf } from "./needed-objects.ts";
import type { Settings } from "./options.ts";

export function runProjectRules(gathered: GatheredResults, settings: Settings): void {
  const rules = projectRulesOf(settings.catalog.kinds);
  for (const [rule, wanted] of objectsByRule(rules, gathered.files.values())) {
    const [first] = wanted;
    if (!first) continue;
    try {
      const placeIn: PlaceIn = (object) => Place.root((finding) => gathered.report(object, attribute(rule, finding)));
      const run = () => rule.run(wanted, placeIn, settings.contextFor("v1"));
      if (settings.stopwatch) settings.stopwatch.time("rules", rule.id, run);
      else run();
    } catch (error) {
      settings.onFault(error);
      gathered.report(first, internalFinding(error, rule.id));
    }
  }
}

/** The documents of a run that each rule needs. */
function objectsByRule(
  rules: readonly ProjectRule[],
  files: Iterable<ExaminedFile>,
): ReadonlyMap<ProjectRule, readonly ProjectDocument[]> {
  const byRule = new Map(rules.map((rule) => [rule, [] as ProjectDocument[]]));
  const byKind = new Map<string, ProjectDocument[][]>();
  for (const [{ kinds }, wanted] of byRule) {
    for (const kind of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), wanted]);
  }
  for (const { objects } of files) {
    for (const object of objects) for (const wanted of byKind.get(object.kind) ?? []) wanted.push(object);
  }
  return byRule;
}
