/**
 * How the cost of a shape grows with its repetitions.
 *
 * @module
 */

/** An input that repeats something n times, and the reader it is for. */
export interface Shape {
  readonly name: string;
  text(n: number): string;
  read(text: string): unknown;
}

/** `#` in a part is the number of the repetition. */
export function repeat(part: string, n: number): string {
  if (!part.includes("#")) return part.repeat(n);
  return Array.from({ length: n }, (_none, index) => part.replaceAll("#", String(index))).join("");
}

/** Of twice the input, so many times the cost at most. */
const maxGrowth = 2.5;
/** A single input may take so long, in milliseconds of processor time; inputs have some 100 KB. */
export const maxInputMs = 5_000;

/** Steps below this number are noise: tables are made, loops warm up. */
const leastSteps = 5_000;
/** A table that is made at one of the sizes costs so many steps for each repetition at most. */
const stepsOfTables = 30;

/** How often a growth that is too large is measured; it counts only if it is too large each time. */
const maxRuns = 4;

/** The fault of the growth of the steps, apart from the cost of any input; undefined without a fault. */
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

/** Shorter times are not told apart from noise, in milliseconds. */
const leastMs = 30;
const maxLength = 400_000;

/** How the processor time of a shape grew. */
export interface Growth {
  /** Of the time when the input doubled; absent when none took long enough to tell. */
  readonly ratio?: number;
  /** The fault of the growth. */
  readonly fault?: string;
}

/** As `growthOfSteps` by processor time: from the smallest input whose time can be measured, and up to four times that. */
export function growthOfTime(shape: Shape): Growth {
  let n = 250;
  let text = shape.text(n);
  for (let ms = cpuMs(shape, text); ms < leastMs; ms = cpuMs(shape, text)) {
    n *= 2;
    text = shape.text(n);
    // Some do not grow at all.
    if (text.length > maxLength || n > maxLength) return {};
  }
  const found = growthOver(shape, [n, 2 * n, 4 * n]);
  // A text that outgrows a cache of the processor takes too much once; cost that is not linear goes on to grow.
  return found.fault === undefined ? found : growthOver(shape, [4 * n, 8 * n, 16 * n]);
}

/** Less time is no danger: if it were quadratic, 30,000 items (a server takes no more) would take less than a second. */
const leastWideMs = 15;
const wideItems = 4_000;

/** As `growthOfTime`, with few runs: of one wide input, and of half of it when that took long enough to tell. */
export function growthWhenWide(shape: Shape): Growth {
  const text = shape.text(wideItems);
  return cpuMs(shape, text) < leastWideMs ? {} : growthOver(shape, [wideItems / 2, wideItems]);
}

/** By the least of several runs of inputs that double, as long as they say that it grows too much. */
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
      // A table that is made, or a collection of garbage, is met at one doubling; what grows too much does so again.
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
