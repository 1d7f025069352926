/**
 * Chooses the queues in which a flow may wait: a few of all, selected by a hash of the flow, so that a heavy flow
 * shares few queues with any other flow.
 *
 * @module
 */
import { createHash } from "node:crypto";

/** Returns the 64-bit hash of a flow of a schema, as kube-apiserver computes it. */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash("sha256").update(schema).update("\0").update(distinguisher).digest().readBigUInt64LE(0);
}

/**
 * Deals `handSize` different numbers below `deckSize`. The same hash always yields the same numbers in the same order.
 */
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
    // A remainder is an index into the cards that were left when it was drawn.
    for (let before = index - 1; before >= 0; before--) if (card >= (remainders[before] ?? 0)) card++;
    return card;
  });
}
