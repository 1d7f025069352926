/**
 * Feature gates that are on by default in one release and off in another.
 *
 * @module
 */
import { gateNames, gateState } from "./feature-gates.ts";
import { minorOf } from "./release.ts";

export interface GateChange {
  readonly gate: string;
  /** Its default in the newer release. */
  readonly enabled: boolean;
  /** The release since when that is so. */
  readonly since: string;
  /** Nobody can set it to anything else any more. */
  readonly isLocked: boolean;
}

/**
 * Gates of `to` whose default is another one than in `from`, by name. A new feature was off before it had a gate; a new gate
 * that is deprecated is about behaviour that was there before.
 */
export function gateChanges(from: string, to: string): readonly GateChange[] {
  return gateNames(to).flatMap((gate): GateChange[] => {
    const now = gateState(gate, to);
    const isOn = (release: string) => gateState(gate, release)?.enabled ?? now?.stage === "deprecated";
    if (!now || now.enabled === isOn(from)) return [];
    return [{ gate, enabled: now.enabled, isLocked: now.isLocked, since: changedIn(isOn, from, to) }];
  });
}

/** The first release from which on the default is that of `to`. */
function changedIn(isOn: (release: string) => boolean, from: string, to: string): string {
  const enabled = isOn(to);
  let minor = minorOf(to) ?? 0;
  const oldest = minorOf(from) ?? 0;
  while (minor - 1 > oldest && isOn(`1.${minor - 1}`) === enabled) minor--;
  return `1.${minor}`;
}
