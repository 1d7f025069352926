/**
 * The rule that a whole configuration requires a feature gate.
 *
 * @module
 */
import { type Rule, rule } from "../../rule/rule.ts";

/**
 * Returns the rule. kube-apiserver accepts the configuration only with the gate until the release that locks the gate
 * on.
 *
 * @param lockedOn - the release that locks the gate on
 */
export function needsGate(id: string, gate: string, lockedOn: string): Rule {
  const summary = `before ${lockedOn}, the configuration needs the feature gate ${gate}`;
  return rule({ id, severity: "error", cause: "forbidden", summary }, (_object, place, visit) => {
    if (visit.reaches(lockedOn) || visit.isEnabled(gate)) return;
    place.at("kind").say(`may be used only with the feature gate ${gate}, which is off`);
  });
}
