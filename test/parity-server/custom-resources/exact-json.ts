/**
 * JSON whose numbers stay as they are written: in values they are texts between marks.
 */

const mark = "\u0000";

/** @param text - as JSON has it, such as `1.0` */
export const number = (text: string | number | bigint): string => `${mark}${text}${mark}`;

export const formatExact = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000([^"]*?)\\u0000"/g, "$1");

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Undefined for what is no JSON. */
export function parseExact(text: string): unknown {
  const marked = text.replace(token, (part) => (part.startsWith('"') ? part : JSON.stringify(number(part))));
  try {
    return JSON.parse(marked) as unknown;
  } catch {
    return undefined;
  }
}
