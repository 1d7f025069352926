/**
 * Parses booleans as Go's `strconv.ParseBool` does.
 *
 * @module
 */

const booleanByWord: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((word) => [word, false] as const),
]);

/** Returns the boolean; undefined if the text is not one. */
export const parseGoBoolean = (text: string): boolean | undefined => booleanByWord.get(text);
