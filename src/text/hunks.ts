/**
 * Formats changes of a text as hunks of a unified diff.
 *
 * @module
 */

/** Unchanged lines to show before and after a change. */
const contextLines = 3;

/** A line with its sign: unchanged, removed or added. */
export interface Row {
  readonly sign: " " | "-" | "+";
  /** With its line break, which the last line of a text may lack. */
  readonly line: string;
}

export interface Hunk {
  /** `@@ -1,7 +1,8 @@` */
  readonly header: string;
  readonly rows: readonly Row[];
}

/** Splits a text into lines, which keep their line breaks. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** Returns the changes with their surrounding lines. Changes whose surrounding lines meet are in one hunk. */
export function hunksOf(rows: readonly Row[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let counted = 0;
  const start = { before: 0, after: 0 };
  const skipTo = (index: number) => {
    for (; counted < index; counted++) {
      if (rows[counted]?.sign !== "+") start.before++;
      if (rows[counted]?.sign !== "-") start.after++;
    }
  };
  const changes = rows.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  for (let index = 0; index < changes.length; index++) {
    const first = changes[index] ?? 0;
    while ((changes[index + 1] ?? Number.POSITIVE_INFINITY) - (changes[index] ?? 0) <= 2 * contextLines + 1) index++;
    const from = Math.max(0, first - contextLines);
    skipTo(from);
    const shown = rows.slice(from, (changes[index] ?? first) + contextLines + 1);
    const header = `@@ -${rangeOf(shown, "+", start.before)} +${rangeOf(shown, "-", start.after)} @@`;
    hunks.push({ header, rows: shown });
  }
  return hunks;
}

/**
 * Returns `3,7`: the first line and the number of lines, which is omitted if it is 1. For an empty range, the first
 * number is that of the line before it.
 */
function rangeOf(rows: readonly Row[], foreign: Row["sign"], before: number): string {
  const lines = rows.filter(({ sign }) => sign !== foreign).length;
  if (lines === 1) return String(before + 1);
  return `${lines === 0 ? before : before + 1},${lines}`;
}
