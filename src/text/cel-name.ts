/**
 * Names that are no identifiers of the expression language, and how Kubernetes lets expressions write them: `a.b` is
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

/** True for a name that an expression can write as it is. */
export const isCelIdentifier = (name: string): boolean =>
  /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reservedWords.has(name);

/** The name that an expression means; undefined when it holds an escape that means nothing. */
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
