import type { Place } from "./place.ts";
import type { Rule } from "./rule.ts";
import type { Visit } from "./visit.ts";

/** The parts of an object that rules are about: `(role, place, visit) => visit.each(role.rules, place.at("rules"))`. */
export type Parts<T, U> = (object: T, place: Place<T>, visit: Visit<T>) => readonly Visit<U>[];

/**
 * The same rules, run on each part of the object; rules about the same `parts` share the visits of them. Most of the rules of
 * an object come through here, hence the loop by index (see `check.ts`).
 */
export function within<T, U>(rules: readonly Rule<U>[], parts: Parts<T, U>): Rule<T>[] {
  return rules.map((rule) => ({
    ...rule,
    run(_object, _place, visit) {
      const visits = visit.once(parts);
      for (let index = 0; index < visits.length; index++) {
        const part = visits[index] as Visit<U>;
        rule.run(part.object, part.place, part);
      }
    },
  }));
}
