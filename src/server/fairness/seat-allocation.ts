/**
 * Divides seats among priority levels: each level gets the same fraction of its target, within its bounds. The
 * algorithm is that of the enhancement proposal KEP-1040, "Dispatching".
 *
 * @module
 */

/** `upperBound` and `target` are at least `lowerBound`, which is at least 0. */
export interface SeatBounds {
  readonly target: number;
  readonly lowerBound: number;
  readonly upperBound: number;
}

export interface SeatAllocation {
  /** In the order of the bounds; the total is the requested sum. */
  readonly seats: readonly number[];
  /** The fraction of its target that each level gets if no bound prevents it. */
  readonly fairShare: number;
}

/** Smaller targets are raised to this, because shares are relative to targets. */
const minTarget = 0.001;
const tolerance = 1e-7;

/** @returns undefined if the sum is outside of the bounds */
export function allocateSeats(sum: number, levels: readonly SeatBounds[]): SeatAllocation | undefined {
  const targets = levels.map(({ target }) => Math.max(target, minTarget));
  const lowSum = sumOf(levels.map(({ lowerBound }) => lowerBound));
  const highSum = sumOf(levels.map(({ upperBound }) => upperBound));
  if (sum < 0 || lowSum - sum > tolerance || sum - highSum > tolerance) return undefined;
  if (sum === 0) return { seats: levels.map(() => 0), fairShare: 0 };
  const fairShare = fairShareOf(sum, levels, targets);
  const seats = levels.map(({ lowerBound, upperBound }, index) =>
    Math.max(lowerBound, Math.min(upperBound, fairShare * (targets[index] ?? 0))),
  );
  return { seats, fairShare };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A share from which on the seats of a level grow with the share, or from which on they no longer grow. */
interface Breakpoint {
  readonly share: number;
  /** The target of the level; negative if its seats no longer grow. */
  readonly slope: number;
}

/**
 * Finds the share at which the seats of all levels add up to the sum, by walking up the shares at which a level reaches
 * a bound.
 */
function fairShareOf(sum: number, levels: readonly SeatBounds[], targets: readonly number[]): number {
  const breakpoints = levels
    .flatMap(({ lowerBound, upperBound }, index): Breakpoint[] => {
      const target = targets[index] ?? minTarget;
      return [
        { share: lowerBound / target, slope: target },
        { share: upperBound / target, slope: -target },
      ];
    })
    .toSorted((a, b) => a.share - b.share);
  let seats = sumOf(levels.map(({ lowerBound }) => lowerBound));
  let share = breakpoints[0]?.share ?? 0;
  let slope = 0;
  for (const breakpoint of breakpoints) {
    const after = seats + (breakpoint.share - share) * slope;
    if (slope > tolerance && after >= sum) return share + (sum - seats) / slope;
    seats = after;
    share = breakpoint.share;
    slope += breakpoint.slope;
    if (seats >= sum) return share;
  }
  return share;
}
