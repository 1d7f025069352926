/**
 * Random texts of each grammar through its readers: no exception, and nothing that grows faster than its input.
 * `npm run fuzz:readers` takes FUZZ_READERS texts of each, 20,000 by default.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Grammar, grammars } from "./grammars.ts";
import { growthOfTime, maxInputMs, repeat, type Shape } from "./growth.ts";

const count = Number(process.env["FUZZ_READERS"] ?? 40);
/** Of so many texts one is repeated to see how its cost grows. */
const growthStride = 10;
/** Other numbers give other texts; a failure names the one it had. */
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 20_261_122);

test.each(grammars)(
  "$name",
  (grammar) => {
    let runs = 0;
    const law = fc.property(shapeOf(grammar), (shape) => {
      expect(slowness(shape, shape.text(3))).toBeUndefined();
      const isLong = count > 1_000;
      if (isLong && ++runs % growthStride === 0) expect(growthOfTime(shape)).toBeUndefined();
    });
    const startedAt = process.cpuUsage();
    fc.assert(law, { numRuns: count, seed: firstSeed });
    const { user, system } = process.cpuUsage(startedAt);
    if (count > 1_000) console.log(`${grammar.name}: ${count} texts, ${((user + system) / 1e6).toFixed(0)} s`);
  },
  60_000 + count * 2_000,
);

/** Some tokens, a few that are repeated, some more. */
function shapeOf({ name, frames, tokens, read }: Grammar): fc.Arbitrary<Shape> {
  const some = (maxLength: number, minLength = 0) =>
    fc.array(fc.constantFrom(...tokens), { minLength, maxLength }).map((parts) => parts.join(""));
  return fc
    .tuple(fc.constantFrom(...frames), some(8), some(4, 1), some(4))
    .map(([[before, after], first, body, last]) => ({
      name: `${name}: ${JSON.stringify([before + first, body, last + after])}`,
      text: (n) => before + repeat(first, 1) + repeat(body, n) + repeat(last, 1) + after,
      read,
    }));
}

function slowness({ name, read }: Shape, text: string): string | undefined {
  const startedAt = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(startedAt);
  const ms = (user + system) / 1_000;
  return ms > maxInputMs ? `${name}: ${ms} ms` : undefined;
}
