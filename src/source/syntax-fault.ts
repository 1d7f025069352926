/**
 * Why YAML or JSON text cannot be read. The messages are those of the component's own parser, so that users find them
 * in its log; the help suggests a fix.
 *
 * @module
 */

/** A syntax error. `at` is where reading stopped: everything before it was accepted. */
export interface SyntaxFault {
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** Whether a limit of clustervet was exceeded; the text itself may be valid. */
  readonly isLimit?: boolean;
}

export function syntaxFault(message: string, start: number, end: number, at: number): SyntaxFault {
  const help = helpByMessage.get(message);
  return { message, start, end, at, ...(help === undefined ? {} : { help }) };
}

const helpByMessage: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "could not find expected ':'":
      "end the key with a colon and a space, or indent the line to continue the value above",
    "did not find expected key": "align this line with the keys of the map it belongs to",
    "did not find expected '-' indicator": "align this line with the `-` of the list it belongs to",
    "did not find expected node content": "put a value here, or remove the comma or marker before it",
    "did not find expected ',' or ']'": "separate entries with a comma and close the list with `]`",
    "did not find expected ',' or '}'": "separate entries with a comma and close the map with `}`",
    "mapping values are not allowed in this context": "quote the value if it contains `: `, or check the indentation",
    "block sequence entries are not allowed in this context": "put the `-` on a line of its own",
    "mapping keys are not allowed in this context": "put the `?` on a line of its own",
    "found character that cannot start any token":
      "indent with spaces, not tabs; quote values that begin with @, `, % or |",
    "found unexpected end of stream": "close the quote",
    "found unexpected document indicator": "close the quote before the next document",
    "found unknown escape character": "write `\\\\` for a backslash, or use single quotes",
    "found invalid Unicode character escape code": "write a character beyond U+FFFF as \\UXXXXXXXX, not as two escapes",
    "found incompatible YAML document": "remove the directive: the parser of the components knows %YAML 1.1 only",
    "found undefined tag handle": "declare the handle with %TAG, or remove the tag",
    "found a tab character where an indentation space is expected": "indent with spaces",
    "found a tab character that violates indentation": "indent with spaces",
  }),
);
