/**
 * Finds feature gates whose default differs between two releases.
 *
 * @module
 */
import { gateNames, gateState } from "./feature-gates.ts";
import { minorOf } from "./release.ts";

export interface GateChange {
  readonly gate: string;
  /** The default in the newer release. */
  readonly enabled: boolean;
  /** The first release with that default. */
  readonly since: string;
  /** Whether the gate can no longer be set to another value. */
  readonly isLocked: boolean;
}

/**
 * Returns the gates of `to` whose default differs from that in `from`, sorted by name. If `from` lacks the gate, the
 * feature was off; for a gate that is deprecated in `to`, the behavior was on.
 */
export function gateChanges(from: string, to: string): readonly GateChange[] {
  return gateNames(to).flatMap((gate): GateChange[] => {
    const now = gateState(gate, to);
    const isOn = (release: string) => gateState(gate, release)?.enabled ?? now?.stage === "deprecated";
    if (!now || now.enabled === isOn(from)) return [];
    return [{ gate, enabled: now.enabled, isLocked: now.isLocked, since: firstReleaseWithDefault(isOn, from, to) }];
  });
}

/** Returns the first release with the default of `to`, kept ever since. */
function firstReleaseWithDefault(isOn: (release: string) => boolean, from: string, to: string): string {
  const enabled = isOn(to);
  let minor = minorOf(to) ?? 0;
  const oldest = minorOf(from) ?? 0;
  while (minor - 1 > oldest && isOn(`1.${minor - 1}`) === enabled) minor--;
  return `1.${minor}`;
}
