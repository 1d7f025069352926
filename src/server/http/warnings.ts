/**
 * Warnings for the people at the other end: `Warning` headers, as clients print them.
 *
 * @module
 */

/** Together they may not be longer, in characters; else each is cut short. */
const maxWarningsLength = 4096;
const maxTruncatedLength = 256;

/** One header for each text. */
export function warningHeaders(warnings: Iterable<string>): string[] {
  const texts = [...warnings].map((text) => text.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ").trim());
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const shown = total > maxWarningsLength ? texts.map((text) => text.slice(0, maxTruncatedLength)) : texts;
  const headers: string[] = [];
  let length = 0;
  for (const text of shown) {
    length += text.length;
    if (length > maxWarningsLength) break;
    headers.push(`299 - "${asHeader(text.replace(/["\\]/g, "\\$&"))}"`);
  }
  return headers;
}

/** Headers carry bytes: UTF-8 goes through as what looks like Latin-1. */
function asHeader(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
