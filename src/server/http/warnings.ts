/**
 * `Warning` headers, which clients print for their users.
 *
 * @module
 */
import type { Exchange } from "./exchange.ts";

/** Sets the headers for the warnings so far. Must be called before the response starts. */
export function writeWarnings({ answer, warnings }: Exchange): void {
  if (warnings.size > 0) answer.setHeader("Warning", warningHeaders(warnings));
}

/** In characters. If the texts are longer in total, each is truncated, and the texts after the limit are dropped. */
const maxWarningsLength = 4096;
const maxTruncatedLength = 256;

/** Returns one header for each text. */
export function warningHeaders(warnings: Iterable<string>): string[] {
  const texts = [...warnings].map((text) => [...text.replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ").trim()]);
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  const shown = total > maxWarningsLength ? truncateTexts(texts) : texts;
  return shown.map((text) => `299 - "${toHeaderText(text.join("").replace(/["\\]/g, "\\$&"))}"`);
}

/** Truncates the texts. The text that exceeds the limit is still included. */
function truncateTexts(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
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

/** Headers contain bytes, which Node takes from Latin-1: each byte of the UTF-8 text becomes one character. */
function toHeaderText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
