/**
 * Schedules of CronJobs: five fields, a word such as `@daily`, or `@every` with a duration.
 *
 * @module
 */
import { parseDuration } from "./duration.ts";

/** Every `step`th value from `start` to `end`, both included. */
export interface CronRange {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  /** Written as a star. Unlike a range of all values, a star in a day field does not restrict the days. */
  readonly isAny: boolean;
}

export type CronFields = Readonly<Record<CronField, readonly CronRange[]>>;

/** When jobs start: at the times that match all fields, or at an interval in nanoseconds. */
export type CronSchedule = { readonly fields: CronFields } | { readonly everyNanos: bigint };

type CronField = "minute" | "hour" | "day of month" | "month" | "day of week";

/** The schedule, if there are no errors. */
interface ParsedSchedule {
  readonly schedule?: CronSchedule;
  readonly faults: readonly string[];
  /** The error that the controller's parser reports; it stops at the first one. */
  readonly readerError?: string;
}

/** A problem: the requirement for the user, and the parser's error message. */
interface Fault {
  readonly must: string;
  readonly error: string;
}

interface Field {
  readonly name: CronField;
  readonly least: number;
  readonly most: number;
  /** Names of values, beginning with the value `least`. */
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

/** Predefined schedules by name. */
const scheduleByName: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** The spaces that separate fields, as Go defines them. */
const spaces = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

const everyPrefix = "@every ";

/** Parses a schedule and returns it, or all errors. */
export function parseCronSchedule(text: string): ParsedSchedule {
  if (text.startsWith(everyPrefix)) return parseEvery(text.slice(everyPrefix.length));
  const line = text.startsWith("@") ? scheduleByName.get(text) : text;
  if (line === undefined) {
    const must = `must be one of ${[...scheduleByName.keys()].join(", ")}, or @every with a duration`;
    return { faults: [must], readerError: `unrecognized descriptor: ${text}` };
  }
  const parts = line.split(spaces).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    const must = `must have five fields (minute, hour, day of month, month, day of week), not ${parts.length}`;
    const readerError = `expected exactly 5 fields, found ${parts.length}: [${parts.join(" ")}]`;
    return { faults: [must], readerError: text === "" ? "empty spec string" : readerError };
  }
  const read = fields.map((field, index) => parseField(parts[index] ?? "", field));
  const faults = read.flatMap((field) => field.faults);
  const readerError = read.flatMap((field) => field.errors)[0];
  if (readerError !== undefined) return { faults, readerError };
  const ranges = read.map((field, index) => [fields[index]?.name, field.ranges]);
  return { schedule: { fields: Object.fromEntries(ranges) as CronFields }, faults };
}

function parseEvery(duration: string): ParsedSchedule {
  const parsed = parseDuration(duration);
  return parsed.ok
    ? { schedule: { everyNanos: parsed.value }, faults: [] }
    : {
        faults: ["must have a duration after @every, such as 1h30m"],
        readerError: `failed to parse duration ${everyPrefix}${duration}: ${parsed.error}`,
      };
}

function parseField(text: string, field: Field) {
  const ranges: CronRange[] = [];
  const faults: string[] = [];
  const errors: string[] = [];
  for (const part of text.split(",").filter((range) => range !== "")) {
    const range = parseRange(part, field);
    if ("start" in range) ranges.push(range);
    else {
      faults.push(`${field.name} ${range.must}; got ${JSON.stringify(part)}`);
      errors.push(range.error);
    }
  }
  return { ranges, faults, errors };
}

/** Parses `5`, `1-5`, `mon-fri` or `*`, each optionally with `/step`. */
function parseRange(range: string, field: Field): CronRange | Fault {
  const [span = "", given, ...rest] = range.split("/");
  const bounds = spanBounds(span, field, { range, hasStep: given !== undefined && rest.length === 0 });
  if ("must" in bounds) return bounds;
  if (rest.length > 0) return { must: "must have at most one slash", error: `too many slashes: ${range}` };
  const step = given === undefined ? 1 : numberOf(given);
  if (step === undefined) {
    return { must: "must have a whole number after the slash", error: numberError(given ?? "") };
  }
  const fault = boundsFault({ ...bounds, step }, field, range);
  return fault ?? { ...bounds, step, isAny: /^[*?]/.test(span) && step === 1 };
}

function boundsFault({ start, end, step }: Omit<CronRange, "isAny">, field: Field, range: string): Fault | undefined {
  const { least, most } = field;
  const must = `must be from ${least} to ${most}`;
  if (start < least) return { must, error: `beginning of range (${start}) below minimum (${least}): ${range}` };
  if (end > most) return { must, error: `end of range (${end}) above maximum (${most}): ${range}` };
  if (start > end) {
    const error = `beginning of range (${start}) beyond end of range (${end}): ${range}`;
    return { must: "must be a range in ascending order", error };
  }
  if (step > 0) return undefined;
  return { must: "must have a step above 0", error: `step of range should be a positive number: ${range}` };
}

interface SpanContext {
  /** The whole range with its step, for error messages. */
  readonly range: string;
  readonly hasStep: boolean;
}

function spanBounds(
  span: string,
  field: Field,
  { range, hasStep }: SpanContext,
): Pick<CronRange, "start" | "end"> | Fault {
  const [low = "", high, ...rest] = span.split("-");
  if (low === "*" || low === "?") return { start: field.least, end: field.most };
  const start = valueIn(low, field);
  if (start === undefined) return notValue(low, field);
  if (rest.length > 0) return { must: "must have at most one hyphen", error: `too many hyphens: ${range}` };
  if (high === undefined) return { start, end: hasStep ? field.most : start };
  const end = valueIn(high, field);
  return end === undefined ? notValue(high, field) : { start, end };
}

const notValue = (text: string, { names }: Field): Fault => ({
  must: names ? `must be a whole number, or one of ${names.join(", ")}` : "must be a whole number",
  error: numberError(text),
});

const numberError = (text: string): string =>
  `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;

function valueIn(text: string, { names = [], least }: Field): number | undefined {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? numberOf(text) : index + least;
}

/** Parses a number as Go does, with an optional plus sign and leading zeros. */
function numberOf(text: string): number | undefined {
  return /^(?:\+?\d+|-0+)$/.test(text) ? Math.abs(Number(text)) : undefined;
}
