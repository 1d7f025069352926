/**
 * Caches short words of many texts, each as one string: manifests repeat the same keys, and a string that was already
 * used as a key need not be hashed again for a lookup in an object.
 *
 * @module
 */

/** The longest cached word, in UTF-16 units; longer ones are rarely repeated. */
const maxWordLength = 24;
/** The number of cached words; a power of 2. A further word replaces another one. */
const wordCount = 4096;

const words: string[] = Array(wordCount).fill("");

/** Returns the text from `start` to `end`. */
export function wordAt(text: string, start: number, end: number): string {
  const length = end - start;
  if (length === 0 || length > maxWordLength) return text.slice(start, end);
  const middle = text.charCodeAt(start + (length >> 1));
  const hash = ((length * 31 + text.charCodeAt(start)) * 31 + middle) * 31 + text.charCodeAt(end - 1);
  const slot = (hash ^ (hash >> 12)) & (wordCount - 1);
  const known = words[slot] ?? "";
  if (known.length === length && text.startsWith(known, start)) return known;
  // In V8, a slice keeps its whole source text alive. A slice of a temporary string does not keep the file.
  const word = ` ${text.slice(start, end)}`.slice(1);
  words[slot] = word;
  return word;
}
