/**
 * The characters with a short escape in double-quoted strings, in Go as well as in CEL.
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
