/**
 * Schedules of cron jobs: five fields, or a word such as `@daily`, or `@every` with a duration.
 *
 * @module
 */
import { parseDuration } from "./duration.ts";

/** The values from `start` to `end`, both included, each `step`th of them. */
export interface CronRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  /** Written as a star, which does not restrict the days as a range of all of them does. */
  readonly isAny: boolean;
}

export type CronFields = Readonly<Record<CronField, readonly CronRange[]>>;

/** When jobs start: at the times that all fields allow, or again after so many nanoseconds. */
export type CronSchedule = { readonly fields: CronFields } | { readonly everyNanos: bigint };

type CronField = "minute" | "hour" | "day of month" | "month" | "day of week";

/** A schedule where there are no faults. */
interface ParsedSchedule {
  readonly schedule?: CronSchedule;
  readonly faults: readonly string[];
}

interface Field {
  readonly name: CronField;
  readonly least: number;
  readonly most: number;
  /** Names of values, from `least` on. */
  readonly names?: readonly string[];
}

const fields: readonly Field[] = [
  { name: "minute", least: 0, most: 59 },
  { name: "hour", least: 0, most: 23 },
  { name: "day of month", least: 1, most: 31 },
  {
    name: "month",
    least: 1,
    most: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  { name: "day of week", least: 0, most: 6, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

/** The words with the fields that they are short for. */
const words: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** Go's spaces, which part the fields. */
const spaces = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

const everyPrefix = "@every ";

/** Reads a schedule, or says all that is wrong with it. */
export function parseCronSchedule(text: string): ParsedSchedule {
  if (text.startsWith(everyPrefix)) return parseEvery(text.slice(everyPrefix.length));
  const line = text.startsWith("@") ? words.get(text) : text;
  if (line === undefined) {
    return { faults: [`must be one of ${[...words.keys()].join(", ")}, or @every with a duration`] };
  }
  const parts = line.split(spaces).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    return { faults: [`must have five fields (minute, hour, day of month, month, day of week), not ${parts.length}`] };
  }
  const read = fields.map((field, index) => parseField(parts[index] ?? "", field));
  const faults = read.flatMap((field) => field.faults);
  if (faults.length > 0) return { faults };
  const ranges = read.map((field, index) => [fields[index]?.name, field.ranges]);
  return { schedule: { fields: Object.fromEntries(ranges) as CronFields }, faults };
}

function parseEvery(duration: string): ParsedSchedule {
  const parsed = parseDuration(duration);
  return parsed.ok
    ? { schedule: { everyNanos: parsed.value }, faults: [] }
    : { faults: ["must have a duration after @every, such as 1h30m"] };
}

function parseField(text: string, field: Field) {
  const ranges: CronRange[] = [];
  const faults: string[] = [];
  for (const part of text.split(",").filter((range) => range !== "")) {
    const range = parseRange(part, field);
    if (typeof range === "string") faults.push(`${field.name} ${range}; got ${JSON.stringify(part)}`);
    else ranges.push(range);
  }
  return { ranges, faults };
}

/** `5`, `1-5`, `mon-fri`, `*`, each with `/step` or without; or what is wrong. */
function parseRange(range: string, field: Field): CronRange | string {
  const [span = "", given, ...rest] = range.split("/");
  if (rest.length > 0) return "must have at most one slash";
  const bounds = spanBounds(span, field, given !== undefined);
  if (typeof bounds === "string") return bounds;
  const step = given === undefined ? 1 : numberOf(given);
  if (step === undefined) return "must have a whole number after the slash";
  const { start, end } = bounds;
  if (start < field.least || end > field.most) return `must be from ${field.least} to ${field.most}`;
  if (start > end) return "must be a range in ascending order";
  return step === 0 ? "must have a step above 0" : { start, end, step, isAny: /^[*?]/.test(span) && step === 1 };
}

function spanBounds(span: string, field: Field, hasStep: boolean): { start: number; end: number } | string {
  const [low = "", high, ...rest] = span.split("-");
  if (low === "*" || low === "?") return { start: field.least, end: field.most };
  const start = valueIn(low, field);
  if (start === undefined) return notValue(field);
  if (rest.length > 0) return "must have at most one hyphen";
  if (high === undefined) return { start, end: hasStep ? field.most : start };
  const end = valueIn(high, field);
  return end === undefined ? notValue(field) : { start, end };
}

const notValue = ({ names }: Field): string =>
  names ? `must be a whole number, or one of ${names.join(", ")}` : "must be a whole number";

function valueIn(text: string, { names = [], least }: Field): number | undefined {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? numberOf(text) : index + least;
}

/** As Go reads numbers: a plus sign and leading zeros are no fault. */
function numberOf(text: string): number | undefined {
  return /^(?:\+?\d+|-0+)$/.test(text) ? Math.abs(Number(text)) : undefined;
}
