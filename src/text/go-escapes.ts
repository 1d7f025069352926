/**
 * Characters that a string between double quotes has a short escape for, in Go as in CEL.
 *
 * @module
 */

export const goEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
  }),
);
