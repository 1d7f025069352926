/**
 * Time zones: names of the IANA database (through the platform's own copy) and offsets such as `-02:30`.
 *
 * @module
 */
import { daysFromCivil } from "./timestamp.ts";

/** Most zones whose formatter is kept; making one is slow. */
const maxKnownZones = 64;

const formatterByZone = new Map<string, Intl.DateTimeFormat>();

/**
 * Seconds east of UTC in a zone at a time.
 *
 * @param zone - a name (`Europe/Berlin`; empty and `Local` are UTC) or, when it has a colon, hours and minutes
 * @param seconds - since the epoch
 * @returns undefined when there is no such zone
 */
export function zoneOffset(zone: string, seconds: number): number | undefined {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  return zone.includes(":") ? fixedOffset(zone) : namedOffset(zone, seconds);
}

/** Hours and minutes may have any number of digits; the sign of the hours counts for both, as cel-go has it. */
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
