/**
 * Feature gates that change a verdict: their state per release, and what `--feature-gates` makes of it.
 *
 * @module
 */

type Stage = "alpha" | "beta" | "stable";

interface GateState {
  readonly since: string;
  readonly stage: Stage;
  readonly enabled: boolean;
}

/** Oldest state first. Taken from the versioned feature lists of the components. */
const gates: Readonly<Record<string, readonly GateState[]>> = {
  StructuredAuthenticationConfiguration: [
    { since: "1.29", stage: "alpha", enabled: false },
    { since: "1.30", stage: "beta", enabled: true },
    { since: "1.34", stage: "stable", enabled: true },
  ],
  StructuredAuthenticationConfigurationEgressSelector: [{ since: "1.34", stage: "beta", enabled: true }],
  StructuredAuthenticationConfigurationJWKSMetrics: [{ since: "1.35", stage: "beta", enabled: true }],
  AnonymousAuthConfigurableEndpoints: [
    { since: "1.31", stage: "alpha", enabled: false },
    { since: "1.32", stage: "beta", enabled: true },
    { since: "1.34", stage: "stable", enabled: true },
  ],
  StructuredAuthorizationConfiguration: [
    { since: "1.29", stage: "alpha", enabled: false },
    { since: "1.30", stage: "beta", enabled: true },
    { since: "1.32", stage: "stable", enabled: true },
  ],
  AuthorizeWithSelectors: [
    { since: "1.31", stage: "alpha", enabled: false },
    { since: "1.32", stage: "beta", enabled: true },
    { since: "1.34", stage: "stable", enabled: true },
  ],
};

/** The oldest and newest release that can be a target. */
export const oldestTarget = "1.30";
export const newestTarget = "1.37";

/** The minor number of `1.37`; undefined when the text is no release. */
export function minorOf(release: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(release);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** True when `target` is `release` or newer; a text that is no release is never reached. */
export function reaches(target: string, release: string): boolean {
  return (minorOf(target) ?? 0) >= (minorOf(release) ?? Number.POSITIVE_INFINITY);
}

/** Names that `--feature-gates` may set, besides `AllAlpha` and `AllBeta`. */
export const gateNames: readonly string[] = Object.keys(gates);

/**
 * The state of a gate: what was set for it, else what `AllAlpha` or `AllBeta` says of its stage, else its default.
 *
 * @param overrides - as given with `--feature-gates`
 */
export function isGateEnabled(gate: string, target: string, overrides: Readonly<Record<string, boolean>>): boolean {
  const state = gates[gate]?.findLast((item) => reaches(target, item.since));
  const own = overrides[gate];
  if (own !== undefined) return own;
  if (!state) return false;
  const all =
    state.stage === "alpha" ? overrides["AllAlpha"] : state.stage === "beta" ? overrides["AllBeta"] : undefined;
  return all ?? state.enabled;
}
