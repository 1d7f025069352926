/**
 * Diffs lines as Python's `difflib` does, for diffs in kube-apiserver's messages: finds the longest run of common
 * lines, then the runs before and after it.
 *
 * @module
 */
import type { Row } from "./hunks.ts";

/** In texts with at least this many lines, frequent lines cannot start a run. */
const leastForFrequent = 200;
/** The maximum number of comparison steps; a typical pod takes about ten thousand. */
export const maxMatchingSteps = 200_000;

interface Run {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** A pair of line ranges that has not been compared yet. */
interface Range {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/**
 * Returns all lines in order, removed lines before added ones; undefined if the comparison would take too many steps.
 */
export function matchLines(before: readonly string[], after: readonly string[]): readonly Row[] | undefined {
  const runs = new Matcher(before, after).runs();
  if (runs === undefined) return undefined;
  const rows: Row[] = [];
  const add = (sign: Row["sign"], lines: readonly string[]) => {
    for (const line of lines) rows.push({ sign, line });
  };
  let [x, y] = [0, 0];
  for (const run of [...runs, { before: before.length, after: after.length, length: 0 }]) {
    add("-", before.slice(x, run.before));
    add("+", after.slice(y, run.after));
    [x, y] = [run.before + run.length, run.after + run.length];
    add(" ", before.slice(run.before, x));
  }
  return rows;
}

class Matcher {
  private steps = 0;
  private readonly placesByLine: ReadonlyMap<string, readonly number[]>;
  private readonly before: readonly string[];
  private readonly after: readonly string[];

  constructor(before: readonly string[], after: readonly string[]) {
    this.before = before;
    this.after = after;
    this.placesByLine = rarePlaces(after);
  }

  /** Returns the runs of common lines in order; undefined if the limit of steps is exceeded. */
  runs(): readonly Run[] | undefined {
    const runs: Run[] = [];
    const open: Range[] = [{ before: [0, this.before.length], after: [0, this.after.length] }];
    for (let range = open.pop(); range; range = open.pop()) {
      const run = this.longestRun(range);
      if (this.steps > maxMatchingSteps) return undefined;
      if (run.length === 0) continue;
      runs.push(run);
      open.push(
        { before: [range.before[0], run.before], after: [range.after[0], run.after] },
        { before: [run.before + run.length, range.before[1]], after: [run.after + run.length, range.after[1]] },
      );
    }
    return runs.sort((a, b) => a.before - b.before);
  }

  /**
   * Returns the longest run; if there are several, the first. Only lines that are not frequent can start it; it is then
   * extended at both ends with any equal lines.
   */
  private longestRun(range: Range): Run {
    const longest = this.longestOfRare(range);
    let { before, after, length } = longest;
    const isSame = (x: number, y: number) => this.before[x] === this.after[y];
    while (before > range.before[0] && after > range.after[0] && isSame(before - 1, after - 1)) {
      before--;
      after--;
      length++;
    }
    while (
      before + length < range.before[1] &&
      after + length < range.after[1] &&
      isSame(before + length, after + length)
    ) {
      length++;
    }
    return { before, after, length };
  }

  private longestOfRare({ before: [start, end], after: [least, most] }: Range): Run {
    let longest: Run = { before: start, after: least, length: 0 };
    let lengthAt: ReadonlyMap<number, number> = new Map();
    for (let x = start; x < end && this.steps <= maxMatchingSteps; x++) {
      const next = new Map<number, number>();
      const places = this.placesByLine.get(this.before[x] ?? "") ?? [];
      this.steps += 1 + places.length;
      for (const y of places) {
        if (y < least || y >= most) continue;
        const length = (lengthAt.get(y - 1) ?? 0) + 1;
        next.set(y, length);
        if (length > longest.length) longest = { before: x - length + 1, after: y - length + 1, length };
      }
      lengthAt = next;
    }
    return longest;
  }
}

/** Returns the positions of each line, without lines that make up more than a hundredth of a long text. */
function rarePlaces(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, index) => {
    const known = places.get(line);
    if (known) known.push(index);
    else places.set(line, [index]);
  });
  if (lines.length < leastForFrequent) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= most));
}
