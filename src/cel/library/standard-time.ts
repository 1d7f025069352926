/**
 * The accessors of timestamps and durations, of the standard library.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, member, type Overload } from "../types/declarations.ts";
import { durationType, intType, stringType, timestampType } from "../types/types.ts";

/** The accessor in UTC, and in the time zone that the argument names. */
const inZones = (id: string, idWithZone: string = `${id}_with_tz`): readonly Overload[] => [
  member(id, [timestampType], intType),
  member(idWithZone, [timestampType, stringType], intType),
];

const ofDuration = (id: string): Overload => member(id, [durationType], intType);

export const timeFunctions: readonly FunctionDeclaration[] = [
  declareFunction("getFullYear", ...inZones("timestamp_to_year")),
  declareFunction("getMonth", ...inZones("timestamp_to_month")),
  declareFunction("getDayOfYear", ...inZones("timestamp_to_day_of_year")),
  declareFunction("getDayOfMonth", ...inZones("timestamp_to_day_of_month")),
  declareFunction("getDate", ...inZones("timestamp_to_day_of_month_1_based")),
  declareFunction("getDayOfWeek", ...inZones("timestamp_to_day_of_week")),
  declareFunction("getHours", ...inZones("timestamp_to_hours"), ofDuration("duration_to_hours")),
  declareFunction("getMinutes", ...inZones("timestamp_to_minutes"), ofDuration("duration_to_minutes")),
  declareFunction(
    "getSeconds",
    ...inZones("timestamp_to_seconds", "timestamp_to_seconds_tz"),
    ofDuration("duration_to_seconds"),
  ),
  declareFunction("getMilliseconds", ...inZones("timestamp_to_milliseconds"), ofDuration("duration_to_milliseconds")),
];
