/**
 * String formats of OpenAPI, as loosely as the API server validates them. (`uri` is in `go-url.ts`.)
 *
 * @module
 */
import { parseTimestamp } from "./timestamp.ts";

/** Whether the text is a UUID, with or without dashes, in any case. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text);

/** Whether the text is base64 with padding and not empty. */
export const isBase64 = (text: string): boolean =>
  text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Whether the text is a valid date, `2006-01-02`. */
export const isDate = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined;

/**
 * Whether the text is a date, `T` and a time with zone, in any case. After the seconds, any character followed by
 * digits is allowed.
 */
export function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u.exec(time);
  if (match === null || !isDate(date)) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return hour <= 23 && minute <= 59 && second <= 59;
}
