/**
 * Schedules of cron jobs: five fields, or a word such as `@daily`, or `@every` with a duration.
 *
 * @module
 */
import { parseDuration } from "./duration.ts";

interface Field {
  readonly name: string;
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

const words: ReadonlySet<string> = new Set([
  "@yearly",
  "@annually",
  "@monthly",
  "@weekly",
  "@daily",
  "@midnight",
  "@hourly",
]);

/** Go's spaces, which part the fields. */
const spaces = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** What is wrong with a schedule; an empty list means nothing. */
export function validateCronSchedule(text: string): readonly string[] {
  if (text.startsWith("@")) return validateWord(text);
  const parts = text.split(spaces).filter((part) => part !== "");
  if (parts.length !== fields.length) {
    return [`must have five fields (minute, hour, day of month, month, day of week), not ${parts.length}`];
  }
  return fields.flatMap((field, index) => {
    const ranges = (parts[index] ?? "").split(",").filter((range) => range !== "");
    return ranges.flatMap((range) => {
      const fault = rangeFault(range, field);
      return fault === undefined ? [] : [`${field.name} ${fault}; got ${JSON.stringify(range)}`];
    });
  });
}

const everyPrefix = "@every ";

function validateWord(text: string): readonly string[] {
  if (words.has(text)) return [];
  if (!text.startsWith(everyPrefix)) return [`must be one of ${[...words].join(", ")}, or @every with a duration`];
  return parseDuration(text.slice(everyPrefix.length)).ok ? [] : ["must have a duration after @every, such as 1h30m"];
}

/** `5`, `1-5`, `mon-fri`, `*`, each with `/step` or without. */
function rangeFault(range: string, field: Field): string | undefined {
  const [span = "", step, ...rest] = range.split("/");
  if (rest.length > 0) return "must have one slash at most";
  const bounds = spanBounds(span, field, step !== undefined);
  if (typeof bounds === "string") return bounds;
  const { start, end } = bounds;
  if (step !== undefined && numberOf(step) === undefined) return "must have a whole number after the slash";
  if (start < field.least || end > field.most) return `must be from ${field.least} to ${field.most}`;
  if (start > end) return "must begin before it ends";
  return step !== undefined && numberOf(step) === 0 ? "must have a step above 0" : undefined;
}

function spanBounds(span: string, field: Field, hasStep: boolean): { start: number; end: number } | string {
  const [low = "", high, ...rest] = span.split("-");
  if (low === "*" || low === "?") return { start: field.least, end: field.most };
  const start = valueIn(low, field);
  if (start === undefined) return notValue(field);
  if (rest.length > 0) return "must have one hyphen at most";
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
