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

/** What grows too much is measured again; it grows too much in all of so many runs. */
const maxRuns = 4;

/** What is wrong with the growth of the steps, told apart from what any input costs; undefined when nothing is. */
export function growthOfSteps(shape: Shape, stepsOf: (work: () => unknown) => number, n: number): string | undefined {
  const cost = (times: number) => {
    const text = shape.text(times);
    return stepsOf(() => shape.read(text));
  };
  cost(n);
  let counts = "";
  for (let run = 0; run < maxRuns; run++) {
    const [once, twice, fourTimes] = [cost(n), cost(2 * n), cost(4 * n)];
    const [first, second] = [twice - once, fourTimes - twice];
    if (second < leastSteps || second <= maxGrowth * first + stepsOfTables * n) return undefined;
    counts = `${once}, ${twice}, ${fourTimes}`;
  }
  return `${shape.name}: ${counts} steps for ${n}, ${2 * n}, ${4 * n}`;
}

/** Shorter times are not told apart from noise, in milliseconds. */
const leastMs = 30;
const maxLength = 400_000;

/** As `growthOfSteps` by processor time: the least of several runs, as long as they say that it grows too much. */
export function growthOfTime(shape: Shape): string | undefined {
  const cost = (text: string) => {
    const startedAt = process.cpuUsage();
    shape.read(text);
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1_000;
  };
  let n = 250;
  let text = shape.text(n);
  for (let ms = cost(text); ms < leastMs; ms = cost(text)) {
    n *= 2;
    text = shape.text(n);
    // Some do not grow at all.
    if (text.length > maxLength || n > maxLength) return undefined;
  }
  const texts = [text, shape.text(2 * n), shape.text(4 * n)];
  const least = texts.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < maxRuns; run++) {
    for (const [index, each] of texts.entries()) {
      least[index] = Math.min(least[index] ?? 0, cost(each));
      const before = least[index - 1];
      // A table that is made, or a collection of garbage, is met at one doubling; what grows too much does so again.
      if (before !== undefined && (least[index] ?? 0) <= maxGrowth * before) return undefined;
      if ((least[index] ?? 0) > maxInputMs)
        return `${shape.name}: ${least[index]} ms for ${n * 2 ** index} repetitions`;
    }
  }
  return `${shape.name}: ${least.map(Math.round).join(", ")} ms for ${n}, ${2 * n}, ${4 * n} repetitions`;
}
