/**
 * Returns Go's error for a text that is not a time. Go parses the text part by part, and reports the first part that
 * does not match.
 *
 * @module
 */
import { quoteAsGoTime } from "./duration.ts";

/** A part of a time layout, and the separator after it. */
interface Part {
  /** The part as written in the layout. */
  readonly name: string;
  readonly end: string;
  /** The characters that are read at the start of the remaining text. */
  readonly form: RegExp;
  /** The name of the number in out-of-range errors, and its lowest and highest value. */
  readonly range?: readonly [word: string, least: number, most: number];
}

const parts: readonly Part[] = [
  { name: "2006", end: "-", form: /^\d{4}/ },
  { name: "01", end: "-", form: /^\d\d/, range: ["month", 1, 12] },
  { name: "02", end: "T", form: /^\d\d/ },
  { name: "15", end: ":", form: /^\d\d?/, range: ["hour", 0, 23] },
  { name: "04", end: ":", form: /^\d\d/, range: ["minute", 0, 59] },
  { name: "05", end: "", form: /^\d\d/, range: ["second", 0, 59] },
];

const micros: Part = { name: ".000000", end: "", form: /^[.,]\d{6}/ };
const anyFraction = /^[.,]\d+/;
const zone = /^(?:Z|[+-](\d\d):(\d\d))/;
const zoneName = "Z07:00";

/**
 * Returns the error.
 *
 * @param text - must not be a valid time.
 * @param hasMicros - whether the layout has a fraction of six digits; otherwise any fraction is read
 */
export function goTimeError(text: string, hasMicros: boolean): string {
  const layout = `2006-01-02T15:04:05${hasMicros ? micros.name : ""}${zoneName}`;
  const unread = (rest: string, name: string) =>
    `parsing time ${quoteAsGoTime(text)} as ${quoteAsGoTime(layout)}: cannot parse ${quoteAsGoTime(rest)} as ${quoteAsGoTime(name)}`;
  const wrong = (words: string) => `parsing time ${quoteAsGoTime(text)}: ${words}`;
  let rest = text;
  for (const { name, end, form, range: [word, least, most] = ["", 0, Infinity] } of hasMicros
    ? [...parts, micros]
    : parts) {
    const [found] = form.exec(rest) ?? [];
    if (found === undefined) return unread(rest, name);
    const number = Number(found);
    if (number < least || number > most) return wrong(`${word} out of range`);
    rest = rest.slice(found.length);
    if (!rest.startsWith(end)) return unread(rest, end);
    rest = rest.slice(end.length);
  }
  if (!hasMicros) rest = rest.replace(anyFraction, "");
  const [offset, hours = "0", minutes = "0"] = zone.exec(rest) ?? [];
  if (offset === undefined) return unread(rest, zoneName);
  if (Number(hours) > 24) return wrong("time zone offset hour out of range");
  if (Number(minutes) > 60) return wrong("time zone offset minute out of range");
  rest = rest.slice(offset.length);
  if (rest !== "") return wrong(`extra text: ${quoteAsGoTime(rest)}`);
  // The day is the only part that is not checked above.
  return wrong("day out of range");
}
