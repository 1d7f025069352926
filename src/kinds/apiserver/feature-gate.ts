/**
 * The demand of a feature gate that a whole configuration needs.
 *
 * @module
 */
import { type Rule, rule } from "../../rule/rule.ts";

/** Until it was locked on, the gate decided whether the flag may be used at all. @param lockedOn - the release of that */
export function needsGate(id: string, gate: string, lockedOn: string): Rule {
  const summary = `before ${lockedOn}, the configuration needs the feature gate ${gate}`;
  return rule({ id, severity: "error", cause: "forbidden", summary }, (_object, place, visit) => {
    if (visit.reaches(lockedOn) || visit.isEnabled(gate)) return;
    place.at("kind").say(`may be used only with the feature gate ${gate}, which is off`);
  });
}
