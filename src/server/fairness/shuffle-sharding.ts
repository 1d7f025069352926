/**
 * Which queues a flow may wait in: a few of all, drawn by a hash of the flow, so that a heavy flow shares few queues with any other.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** Of a flow of a schema; 64 bits, as the API server computes them. */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(schema).update("\0").update(distinguisher).digest().readBigUInt64LE(0);
}

/** Deals `handSize` different numbers below `deckSize`; the same hash gets the same ones, in the same order. */
export function dealHand(hash: bigint, deckSize: number, handSize: number): readonly number[] {
  const remainders: number[] = [];
  let rest = hash;
  for (let index = 0; index < handSize; index++) {
    const cards = BigInt(deckSize - index);
    remainders.push(Number(rest % cards));
    rest /= cards;
  }
  return remainders.map((remainder, index) => {
    let card = remainder;
    // Each remainder counts among the cards that were left when it was drawn.
    for (let before = index - 1; before >= 0; before--) if (card >= (remainders[before] ?? 0)) card++;
    return card;
  });
}
