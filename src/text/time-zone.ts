/**
 * Time zones: names of the IANA database (from the platform's copy) and offsets such as `-02:30`.
 *
 * @module
 */
import { daysFromCivil } from "./timestamp.ts";

/** The maximum number of formatters to cache, since creating one is slow. */
const maxKnownZones = 64;

const formatterByZone = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the offset of a zone at a time, in seconds east of UTC.
 *
 * @param zone - a name (`Europe/Berlin`; empty and `Local` are UTC) or, if it contains a colon, hours and minutes
 * @param seconds - since the epoch
 * @returns undefined if the zone does not exist
 */
export function zoneOffset(zone: string, seconds: number): number | undefined {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  return zone.includes(":") ? fixedOffset(zone) : namedOffset(zone, seconds);
}

/**
 * Returns the offset in seconds. Hours and minutes may have up to six digits. As in cel-go, a minus sign of the hours
 * also applies to the minutes.
 */
function fixedOffset(zone: string): number | undefined {
  const match = /^([+-]?\d{1,6}):([+-]?\d{1,6})$/.exec(zone);
  if (match === null) return undefined;
  const minutes = Number(match[2]);
  return (Number(match[1]) * 60 + (zone.startsWith("-") ? -minutes : minutes)) * 60;
}

function namedOffset(zone: string, seconds: number): number | undefined {
  const formatter = formatterOf(zone);
  if (formatter === undefined) return undefined;
  const part: Record<string, string> = {};
  for (const { type, value } of formatter.formatToParts(seconds * 1000)) part[type] = value;
  const year = part["era"]?.startsWith("B") ? 1 - Number(part["year"]) : Number(part["year"]);
  const days = daysFromCivil(year, Number(part["month"]), Number(part["day"]));
  const local = days * 86_400 + Number(part["hour"]) * 3600 + Number(part["minute"]) * 60 + Number(part["second"]);
  return local - seconds;
}

function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formatterByZone.get(zone);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
  if (formatterByZone.size >= maxKnownZones) formatterByZone.clear();
  formatterByZone.set(zone, formatter);
  return formatter;
}
