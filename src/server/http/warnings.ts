/**
 * Warnings for the people at the other end: `Warning` headers, as clients print them.
 *
 * @module
 */
import type { Exchange } from "./exchange.ts";

/** Those of the exchange so far; before its answer begins. */
export function writeWarnings({ answer, warnings }: Exchange): void {
  if (warnings.size > 0) answer.setHeader("Warning", warningHeaders(warnings));
}

/** In characters. Texts that are longer together are each cut short, and none begins after these. */
const maxWarningsLength = 4096;
const maxTruncatedLength = 256;

/** One header for each text. */
export function warningHeaders(warnings: Iterable<string>): string[] {
  const texts = [...warnings].map((text) => [...text.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ").trim()]);
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  const shown = total > maxWarningsLength ? cutShort(texts) : texts;
  return shown.map((text) => `299 - "${asHeader(text.join("").replace(/["\\]/g, "\\$&"))}"`);
}

/** The text with which it became too much is shown in any case. */
function cutShort(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const shown: (readonly string[])[] = [];
  let [whole, length] = [0, 0];
  for (const text of texts) {
    if (whole > maxWarningsLength && length >= maxWarningsLength) break;
    const cut = text.slice(0, maxTruncatedLength);
    shown.push(cut);
    whole += text.length;
    length += cut.length;
  }
  return shown;
}

/** Headers carry bytes: UTF-8 goes through as what looks like Latin-1. */
function asHeader(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
