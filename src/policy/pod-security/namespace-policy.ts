/**
 * Reads the Pod Security levels that the labels of a namespace set for its pods.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { type Level, type LevelVersion, levels } from "./standards.ts";

export const modes = ["enforce", "audit", "warn"] as const;
export type Mode = (typeof modes)[number];

export type NamespacePolicy = Readonly<Record<Mode, LevelVersion>>;

/** A label with an invalid value. */
export interface LabelFault {
  readonly label: string;
  readonly value: string;
  readonly message: string;
}

export interface PolicyReading {
  readonly policy: NamespacePolicy;
  readonly faults: readonly LabelFault[];
}

type Labels = Readonly<Record<string, string>>;

export const levelLabel = (mode: Mode): string => `pod-security.kubernetes.io/${mode}`;
export const versionLabel = (mode: Mode): string => `${levelLabel(mode)}-version`;

/** @param defaults - the policy of namespaces without labels */
export function policyOf(labels: Labels, defaults: NamespacePolicy): PolicyReading {
  const faults: LabelFault[] = [];
  const read = (mode: Mode): LevelVersion => {
    const { level, version } = defaults[mode];
    return {
      level:
        readLabel(labels, levelLabel(mode), { read: parseLevel, message: levelMessage, faults }) ??
        (memberOf(labels, levelLabel(mode)) === undefined ? level : invalidLabelLevels[mode]),
      version:
        readLabel(labels, versionLabel(mode), { read: parseVersion, message: versionMessage, faults }) ??
        (memberOf(labels, versionLabel(mode)) === undefined ? version : "latest"),
    };
  };
  const [enforce, audit, warn] = [read("enforce"), read("audit"), read("warn")];
  return { policy: { enforce, audit, warn: effectiveWarnLevel(labels, enforce, warn) }, faults };
}

/** The levels if a label is invalid: `enforce` becomes strict, the other modes do nothing. */
const invalidLabelLevels: Readonly<Record<Mode, Level>> = {
  enforce: "restricted",
  audit: "privileged",
  warn: "privileged",
};

const levelMessage = `must be one of ${levels.join(", ")}`;
const versionMessage = 'must be "latest" or "v1.x"';

interface Reader<T> {
  read(text: string): T | undefined;
  readonly message: string;
  readonly faults: LabelFault[];
}

/** Reads a label; undefined if it is absent or invalid. */
function readLabel<T>(labels: Labels, label: string, { read, message, faults }: Reader<T>): T | undefined {
  const value = memberOf(labels, label);
  if (value === undefined) return undefined;
  const found = read(value);
  if (found === undefined) faults.push({ label, value, message });
  return found;
}

export const parseLevel = (text: string): Level | undefined => levels.find((level) => level === text);

export function parseVersion(text: string): LevelVersion["version"] | undefined {
  if (text === "latest") return text;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(text) ?? [];
  return minor === undefined ? undefined : Number(minor);
}

/** Returns the `warn` level. If only `enforce` is set and is stricter, its level also applies to warnings. */
function effectiveWarnLevel(labels: Labels, enforce: LevelVersion, warn: LevelVersion): LevelVersion {
  const hasWarnLabel = memberOf(labels, levelLabel("warn")) !== undefined;
  const isEnforced = parseLevel(memberOf(labels, levelLabel("enforce")) ?? "") !== undefined;
  if (hasWarnLabel || !isEnforced || compareLevels(enforce.level, warn.level) <= 0) return warn;
  const hasVersion = memberOf(labels, versionLabel("warn")) !== undefined;
  return { level: enforce.level, version: hasVersion ? warn.version : enforce.version };
}

/** Positive if `a` is stricter than `b`. */
export const compareLevels = (a: Level, b: Level): number => levels.indexOf(a) - levels.indexOf(b);
