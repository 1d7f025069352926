/**
 * The accessors of timestamps and durations in the standard library.
 *
 * @module
 */

import { zoneOffset } from "../../text/time-zone.ts";
import { type CivilTime, civilTime } from "../../text/timestamp.ts";
import { declareFunction, type FunctionDeclaration, member, type Overload } from "../types/declarations.ts";
import { durationType, intType, stringType, timestampType } from "../types/types.ts";
import { CelError, type Duration, type Timestamp } from "../types/values.ts";

/** Returns a part of a time, from its calendar fields, or from `time` for parts that the calendar does not have. */
type ReadTimePart = (calendar: CivilTime, time: Timestamp) => number;

/** Declares an accessor in UTC, and one in the time zone of the argument. */
const zoneOverloads = (part: ReadTimePart, id: string, idWithZone: string = `${id}_with_tz`): readonly Overload[] => [
  member(id, [timestampType], intType, (time: Timestamp) => BigInt(part(civilTime(time.seconds), time))),
  member(idWithZone, [timestampType, stringType], intType, (time: Timestamp, zone: string) => {
    const offset = zoneOffset(zone, time.seconds);
    if (offset === undefined) return new CelError(`unknown time zone ${zone}`);
    return BigInt(part(civilTime(time.seconds + offset), time));
  }),
];

/**
 * Declares an accessor that returns the whole duration in a unit. Go computes it in floating point, so a remainder that
 * is almost a whole unit is rounded up to one.
 */
const durationOverload = (id: string, unitNanos: bigint): Overload =>
  member(id, [durationType], intType, ({ nanos }: Duration) => {
    const rest = Number(nanos % unitNanos) / Number(unitNanos);
    return BigInt(Math.trunc(Number(nanos / unitNanos) + rest));
  });

/** Converts exactly, unlike the other units. */
const toMilliseconds = ({ nanos }: Duration): bigint => nanos / 1_000_000n;

export const timeFunctions: readonly FunctionDeclaration[] = [
  declareFunction("getFullYear", ...zoneOverloads(({ year }) => year, "timestamp_to_year")),
  declareFunction("getMonth", ...zoneOverloads(({ month }) => month - 1, "timestamp_to_month")),
  declareFunction("getDayOfYear", ...zoneOverloads(({ dayOfYear }) => dayOfYear - 1, "timestamp_to_day_of_year")),
  declareFunction("getDayOfMonth", ...zoneOverloads(({ day }) => day - 1, "timestamp_to_day_of_month")),
  declareFunction("getDate", ...zoneOverloads(({ day }) => day, "timestamp_to_day_of_month_1_based")),
  declareFunction("getDayOfWeek", ...zoneOverloads(({ weekday }) => weekday, "timestamp_to_day_of_week")),
  declareFunction(
    "getHours",
    ...zoneOverloads(({ hour }) => hour, "timestamp_to_hours"),
    durationOverload("duration_to_hours", 3_600_000_000_000n),
  ),
  declareFunction(
    "getMinutes",
    ...zoneOverloads(({ minute }) => minute, "timestamp_to_minutes"),
    durationOverload("duration_to_minutes", 60_000_000_000n),
  ),
  declareFunction(
    "getSeconds",
    ...zoneOverloads(({ second }) => second, "timestamp_to_seconds", "timestamp_to_seconds_tz"),
    durationOverload("duration_to_seconds", 1_000_000_000n),
  ),
  declareFunction(
    "getMilliseconds",
    ...zoneOverloads((_calendar, { nanos }) => Math.floor(nanos / 1_000_000), "timestamp_to_milliseconds"),
    member("duration_to_milliseconds", [durationType], intType, toMilliseconds),
  ),
];
