/**
 * Measures how the cost of a shape grows with its repetitions.
 *
 * @module
 */

/** An input that repeats a part n times, and the function that reads it. */
export interface Shape {
  readonly name: string;
  text(n: number): string;
  read(text: string): unknown;
}

/** Repeats a part n times; `#` in it is replaced by the number of the repetition. */
export function repeat(part: string, n: number): string {
  if (!part.includes("#")) return part.repeat(n);
  return Array.from({ length: n }, (_none, index) => part.replaceAll("#", String(index))).join("");
}

/** The maximum ratio of costs when the input doubles. */
const maxGrowth = 2.5;
/** The maximum processor time of one input of about 100 KB, in milliseconds. */
export const maxInputMs = 5_000;

/** Smaller increases are noise, in steps: tables are built, loops warm up. */
const leastSteps = 5_000;
/** The maximum cost of a table that is built at one of the sizes, in steps per repetition. */
const stepsOfTables = 30;

/** The number of measurements; growth is too large only if each of them says so. */
const maxRuns = 4;

/** Returns an error if the number of steps grows too fast, ignoring constant costs; undefined otherwise. */
export function growthOfSteps(
  shape: Shape,
  stepsOf: (works: readonly (() => unknown)[]) => readonly number[],
  n: number,
): string | undefined {
  const works = [n, 2 * n, 4 * n].map((times) => {
    const text = shape.text(times);
    return () => shape.read(text);
  });
  works[0]?.();
  let counts = "";
  for (let run = 0; run < maxRuns; run++) {
    const [once = 0, twice = 0, fourTimes = 0] = stepsOf(works);
    const [first, second] = [twice - once, fourTimes - twice];
    if (second < leastSteps || second <= maxGrowth * first + stepsOfTables * n) return undefined;
    counts = `${once}, ${twice}, ${fourTimes}`;
  }
  return `${shape.name}: ${counts} steps for ${n}, ${2 * n}, ${4 * n}`;
}

/** Shorter times cannot be distinguished from noise, in milliseconds. */
const leastMs = 30;
const maxLength = 400_000;

/** How the processor time of a shape grows. */
export interface Growth {
  /** The ratio of the times when the input doubled; absent if no input took long enough to measure. */
  readonly ratio?: number;
  /** The error if the time grows too fast. */
  readonly fault?: string;
}

/**
 * Like `growthOfSteps` but for processor time: from the smallest input whose time can be measured, up to four times its
 * size.
 */
export function growthOfTime(shape: Shape): Growth {
  let n = 250;
  let text = shape.text(n);
  for (let ms = cpuMs(shape, text); ms < leastMs; ms = cpuMs(shape, text)) {
    n *= 2;
    text = shape.text(n);
    // Some shapes do not grow.
    if (text.length > maxLength || n > maxLength) return {};
  }
  const found = growthOver(shape, [n, 2 * n, 4 * n]);
  // A text that exceeds a processor cache takes too long once; a cost that is not linear keeps growing.
  return found.fault === undefined ? found : growthOver(shape, [4 * n, 8 * n, 16 * n]);
}

/**
 * Shorter times are harmless, in milliseconds: even if the growth were quadratic, 30,000 items (the most that a server
 * accepts) would take less than a second.
 */
const leastWideMs = 15;
const wideItems = 4_000;

/** Like `growthOfTime` with few runs: measures one wide input, and half of it if it took long enough. */
export function growthWhenWide(shape: Shape): Growth {
  const text = shape.text(wideItems);
  return cpuMs(shape, text) < leastWideMs ? {} : growthOver(shape, [wideItems / 2, wideItems]);
}

/**
 * Compares the shortest times of several runs of doubling inputs. Repeats the runs as long as the growth seems too
 * large.
 */
function growthOver(shape: Shape, sizes: readonly number[]): Growth {
  const texts = sizes.map((n) => shape.text(n));
  const least = texts.map(() => Number.POSITIVE_INFINITY);
  let ratio = 0;
  for (let run = 0; run < maxRuns; run++) {
    for (const [index, text] of texts.entries()) {
      const ms = Math.min(least[index] ?? 0, cpuMs(shape, text));
      least[index] = ms;
      const before = least[index - 1];
      if (before !== undefined) ratio = ms / before;
      // Building a table or collecting garbage affects one doubling only; excessive growth appears again.
      if (before !== undefined && ratio <= maxGrowth) return { ratio };
      if (ms > maxInputMs) return { fault: `${shape.name}: ${Math.round(ms)} ms for ${sizes[index]} repetitions` };
    }
  }
  return {
    ratio,
    fault: `${shape.name}: ${least.map(Math.round).join(", ")} ms for ${sizes.join(", ")} repetitions`,
  };
}

function cpuMs(shape: Shape, text: string): number {
  const startedAt = process.cpuUsage();
  shape.read(text);
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1_000;
}
