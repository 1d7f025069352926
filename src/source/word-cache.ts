/**
 * Short words of many texts, each kept as one string: manifests say the same keys over and over, and a string that was
 * a key before is looked up in an object without being hashed again.
 *
 * @module
 */

/** Longer ones are rarely said twice. In UTF-16 units. */
const maxWordLength = 24;
/** Words kept; a power of 2. One more takes the place of another. */
const wordCount = 4096;

const words: string[] = Array(wordCount).fill("");

/** The text from `start` to `end`. */
export function wordAt(text: string, start: number, end: number): string {
  const length = end - start;
  if (length === 0 || length > maxWordLength) return text.slice(start, end);
  const middle = text.charCodeAt(start + (length >> 1));
  const hash = ((length * 31 + text.charCodeAt(start)) * 31 + middle) * 31 + text.charCodeAt(end - 1);
  const slot = (hash ^ (hash >> 12)) & (wordCount - 1);
  const known = words[slot] ?? "";
  if (known.length === length && text.startsWith(known, start)) return known;
  // V8 lets a part of a text keep all of it alive; a part of something made for it keeps no file.
  const word = ` ${text.slice(start, end)}`.slice(1);
  words[slot] = word;
  return word;
}
