/**
 * Feature gates in the kubelet configuration, which override those of the command line.
 *
 * @module
 */

import {
  dependentGates,
  disabledDependencies,
  gateFault,
  gateNames,
  gateState,
  isGateEnabled,
} from "../../release/feature-gates.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { closest } from "../../text/closest.ts";

/** A configuration that sets feature gates. */
export interface HasFeatureGates {
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

/** Returns a function that decides whether a gate is on in a kubelet with this configuration. */
export function gatesOf(config: HasFeatureGates, context: RuleContext): (gate: string) => boolean {
  const settings = settingsOf(config, context);
  return (gate) => isGateEnabled(gate, context.target, settings);
}

/**
 * Returns rules with the gates that the kubelet uses: those of its configuration override those of the command line.
 */
export function withConfiguredGates<T extends HasFeatureGates>(rules: readonly Rule<T>[]): readonly Rule<T>[] {
  return rules.map((given) =>
    rule(given, (config, place, visit) => given.run(config, place, visit.once(visitWithConfiguredGates))),
  );
}

const visitWithConfiguredGates = <T extends HasFeatureGates>(config: T, _place: Place<T>, visit: Visit<T>): Visit<T> =>
  visit.under({ ...visit.context, isEnabled: gatesOf(config, visit) });

const settingsOf = ({ featureGates }: HasFeatureGates, context: RuleContext) => ({
  ...context.featureGates,
  ...featureGates,
});

const gatesKnown = rule<HasFeatureGates>(
  {
    id: "kubelet/feature-gates",
    severity: "error",
    summary: "feature gates exist in the release, and locked ones keep their value",
  },
  ({ featureGates = {} }, place, { target }) => {
    for (const [gate, value] of Object.entries(featureGates)) {
      const at = place.at("featureGates", gate);
      const fault = gateFault(gate, value, target);
      if (fault?.problem === "locked") {
        at.say(`must be ${fault.enabled}: the gate is locked; got ${value}`, {
          help: "remove it: the gate cannot change any more",
          value,
        });
      } else if (fault) {
        at.pass([{ path: [], atKey: true, ...unknownGate(gate, target, fault) }]);
      } else if (gateState(gate, target)?.isLocked) {
        at.say("has no effect: the gate is locked to this value, and a later release removes it", {
          atKey: true,
          severity: "warning",
          help: "remove it",
        });
      }
    }
  },
);

function unknownGate(gate: string, target: string, known: { readonly since?: string; readonly until?: string }) {
  const message = `${target} has no feature gate "${gate}"`;
  if (known.until) return { message, help: `it was removed in ${known.until}; remove it` };
  if (known.since) return { message, help: `it was added in ${known.since}` };
  const meant = closest(gate, gateNames(target));
  return meant ? { message, help: `did you mean \`${meant}\`?` } : { message };
}

const dependencies = rule<HasFeatureGates>(
  {
    id: "kubelet/feature-gate-dependencies",
    severity: "error",
    summary: "since 1.35, an enabled feature gate needs the gates that it depends on",
  },
  (config, place, visit) => {
    const { featureGates } = config;
    const { target } = visit;
    if (!featureGates || !visit.reaches("1.35")) return;
    const settings = settingsOf(config, visit);
    for (const gate of dependentGates(target, settings)) {
      for (const needed of disabledDependencies(gate, target, settings)) {
        const setter = [needed, gate, "AllAlpha", "AllBeta"].find((name) => Object.hasOwn(featureGates, name));
        if (setter === undefined) continue;
        place.at("featureGates", setter).say(`${gate} is on and needs ${needed}, which is off`, {
          help: `set \`${needed}: true\`, or \`${gate}: false\``,
        });
      }
    }
  },
);

export const featureGateRules: readonly Rule<HasFeatureGates>[] = [gatesKnown, dependencies];
