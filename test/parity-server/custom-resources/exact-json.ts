/** Parses and formats JSON with the exact notation of numbers: parsed values contain them as strings between marks. */

const mark = "\u0000";

/** @param text - the number in JSON notation, such as `1.0` */
export const number = (text: string | number | bigint): string => `${mark}${text}${mark}`;

export const formatExact = (value: unknown): string => JSON.stringify(value).replace(/"\\u0000([^"]*?)\\u0000"/g, "$1");

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns undefined if the text is not JSON. */
export function parseExact(text: string): unknown {
  const marked = text.replace(token, (part) => (part.startsWith('"') ? part : JSON.stringify(number(part))));
  try {
    return JSON.parse(marked) as unknown;
  } catch {
    return undefined;
  }
}
