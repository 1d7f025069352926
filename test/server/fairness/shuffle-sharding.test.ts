import { expect, test } from "vitest";
import { dealHand, hashFlow } from "../../../src/server/fairness/shuffle-sharding.ts";

test.each([
  [128, 6],
  [64, 6],
  [16, 4],
  [9, 9],
  [1, 1],
])("of %d queues, a flow gets %d different ones", (queues, handSize) => {
  for (let flow = 0; flow < 200; flow++) {
    const hand = dealHand(hashFlow("schema", `user-${flow}`), queues, handSize);
    expect(new Set(hand).size).toBe(handSize);
    for (const card of hand) expect(card >= 0 && card < queues).toBe(true);
  }
});

test("each hand is dealt equally often", () => {
  const counts = new Map<string, number>();
  for (let hash = 0n; hash < 60n; hash++) {
    const hand = dealHand(hash, 5, 3).join(",");
    counts.set(hand, (counts.get(hand) ?? 0) + 1);
  }
  // 5 * 4 * 3 ordered hands.
  expect([...counts.values()]).toEqual(Array(60).fill(1));
});

test("the hash of a flow depends on its schema and its distinguisher", () => {
  expect(hashFlow("a", "b")).toBe(hashFlow("a", "b"));
  expect(hashFlow("ab", "")).not.toBe(hashFlow("a", "b"));
});
