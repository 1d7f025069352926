/**
 * Feature gates: their state per release, what setting them makes of it, and which settings a component refuses.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { featureGateDependencies, featureGateTable } from "./feature-gate-table.ts";
import { minorOf } from "./release.ts";

/** How far a feature has come; a deprecated gate brings an old behaviour back, or keeps it for a while. */
export type GateStage = "alpha" | "beta" | "stable" | "deprecated";

/** A gate as a component of one release knows it. */
export interface GateState {
  readonly stage: GateStage;
  /** Whether the gate is on when nobody sets it. */
  readonly enabled: boolean;
  /** A locked gate can only be set to what it is. */
  readonly isLocked: boolean;
}

/** Why a component refuses a setting of a gate. */
export type GateFault =
  /** No component of the target has the gate; `since` and `until` say which releases do, as far as is known. */
  | { readonly problem: "unknown"; readonly since?: string; readonly until?: string }
  | { readonly problem: "locked"; readonly enabled: boolean };

/** Gates as they were set, by name. */
export type GateSettings = Readonly<Record<string, boolean>>;

/** Gates that represent all gates of a stage which are not set themselves; both are alpha and off. */
const stageGates: readonly string[] = ["AllAlpha", "AllBeta"];

/** The state of a gate with nothing set; undefined where no component of the target knows the gate. */
export function gateState(gate: string, target: string): GateState | undefined {
  if (stageGates.includes(gate)) return { stage: "alpha", enabled: false, isLocked: false };
  const change = changeAt(gate, target);
  const stage = change && stageByLetter.get(change.letter);
  return stage && { stage, enabled: change.enabled, isLocked: change.isLocked };
}

/** Names that can be set for the target, in alphabetical order, the gates of whole stages included. */
export function gateNames(target: string): readonly string[] {
  const minor = minorOf(target) ?? 0;
  const named = namesByMinor.get(minor);
  if (named) return named;
  const all = [...featureGateTable.matchAll(/^\w+/gm)].map(([name]) => name);
  const names = [...stageGates, ...all].filter((name) => gateState(name, target)).sort();
  namesByMinor.set(minor, names);
  return names;
}

/** A run asks for those of one release, or of a few. */
const namesByMinor = new Map<number, readonly string[]>();

/** Why a component of the target would refuse this setting; undefined when it takes it. */
export function gateFault(gate: string, value: boolean, target: string): GateFault | undefined {
  const state = gateState(gate, target);
  if (!state) return { problem: "unknown", ...knownIn(gate) };
  return state.isLocked && state.enabled !== value ? { problem: "locked", enabled: state.enabled } : undefined;
}

/**
 * The state of a gate: what was set for it, else what `AllAlpha` or `AllBeta` says of its stage, else its default. A gate
 * of another release has the behaviour that release had before it came, or kept when it went. Setting a locked gate
 * has no effect: it is a fault of its own.
 */
export function isGateEnabled(gate: string, target: string, settings: GateSettings): boolean {
  const change = changeAt(gate, target);
  if (change?.isLocked) return change.enabled;
  const own = memberOf(settings, gate);
  if (own !== undefined) return own;
  if (!change) return false;
  const all = change.letter === "a" ? settings["AllAlpha"] : change.letter === "b" ? settings["AllBeta"] : undefined;
  return all ?? change.enabled;
}

/** Gates that would be off although `gate`, which is on, cannot work without them. */
export function disabledDependencies(gate: string, target: string, settings: GateSettings): readonly string[] {
  if (!gateState(gate, target) || !isGateEnabled(gate, target, settings)) return [];
  return dependenciesOf(gate, target).filter((needed) => !isGateEnabled(needed, target, settings));
}

/** Gates that need another one and are on for the target with these settings. */
export function dependentGates(target: string, settings: GateSettings): readonly string[] {
  const names = new Set([...featureGateDependencies.matchAll(/^\w+/gm)].map(([name]) => name));
  return [...names].filter((name) => gateState(name, target) && isGateEnabled(name, target, settings));
}

function dependenciesOf(gate: string, target: string): readonly string[] {
  const minor = minorOf(target) ?? 0;
  return [...featureGateDependencies.matchAll(new RegExp(`^${gate} (\\w+) (\\d+)(?: (\\d+))?$`, "gm"))]
    .filter(([, , since, until]) => minor >= Number(since) && (until === undefined || minor < Number(until)))
    .map(([, needed]) => needed ?? "");
}

interface Change {
  readonly since: number;
  /** As the table has it; `x` where no component knows the gate. */
  readonly letter: string;
  readonly enabled: boolean;
  readonly isLocked: boolean;
}

const stageByLetter: ReadonlyMap<string, GateStage> = new Map(
  Object.entries({ a: "alpha", b: "beta", s: "stable", d: "deprecated" }),
);

function changeAt(gate: string, target: string): Change | undefined {
  const minor = minorOf(target) ?? 0;
  return changesOf(gate).findLast(({ since }) => since <= minor);
}

/** Releases that know the gate: from `since`, and from `until` on no more. */
function knownIn(gate: string): { since?: string; until?: string } {
  const changes = changesOf(gate);
  const first = changes.findIndex(({ letter }) => letter !== "x");
  if (first < 0) return {};
  const gone = changes.slice(first).find(({ letter }) => letter === "x");
  return { since: `1.${changes[first]?.since}`, ...(gone ? { until: `1.${gone.since}` } : {}) };
}

const known = new Map<string, readonly Change[]>();

/** Reads one line of the table, once: most runs ask for a handful of the gates. */
function changesOf(gate: string): readonly Change[] {
  const read = known.get(gate);
  if (read) return read;
  const changes = changesIn(lineOf(gate));
  // A file may name any number of gates that there are not.
  if (changes.length > 0) known.set(gate, changes);
  return changes;
}

function lineOf(gate: string): string {
  if (!/^\w+$/.test(gate)) return "";
  const start = featureGateTable.indexOf(`\n${gate} `);
  return start < 0 ? "" : featureGateTable.slice(start + gate.length + 2, featureGateTable.indexOf("\n", start + 1));
}

function changesIn(line: string): readonly Change[] {
  return [...line.matchAll(/(\d+)([absdx])([+-])(!?)/g)].map(([, since, letter = "", value, lock]) => ({
    since: Number(since),
    letter,
    enabled: value === "+",
    isLocked: lock === "!",
  }));
}
