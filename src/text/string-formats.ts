/**
 * The formats that OpenAPI names for strings, as loosely as the API server holds them. (`uri` is in `go-url.ts`.)
 *
 * @module
 */
import { parseTimestamp } from "./timestamp.ts";

/** With or without its dashes, in either case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text);

/** Base64 with padding; not empty. */
export const isBase64 = (text: string): boolean =>
  text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** A day of the calendar, `2006-01-02`. */
export const isDate = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined;

/** A day, `T` and a time with zone, in either case; seconds may be followed by any one character and digits. */
export function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u.exec(time);
  if (match === null || !isDate(date)) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return hour <= 23 && minute <= 59 && second <= 59;
}
