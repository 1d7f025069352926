/**
 * Writes the changes of a text as a unified diff that `git apply` and `patch -p1` accept.
 *
 * @part unified-diff
 * @module
 */
import { hunksOf, linesOf, type Row } from "../text/hunks.ts";

/**
 * Maximum number of changed lines to align. With more, the diff replaces all lines between the first and the last
 * change.
 */
const maxEdits = 500;

/** Colors for the lines of a diff. Default: no colors. */
export interface DiffColors {
  readonly bold: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
}

const plain = (text: string): string => text;
const noColors: DiffColors = { bold: plain, cyan: plain, green: plain, red: plain };

/** Returns the diff of a file; empty if both texts are the same. */
export function unifiedDiff(
  path: string,
  before: string,
  after: string,
  { bold, cyan, green, red }: DiffColors = noColors,
): string {
  if (before === after) return "";
  const paint = { " ": plain, "-": red, "+": green };
  const hunks = hunksOf(rowsOf(linesOf(before), linesOf(after)));
  const lines = hunks.flatMap(({ header, rows }) => [
    cyan(header),
    ...rows.flatMap(({ sign, line }) => {
      const isWhole = line.endsWith("\n");
      const shown = paint[sign](sign + (isWhole ? line.slice(0, -1) : line));
      return isWhole ? [shown] : [shown, "\\ No newline at end of file"];
    }),
  ]);
  return `${[bold(`--- ${quoted(`a/${path}`)}`), bold(`+++ ${quoted(`b/${path}`)}`), ...lines].join("\n")}\n`;
}

/** Quotes a file name as git does if it contains control characters, quotes or backslashes. */
const quoted = (name: string): string => (/[\p{Cc}"\\]/u.test(name) ? JSON.stringify(name) : name);

/** Returns all lines in order; between the first and the last change, with the smallest number of edits. */
function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  let same = 0;
  while (same < shorter - first && before.at(-1 - same) === after.at(-1 - same)) same++;
  const kept = (lines: readonly string[]) => lines.map((line): Row => ({ sign: " ", line }));
  return [
    ...kept(before.slice(0, first)),
    ...changedRows(before.slice(first, before.length - same), after.slice(first, after.length - same)),
    ...kept(before.slice(before.length - same)),
  ];
}

/**
 * Uses Myers' algorithm: for each number of edits it finds the furthest point on each diagonal, then goes back from the
 * end.
 */
function changedRows(before: readonly string[], after: readonly string[]): readonly Row[] {
  const steps: ReadonlyMap<number, number>[] = [];
  let furthest: ReadonlyMap<number, number> = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(maxEdits, before.length + after.length); edits++) {
    steps.push(furthest);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOn(diagonal, edits, furthest);
      while (x < before.length && before[x] === after[x - diagonal] && x - diagonal < after.length) x++;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return backtrack(before, after, steps);
    }
    furthest = next;
  }
  return [...before.map((line): Row => ({ sign: "-", line })), ...after.map((line): Row => ({ sign: "+", line }))];
}

/**
 * Returns the x coordinate at which a diagonal is entered: by an added line from the diagonal above, or by a removed
 * line from the one below.
 */
function startOn(diagonal: number, edits: number, furthest: ReadonlyMap<number, number>): number {
  return isAddition(diagonal, edits, furthest) ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
}

const at = (furthest: ReadonlyMap<number, number>, diagonal: number): number => furthest.get(diagonal) ?? -1;

const isAddition = (diagonal: number, edits: number, furthest: ReadonlyMap<number, number>): boolean =>
  diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));

function backtrack(
  before: readonly string[],
  after: readonly string[],
  steps: readonly ReadonlyMap<number, number>[],
): readonly Row[] {
  const rows: Row[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const furthest = steps[edits] ?? new Map();
    const diagonal = x - y;
    const isAdded = isAddition(diagonal, edits, furthest);
    const fromX = edits === 0 ? 0 : at(furthest, isAdded ? diagonal + 1 : diagonal - 1);
    const fromY = edits === 0 ? 0 : fromX - (isAdded ? diagonal + 1 : diagonal - 1);
    const kept = isAdded ? x - fromX : y - fromY;
    for (let back = 0; back < (edits === 0 ? x : kept); back++) rows.push({ sign: " ", line: before[--x] ?? "" });
    if (edits > 0)
      rows.push(isAdded ? { sign: "+", line: after[fromY] ?? "" } : { sign: "-", line: before[fromX] ?? "" });
    x = fromX;
    y = fromY;
  }
  return rows.reverse();
}
