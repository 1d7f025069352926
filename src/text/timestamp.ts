/**
 * Timestamps in RFC 3339 as Go parses and formats them, and the calendar.
 *
 * @module
 */
import { trimEnd } from "./trim-end.ts";

/** Seconds since the epoch, nanoseconds from 0 to 999,999,999, and the written offset in seconds east of UTC. */
export interface ParsedTimestamp {
  readonly seconds: number;
  readonly nanos: number;
  readonly offsetSeconds: number;
}

/** A date and a time of day. Months and days begin with 1; `weekday` is 0 for Sunday. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
  /** 1 for January 1. */
  readonly dayOfYear: number;
}

const secondsPerDay = 86_400;
export const nanosPerMicro = 1000;

/** The first second of the year 1, which is Go's zero time. */
export const zeroTimeS = -62_135_596_800;

/** Unlike RFC 3339, Go accepts a one-digit hour, and a comma before the fraction. */
const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses a timestamp with a year from 0000 to 9999; undefined if it is invalid. Digits below a nanosecond are dropped.
 */
export function parseTimestamp(text: string): ParsedTimestamp | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (offsetHours > 24 || offsetMinutes > 60) return undefined;
  const offsetSeconds = (match[8] === "-" ? -1 : 1) * (offsetHours * 3600 + offsetMinutes * 60);
  const local = daysFromCivil(year, month, day) * secondsPerDay + hour * 3600 + minute * 60 + second;
  return {
    seconds: local - offsetSeconds,
    nanos: Number((match[7] ?? "").slice(0, 9).padEnd(9, "0")),
    offsetSeconds: offsetSeconds === 0 ? 0 : offsetSeconds,
  };
}

/** Formats a timestamp in its offset, with as many digits of the fraction as needed, and with `Z` for UTC. */
export function formatTimestamp({ seconds, nanos, offsetSeconds }: ParsedTimestamp): string {
  const time = civilTime(seconds + offsetSeconds);
  const fraction = nanos === 0 ? "" : `.${trimEnd("0", String(nanos).padStart(9, "0"))}`;
  const date = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`;
  return `${date}T${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}${fraction}${formatOffset(offsetSeconds)}`;
}

/** Formats a time in UTC and whole seconds. */
export const formatUtcSeconds = ({ seconds }: Pick<ParsedTimestamp, "seconds">): string =>
  formatTimestamp({ seconds, nanos: 0, offsetSeconds: 0 });

/** Formats a time in UTC, with a fraction of six digits. */
export const formatUtcMicros = ({ seconds, nanos }: Pick<ParsedTimestamp, "seconds" | "nanos">): string =>
  formatUtcSeconds({ seconds }).replace("Z", `.${pad(Math.floor(nanos / nanosPerMicro), 6)}Z`);

/** Converts seconds since the epoch to date and time in UTC. For another zone, add its offset first. */
export function civilTime(seconds: number): CivilTime {
  const days = Math.floor(seconds / secondsPerDay);
  const secondOfDay = seconds - days * secondsPerDay;
  const { year, month, day } = civilFromDays(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(secondOfDay / 3600),
    minute: Math.floor(secondOfDay / 60) % 60,
    second: secondOfDay % 60,
    weekday: (((days + 4) % 7) + 7) % 7,
    dayOfYear: days - daysFromCivil(year, 1, 1) + 1,
  };
}

function formatOffset(offsetSeconds: number): string {
  if (offsetSeconds === 0) return "Z";
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  return `${offsetSeconds < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function pad(value: number, width = 2): string {
  return value < 0 ? `-${pad(-value, width)}` : String(value).padStart(width, "0");
}

function daysInMonth(year: number, month: number): number {
  return daysFromCivil(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - daysFromCivil(year, month, 1);
}

/**
 * Returns the days since the epoch in the proleptic Gregorian calendar. Years begin in March, so that the leap day is
 * the last day of its year, and are counted in eras of 400 years.
 */
export function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of `daysFromCivil`. */
function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}
