import type { Place } from "./place.ts";
import type { Rule } from "./rule.ts";
import type { Visit } from "./visit.ts";

/** The parts of an object that rules are about: `(role, place, visit) => visit.each(role.rules, place.at("rules"))`. */
export type Parts<T, U> = (object: T, place: Place<T>, visit: Visit<T>) => readonly Visit<U>[];

type AnyParts = Parts<unknown, unknown>;

/** The rules that `within` placed. A copy with a `run` of its own is another rule. */
const placed = new WeakMap<Rule, { readonly rule: Rule; readonly parts: AnyParts }>();

/** The same rules, run on each part of the object; rules about the same `parts` share the visits of them. */
export function within<T, U>(rules: readonly Rule<U>[], parts: Parts<T, U>): Rule<T>[] {
  return rules.map((rule) => {
    const outer: Rule<T> = { ...rule, run: (_object, _place, visit) => runOnEach(rule, visit.once(parts)) };
    placed.set(outer as Rule, { rule: rule as Rule, parts: parts as AnyParts });
    return outer;
  });
}

/** Runs a rule on parts that were found. Most of the time of all rules goes through here, hence the loop by index (see `demand.ts`). */
export function runOnEach<T>(rule: Rule<T>, visits: readonly Visit<T>[]): void {
  for (let index = 0; index < visits.length; index++) {
    const part = visits[index] as Visit<T>;
    rule.run(part.object, part.place, part);
  }
}

/** Rules next to each other that are about the same parts: where an object has none of these, none of the rules is called. */
export interface Section {
  /** From the object inwards; none for rules about the object itself. */
  readonly way: readonly AnyParts[];
  readonly rules: Rule[];
}

const sectionsByRules = new WeakMap<readonly Rule<never>[], readonly Section[]>();

/** The sections of rules, in the order of these; they are put together once. */
export function sectionsOf<T>(rules: readonly Rule<T>[]): readonly Section[] {
  const known = sectionsByRules.get(rules) ?? rules.reduce(addRule, []);
  sectionsByRules.set(rules, known);
  return known;
}

function addRule(sections: Section[], rule: Rule): Section[] {
  const way: AnyParts[] = [];
  let inner = rule;
  for (let step = placed.get(inner); step; step = placed.get(inner)) {
    way.push(step.parts);
    inner = step.rule;
  }
  const last = sections.at(-1);
  if (last?.way.length === way.length && way.every((parts, index) => parts === last.way[index])) last.rules.push(inner);
  else sections.push({ way, rules: [inner] });
  return sections;
}

/** The visits of the parts that a way leads to. */
export function partsOf(visit: Visit, way: readonly AnyParts[]): readonly Visit[] {
  let visits: readonly Visit[] = [visit];
  for (const parts of way) {
    visits = visits.length === 1 ? (visits[0] as Visit).once(parts) : visits.flatMap((part) => part.once(parts));
  }
  return visits;
}
