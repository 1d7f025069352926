import type { Place } from "./place.ts";
import type { Rule } from "./rule.ts";
import type { Visit } from "./visit.ts";

/** The parts of an object that rules are about: `(role, place, visit) => visit.each(role.rules, place.at("rules"))`. */
export type Parts<T, U> = (object: T, place: Place<T>, visit: Visit<T>) => readonly Visit<U>[];

/** The same rules, run on each part of the object; rules about the same `parts` share the visits of them. */
export function within<T, U>(rules: readonly Rule<U>[], parts: Parts<T, U>): Rule<T>[] {
  return rules.map((rule) => ({
    ...rule,
    run(_object, _place, visit) {
      for (const part of visit.once(parts)) rule.run(part.object, part.place, part);
    },
  }));
}
