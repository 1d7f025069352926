/**
 * Rules about parts of an object, such as the containers of a pod.
 *
 * @module
 */
import type { Place } from "./place.ts";
import type { Rule } from "./rule.ts";
import type { Visit } from "./visit.ts";

/**
 * Selects the parts of an object that rules check: `(role, place, visit) => visit.each(role.rules, place.at("rules"))`.
 */
export type Parts<T, U> = (object: T, place: Place<T>, visit: Visit<T>) => readonly Visit<U>[];

type AnyParts = Parts<unknown, unknown>;

/** The rules that `within` created. A copy of one with another `run` is not among them. */
const partRuleByRule = new WeakMap<Rule, { readonly rule: Rule; readonly parts: AnyParts }>();

/**
 * Returns rules that run the given ones on each part of the object; rules with the same `parts` function share the
 * visits.
 */
export function within<T, U>(rules: readonly Rule<U>[], parts: Parts<T, U>): Rule<T>[] {
  return rules.map((rule) => {
    const outer: Rule<T> = { ...rule, run: (_object, _place, visit) => runOnEach(rule, visit.once(parts)) };
    partRuleByRule.set(outer as Rule, { rule: rule as Rule, parts: parts as AnyParts });
    return outer;
  });
}

/** Runs a rule on parts. Most of the time of all rules is spent here, hence the loop by index (see `demand.ts`). */
export function runOnEach<T>(rule: Rule<T>, visits: readonly Visit<T>[]): void {
  for (let index = 0; index < visits.length; index++) {
    const part = visits[index] as Visit<T>;
    rule.run(part.object, part.place, part);
  }
}

/** Consecutive rules about the same parts: if an object has none of these parts, the rules are not called. */
export interface Section {
  /** The selections that lead from the object to the parts; empty for rules about the object itself. */
  readonly selections: readonly AnyParts[];
  readonly rules: Rule[];
}

const sectionsByRules = new WeakMap<readonly Rule<never>[], readonly Section[]>();

/** Returns the sections of a list of rules, in its order; computed once for each list. */
export function sectionsOf<T>(rules: readonly Rule<T>[]): readonly Section[] {
  const known = sectionsByRules.get(rules) ?? rules.reduce(addRule, []);
  sectionsByRules.set(rules, known);
  return known;
}

function addRule(sections: Section[], rule: Rule): Section[] {
  const selections: AnyParts[] = [];
  let inner = rule;
  for (let step = partRuleByRule.get(inner); step; step = partRuleByRule.get(inner)) {
    selections.push(step.parts);
    inner = step.rule;
  }
  const last = sections.at(-1);
  if (
    last?.selections.length === selections.length &&
    selections.every((parts, index) => parts === last.selections[index])
  )
    last.rules.push(inner);
  else sections.push({ selections, rules: [inner] });
  return sections;
}

/** Returns the visits of the parts at the end of a sequence of selections. */
export function partsOf(visit: Visit, way: readonly AnyParts[]): readonly Visit[] {
  let visits: readonly Visit[] = [visit];
  for (const parts of way) {
    visits = visits.length === 1 ? (visits[0] as Visit).once(parts) : visits.flatMap((part) => part.once(parts));
  }
  return visits;
}
