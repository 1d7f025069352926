/** Seat allocations have the properties that upstream's conc_alloc_test.go requires. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { allocateSeats, type SeatBounds } from "../../../src/server/fairness/seat-allocation.ts";

const tolerance = 1e-6;

const level = fc
  .record({
    low: fc.double({ min: 0, max: 10, noNaN: true }),
    overLow: fc.double({ min: 0, max: 10, noNaN: true }),
    room: fc.double({ min: 0, max: 20, noNaN: true }),
    isIdle: fc.boolean(),
  })
  .map(({ low, overLow, room, isIdle }): SeatBounds => {
    if (isIdle) return { lowerBound: 0, target: 0, upperBound: room + 1e-5 };
    return { lowerBound: low, target: low + overLow, upperBound: low + room };
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test("seats add up to the total, and each level gets the same share of its target within its bounds", () => {
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (levels, part) => {
        const low = sum(levels.map(({ lowerBound }) => lowerBound));
        const high = sum(levels.map(({ upperBound }) => upperBound));
        const wanted = low + (high - low) * part;
        const allocation = allocateSeats(wanted, levels);
        if (!allocation) throw new Error("there is an allocation");
        const { seats, fairShare } = allocation;
        expect(Math.abs(sum(seats) - wanted)).toBeLessThan(tolerance * Math.max(1, wanted));
        for (const [index, { lowerBound, upperBound, target }] of levels.entries()) {
          const fair = wanted === 0 ? 0 : fairShare * Math.max(target, 0.001);
          expect(seats[index]).toBeCloseTo(wanted === 0 ? 0 : Math.max(lowerBound, Math.min(upperBound, fair)), 6);
        }
      },
    ),
  );
});

test.each<[name: string, total: number, levels: readonly SeatBounds[], seats: readonly number[] | undefined]>([
  ["no priority levels", 0, [], []],
  ["fewer seats than the lower bounds", 1, [{ lowerBound: 2, target: 2, upperBound: 3 }], undefined],
  ["more seats than the upper bounds", 4, [{ lowerBound: 2, target: 2, upperBound: 3 }], undefined],
  ["the sum of the lower bounds", 2, [{ lowerBound: 2, target: 5, upperBound: 9 }], [2]],
  ["the sum of the upper bounds", 9, [{ lowerBound: 2, target: 5, upperBound: 9 }], [9]],
  [
    "seats in proportion to the targets",
    12,
    [
      { lowerBound: 0, target: 1, upperBound: 20 },
      { lowerBound: 0, target: 2, upperBound: 20 },
    ],
    [4, 8],
  ],
  [
    "one level at its upper bound",
    12,
    [
      { lowerBound: 0, target: 1, upperBound: 2 },
      { lowerBound: 0, target: 1, upperBound: 20 },
    ],
    [2, 10],
  ],
  [
    "one level at its lower bound",
    12,
    [
      { lowerBound: 9, target: 10, upperBound: 20 },
      { lowerBound: 0, target: 90, upperBound: 100 },
    ],
    [9, 3],
  ],
])("%s", (_name, total, levels, seats) => {
  const allocation = allocateSeats(total, levels);
  if (!seats) expect(allocation).toBeUndefined();
  else for (const [index, expected] of seats.entries()) expect(allocation?.seats[index]).toBeCloseTo(expected, 9);
});
