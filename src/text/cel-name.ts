/**
 * CEL identifiers, and the escapes with which Kubernetes lets expressions use other names: `a.b` is written as
 * `a__dot__b`.
 *
 * @module
 */

const characterByEscape: ReadonlyMap<string, string> = new Map([
  ["underscores", "__"],
  ["dot", "."],
  ["dash", "-"],
  ["slash", "/"],
]);

const reservedWords: ReadonlySet<string> = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return" +
    " var void while"
  ).split(" "),
);

/** Whether an expression can use the name without escapes. */
export const isCelIdentifier = (name: string): boolean =>
  /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reservedWords.has(name);

/** Returns the name for an escaped name; undefined if it contains an unknown escape. */
export function unescapeCelName(escaped: string): string | undefined {
  if (!escaped.includes("__")) return escaped;
  let isValid = true;
  const name = escaped.replace(/__([^_]+)__/g, (whole, word: string) => {
    const character = characterByEscape.get(word);
    if (character !== undefined) return character;
    if (!reservedWords.has(word) || whole.length !== escaped.length) isValid = false;
    return word;
  });
  return isValid ? name : undefined;
}
