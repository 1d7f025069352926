/**
 * Escapes property names that are not identifiers, so that expressions can select them as fields of a typed object. Map
 * keys are never escaped.
 *
 * @module
 */

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    __: "__underscores__",
    ".": "__dot__",
    "-": "__dash__",
    "/": "__slash__",
  }),
);

const reservedWords: ReadonlySet<string> = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return var " +
    "void while"
  ).split(" "),
);

/** Returns the escaped name, `a__dot__b` for `a.b`; undefined for a name that expressions cannot write. */
export function escapePropertyName(name: string): string | undefined {
  if (reservedWords.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[./-]/g, (part) => escapes.get(part) ?? part);
}
