/**
 * Feature gates: their state in each release, the effect of setting them, and the settings that a component rejects.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { featureGateDependencies, featureGateTable } from "./feature-gate-table.ts";
import { minorOf } from "./release.ts";

/** The maturity of a feature; a deprecated gate restores an old behavior, or keeps it for some time. */
export type GateStage = "alpha" | "beta" | "stable" | "deprecated";

/** The state of a gate in one release. */
export interface GateState {
  readonly stage: GateStage;
  /** Whether the gate is on by default. */
  readonly enabled: boolean;
  /** Whether a component rejects any other value than the default. */
  readonly isLocked: boolean;
}

/** Why a component rejects a setting of a gate. */
export type GateFault =
  /** No component of the target has the gate; `since` and `until` are the releases that have it, as far as known. */
  | { readonly problem: "unknown"; readonly since?: string; readonly until?: string }
  | { readonly problem: "locked"; readonly enabled: boolean };

/** Values of explicitly set gates, by name. */
export type GateSettings = Readonly<Record<string, boolean>>;

/** Gates that set all gates of a stage that are not set explicitly; both are alpha and off. */
const stageGates: readonly string[] = ["AllAlpha", "AllBeta"];

/** Returns the default state of a gate; undefined if no component of the target has the gate. */
export function gateState(gate: string, target: string): GateState | undefined {
  if (stageGates.includes(gate)) return { stage: "alpha", enabled: false, isLocked: false };
  const change = changeAt(gate, target);
  const stage = change && stageByLetter.get(change.letter);
  return stage && { stage, enabled: change.enabled, isLocked: change.isLocked };
}

/** Returns the gates that can be set in the target, including those for whole stages, in alphabetical order. */
export function gateNames(target: string): readonly string[] {
  const minor = minorOf(target) ?? 0;
  const named = namesByMinor.get(minor);
  if (named) return named;
  const all = [...featureGateTable.matchAll(/^\w+/gm)].map(([name]) => name);
  const names = [...stageGates, ...all].filter((name) => gateState(name, target)).sort();
  namesByMinor.set(minor, names);
  return names;
}

/** Cache by minor release; a run needs one release or a few. */
const namesByMinor = new Map<number, readonly string[]>();

/** Returns why a component of the target rejects a setting; undefined if it accepts the setting. */
export function gateFault(gate: string, value: boolean, target: string): GateFault | undefined {
  const state = gateState(gate, target);
  if (!state) return { problem: "unknown", ...releaseRangeOf(gate) };
  return state.isLocked && state.enabled !== value ? { problem: "locked", enabled: state.enabled } : undefined;
}

/**
 * Whether a gate is on: by its setting, else by `AllAlpha` or `AllBeta` for its stage, else by its default. A gate that
 * the target does not have counts as the behavior before its introduction, or after its removal. Setting a locked gate
 * has no effect here; {@link gateFault} reports it.
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

/** Returns the gates that are off although `gate`, which is on, requires them. */
export function disabledDependencies(gate: string, target: string, settings: GateSettings): readonly string[] {
  if (!gateState(gate, target) || !isGateEnabled(gate, target, settings)) return [];
  return dependenciesOf(gate, target).filter((needed) => !isGateEnabled(needed, target, settings));
}

/** Returns the gates with dependencies that are on in the target with these settings. */
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
  /** The stage letter in the table; `x` if no component has the gate. */
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

/** Returns the first release that has the gate, and the first one after it that does not. */
function releaseRangeOf(gate: string): { since?: string; until?: string } {
  const changes = changesOf(gate);
  const first = changes.findIndex(({ letter }) => letter !== "x");
  if (first < 0) return {};
  const gone = changes.slice(first).find(({ letter }) => letter === "x");
  return { since: `1.${changes[first]?.since}`, ...(gone ? { until: `1.${gone.since}` } : {}) };
}

const known = new Map<string, readonly Change[]>();

/** Parses one line of the table, once: most runs need only a few gates. */
function changesOf(gate: string): readonly Change[] {
  const read = known.get(gate);
  if (read) return read;
  const changes = parseChanges(lineOf(gate));
  // Unknown gates are not cached, since a file may contain any number of them.
  if (changes.length > 0) known.set(gate, changes);
  return changes;
}

function lineOf(gate: string): string {
  if (!/^\w+$/.test(gate)) return "";
  const start = featureGateTable.indexOf(`\n${gate} `);
  return start < 0 ? "" : featureGateTable.slice(start + gate.length + 2, featureGateTable.indexOf("\n", start + 1));
}

function parseChanges(line: string): readonly Change[] {
  return [...line.matchAll(/(\d+)([absdx])([+-])(!?)/g)].map(([, since, letter = "", value, lock]) => ({
    since: Number(since),
    letter,
    enabled: value === "+",
    isLocked: lock === "!",
  }));
}
