/**
 * JSON text with whole numbers kept exact: those beyond 2^53 are bigint.
 *
 * @module
 */

/** @param indent - spaces for each level; 0 for a single line */
export function formatJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof TypeError && holdsBigint(value)) return formatExact(value, indent);
    throw error;
  }
}

/** Marks numbers that stand in the text as strings for a moment; no text of a client can hold it by chance. */
const exactMark = "\u0000exact:";

function formatExact(value: unknown, indent: number): string {
  const marked = JSON.stringify(
    value,
    (_key, item) => (typeof item === "bigint" ? `${exactMark}${item}` : item),
    indent,
  );
  return marked.replace(/"\\u0000exact:(-?\d+)"/g, "$1");
}

function holdsBigint(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsBigint);
}

/** More digits than a number of JavaScript keeps. */
const longNumber = /[:[,\s]-?\d{16,}/;

/** Reads text that this server wrote itself. */
export function parseOwnJson(text: string, readExact: (text: string) => unknown): unknown {
  return longNumber.test(text) ? readExact(text) : JSON.parse(text);
}
