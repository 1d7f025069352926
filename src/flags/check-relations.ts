/**
 * Checks a command line against the tables of `relations.ts`.
 *
 * @module
 */

import { gateState, isGateEnabled } from "../release/feature-gates.ts";
import { closest } from "../text/closest.ts";
import { parseDuration } from "../text/duration.ts";
import { flagRow } from "./flag.ts";
import { formOf } from "./flag-form.ts";
import { atValue, type FlagFindingSink, type Line, textsOf } from "./line.ts";
import {
  choices,
  durationOrders,
  exclusions,
  gatedFlags,
  type Requirement,
  ranges,
  requirements,
} from "./relations.ts";

export function checkRelations(line: Line, report: FlagFindingSink): void {
  checkRepeated(line, report);
  checkExclusions(line, report);
  for (const requirement of requirements) {
    if (requirement.component === line.component) checkRequirement(requirement, line, report);
  }
  checkGates(line, report);
  checkChoices(line, report);
  checkRanges(line, report);
  checkOrders(line, report);
}

/** Forms of flags that accumulate the values of repeated uses. */
const accumulatingForms: ReadonlySet<string> = new Set([
  "texts",
  "numbers",
  "pairs",
  "pair",
  "configuration",
  "thresholds",
  "gates",
  "headers",
  "taints",
  "memory-reservations",
  "key-pair",
  "file-levels",
]);

function checkRepeated(line: Line, report: FlagFindingSink): void {
  const seen = new Set<string>();
  for (const flag of line.givenFlags) {
    const { name, row } = flag;
    if (accumulatingForms.has(formOf(name, row)) || row.type === "stringArray" || seen.has(name)) continue;
    seen.add(name);
    const last = line.lastUse(name);
    if (!last || last === flag) continue;
    const message = `--${name} has no effect: it is set again, and the last value counts`;
    report({ rule: "flags/repeated", message, help: "remove one of them", argument: flag.place.argument });
  }
}

function checkExclusions(line: Line, report: FlagFindingSink): void {
  for (const { component, flag, excludedFlags } of exclusions) {
    const given = component === line.component ? line.lastUse(flag) : undefined;
    if (!given || given.text === "") continue;
    for (const other of excludedFlags.flatMap((name) => line.allUses(name))) {
      const message = `--${other.name} can't be used together with --${flag}`;
      report({ rule: "flags/exclusive", message, help: "remove one of them", argument: other.place.argument });
    }
  }
}

function checkRequirement(requirement: Requirement, line: Line, report: FlagFindingSink): void {
  const { flag, value, unless = [], needs, needsValue } = requirement;
  const [requiringFlag] = flag === undefined ? [] : line.allUses(flag);
  if (!line.isComplete || (flag !== undefined && !requiringFlag) || unless.some((name) => isSet(line, name))) return;
  if (requiringFlag && requiringFlag.text === "") return;
  if (value !== undefined && !textsOf(requiringFlag && line.lastUse(requiringFlag.name)).includes(value)) return;
  const found = needs.map((name) => line.lastUse(name)).filter((given) => given !== undefined && given.text !== "");
  const isEnough = found.some(
    (given) => needsValue === undefined || given?.text === undefined || textsOf(given).includes(needsValue),
  );
  if (isEnough) return;
  const wanted = needs.map((name) => `--${name}${needsValue === undefined ? "" : `=${needsValue}`}`).join(" or ");
  const requirementMessage = requiringFlag
    ? `--${requiringFlag.name}${value === undefined ? "" : ` ${value}`} needs ${wanted}`
    : `${wanted} must be set`;
  const others = requiringFlag ? {} : { help: `${line.component} does not start without` };
  report({
    rule: "flags/requires",
    message: requirementMessage,
    argument: requiringFlag?.place.argument ?? -1,
    ...others,
  });
}

function isSet(line: Line, name: string): boolean {
  const given = line.lastUse(name);
  return given !== undefined && given.text !== "";
}

/**
 * Reports flags whose feature gate is off. Skips gates that the release no longer has, since their feature is always
 * on.
 */
function checkGates(line: Line, report: FlagFindingSink): void {
  const value = line.lastUse("feature-gates")?.value;
  const settings = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const own = Object.fromEntries(settings.map(([name, state]) => [name.replace(/^kube:/, ""), state === true]));
  for (const { component, flag, gate } of gatedFlags) {
    const given = component === line.component ? line.lastUse(flag) : undefined;
    if (!given || given.text === "" || !gateState(gate, line.target)) continue;
    if (isGateEnabled(gate, line.target, own)) continue;
    const message = `--${flag} needs the feature gate ${gate}, which is off`;
    report({
      rule: "flags/requires",
      cause: "forbidden",
      message,
      help: `add \`--feature-gates=${gate}=true\``,
      argument: given.place.argument,
    });
  }
}

function checkChoices(line: Line, report: FlagFindingSink): void {
  for (const choice of choices) {
    const given = applies(choice, line) ? line.lastUse(choice.flag) : undefined;
    if (!given) continue;
    const { accepted, mayBeEmpty = false } = choice;
    const seen = new Set<string>();
    for (const text of textsOf(given)) {
      if (seen.has(text)) {
        const message = `--${choice.flag} must not repeat a value; got ${JSON.stringify(text)} again`;
        report({ rule: "flags/choice", cause: "duplicate", message, ...atValue(given) });
      }
      seen.add(text);
      if (accepted.includes(text) || (mayBeEmpty && text === "")) continue;
      const message = `--${choice.flag} must be one of ${accepted.map((each) => JSON.stringify(each)).join(", ")}; got ${JSON.stringify(text)}`;
      const meant = closest(text, accepted);
      report({
        rule: "flags/choice",
        message,
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
        ...atValue(given),
      });
    }
  }
}

/** Whether a row of a table applies to the command line. */
function applies(row: { readonly component: string; readonly with?: string }, line: Line): boolean {
  if (row.component !== "*" && row.component !== line.component) return false;
  return row.with === undefined || isSet(line, row.with);
}

function checkRanges(line: Line, report: FlagFindingSink): void {
  for (const range of ranges) {
    const given = applies(range, line) ? line.lastUse(range.flag) : undefined;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
    const number = numberOf(given?.value);
    if (!given || number === undefined || (number >= min && number <= max)) continue;
    const bounds = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `from ${min} to ${max}`;
    report({ rule: "flags/range", message: `--${range.flag} must be ${bounds}; got ${given.text}`, ...atValue(given) });
  }
}

/** Returns a number, or the nanoseconds of a duration; for ranges, only their sign matters. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  const duration = typeof value === "string" ? parseDuration(value) : undefined;
  return duration?.ok ? Number(duration.value) : undefined;
}

function checkOrders(line: Line, report: FlagFindingSink): void {
  for (const { components, longer, shorter } of durationOrders) {
    if (!components.includes(line.component)) continue;
    const given = line.lastUse(longer) ?? line.lastUse(shorter);
    const [a, b] = [longer, shorter].map((name) => {
      const flag = line.lastUse(name);
      const byDefault = flagRow(line.component, name)?.default;
      return { text: flag ? flag.text : byDefault, value: numberOf(flag ? flag.value : byDefault) };
    });
    if (!given || a?.value === undefined || b?.value === undefined || a.value > b.value) continue;
    const message = `--${longer} (${a.text}) must be longer than --${shorter} (${b.text})`;
    report({ rule: "flags/range", message, ...atValue(given) });
  }
}
