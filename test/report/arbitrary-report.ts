/**
 * Generates arbitrary reports: odd names, texts and ranges, also ranges that do not fit their text.
 *
 * @module
 */
import fc from "fast-check";
import type { Cause, FileDiagnostic, Position, Range, Report } from "../../src/diagnostic/diagnostic.ts";
import { reportOf } from "./report-of.ts";

/** All causes, as the compiler ensures. A new cause must be added to the published schema, too. */
const causes: Readonly<Record<Cause, true>> = {
  required: true,
  invalid: true,
  unsupported: true,
  forbidden: true,
  duplicate: true,
  "too-many": true,
  "too-long": true,
  type: true,
  decode: true,
  syntax: true,
  "not-found": true,
  internal: true,
};
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "",
    "]]>",
    "<!--",
    "a\u0000b",
    "\ud800",
    "\ufffe",
    "%0A::error::x",
    "::error::x",
    "\n::error::x",
    "\r\n  ::stop-commands::x",
    "##vso[task.complete result=Succeeded]",
    "###[error]x",
    "\u001b[2J\u009b2J",
    "a\u202e\u2066b\u200b\u2028",
    "-",
    "../up.yaml",
    "/etc/a b.yaml",
  ),
);
const file = fc.oneof(fc.constantFrom("a.yaml", "b/c.json"), anyText);
const position: fc.Arbitrary<Position> = fc.record({
  offset: fc.nat(200),
  line: fc.integer({ min: 1, max: 200 }),
  column: fc.integer({ min: 1, max: 200 }),
});
const range: fc.Arbitrary<Range> = fc.record({ start: position, end: position });

const diagnostic: fc.Arbitrary<FileDiagnostic> = fc
  .record(
    {
      file,
      document: fc.nat(5),
      rule: fc.oneof(fc.constantFrom("schema/required", "source/syntax"), anyText),
      severity: fc.constantFrom("error", "warning", "info"),
      cause: fc.constantFrom(...(Object.keys(causes) as Cause[])),
      message: anyText,
      path: fc.array(fc.oneof(anyText, fc.nat(9)), { maxLength: 4 }),
      range,
      apiVersion: anyText,
      kind: anyText,
      name: anyText,
      namespace: anyText,
      help: anyText,
      value: fc.oneof(anyText, fc.double(), fc.boolean(), fc.constant(null)),
      sensitive: fc.boolean(),
      related: fc.array(fc.record({ file, range, message: anyText }), { maxLength: 3 }),
    },
    { requiredKeys: ["file", "document", "rule", "severity", "cause", "message", "path"] },
  )
  .map((each): FileDiagnostic => each);

/** Source texts with all characters that are difficult for terminals. */
export const anySource: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "##vso[x]",
        "::error::",
        "\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "key: value",
        "漢字",
        "👩‍👩‍👧",
        "e\u0301",
        "\u001b[31m",
        "\ud800",
        "\u200b",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

export const anyReport: fc.Arbitrary<Report> = fc
  .tuple(
    fc.array(diagnostic, { maxLength: 6 }),
    fc.array(
      fc.record({ path: file, documents: fc.nat(6), skipped: anyText }, { requiredKeys: ["path", "documents"] }),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([diagnostics, files]) => reportOf(diagnostics, { files }));
