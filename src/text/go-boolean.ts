/**
 * Words for yes and no, as Go's `strconv.ParseBool` takes them.
 *
 * @module
 */

const booleanByWord: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((word) => [word, false] as const),
]);

/** Undefined for any other word. */
export const parseGoBoolean = (text: string): boolean | undefined => booleanByWord.get(text);
