/**
 * Random texts of each grammar, passed to its readers. Expects no exception and no cost that grows faster than the
 * input. `npm run fuzz:readers` tries FUZZ_READERS texts per grammar, 20,000 by default; with FUZZ_MINUTES it tries new
 * texts of one grammar after the other until that time is over.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mutateText, mutation } from "../fuzz/mutation.ts";
import { type Grammar, grammars } from "./grammars.ts";
import { growthOfTime, maxInputMs, repeat, type Shape } from "./growth.ts";

const count = Number(process.env["FUZZ_READERS"] ?? 40);
const minutes = Number(process.env["FUZZ_MINUTES"] ?? 0);
const isLong = count > 1_000 || minutes > 0;
/** One in so many texts is repeated to measure how its cost grows. */
const growthStride = 10;
/** The seed of the texts; a failure reports the seed that it had. */
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 20_261_122);

/** Tries texts of a grammar. @returns the processor time, in seconds */
function fuzz(grammar: Grammar, numRuns: number, seed: number): number {
  let runs = 0;
  const law = fc.property(shapeOf(grammar), (shape) => {
    const fault = slowness(shape, shape.text(3));
    const growth = isLong && ++runs % growthStride === 0 ? growthOfTime(shape).fault : undefined;
    if (fault ?? growth) throw new Error(fault ?? growth);
  });
  const startedAt = process.cpuUsage();
  // In long runs shrinking is off, since it would repeat the measurements many times.
  fc.assert(law, { numRuns, seed, endOnFailure: isLong });
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1e6;
}

test.skipIf(minutes > 0).each(grammars)(
  "$name",
  (grammar) => {
    const seconds = fuzz(grammar, count, firstSeed);
    if (isLong) console.log(`${grammar.name}: ${count} texts, ${seconds.toFixed(0)} s`);
  },
  60_000 + count * 2_000,
);

/** The number of texts of each grammar per round, in runs limited by time. */
const textsPerRound = 200;

test.skipIf(minutes === 0)(
  `all grammars for ${minutes} minutes`,
  () => {
    const faults: unknown[] = [];
    const seconds = new Map<string, number>();
    const end = Date.now() + minutes * 60_000;
    let round = 0;
    for (; Date.now() < end; round++) {
      for (const grammar of grammars) {
        const seed = firstSeed + round;
        try {
          seconds.set(grammar.name, (seconds.get(grammar.name) ?? 0) + fuzz(grammar, textsPerRound, seed));
        } catch (fault) {
          console.log(`${grammar.name}, seed ${seed}: ${String((fault as Error).cause)}`);
          faults.push(fault);
        }
        if (Date.now() > end) break;
      }
      console.log(
        `${(round + 1) * textsPerRound} texts: ${[...seconds].map(([name, s]) => `${name} ${s.toFixed(0)} s`).join(", ")}`,
      );
    }
    expect(faults).toEqual([]);
  },
  (minutes + 10) * 60_000,
);

/**
 * Generates three sorts of texts: tokens in any order, whole texts with a few mutations, and the grammar's own growing
 * texts.
 */
function shapeOf(grammar: Grammar): fc.Arbitrary<Shape> {
  const { name, growing, texts, read } = grammar;
  const shapes = [tokenShape(grammar)];
  if (texts) shapes.push(spoiledShape(name, texts, read));
  if (growing) shapes.push(growing.map((text) => ({ name: `${name}: ${JSON.stringify(text(1))}`, text, read })));
  return fc.oneof(...shapes);
}

/** Generates some tokens, a few repeated tokens, and some more tokens. */
function tokenShape({ name, frames, tokens, read }: Grammar): fc.Arbitrary<Shape> {
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

const maxPartLength = 40;

/** Repeats a part of a mutated text, and possibly a second part after it, as with opening and closing delimiters. */
function spoiledShape(name: string, texts: fc.Arbitrary<string>, read: Grammar["read"]): fc.Arbitrary<Shape> {
  const length = fc.integer({ min: 1, max: maxPartLength });
  const part = fc.record({ at: fc.nat(0xffff), length, gap: fc.nat(maxPartLength), closing: fc.nat(3) });
  return fc.tuple(texts, fc.array(mutation, { maxLength: 4 }), part).map(([original, mutations, { at, ...rest }]) => {
    const text = mutations.reduce(mutateText, original);
    const start = at % (text.length + 1);
    const end = start + rest.length;
    const close = end + rest.gap;
    const closeEnd = close + rest.closing;
    const pieces = [text.slice(0, start), text.slice(start, end), text.slice(end, close), text.slice(close, closeEnd)];
    const [before = "", part = "", between = "", closing = ""] = pieces;
    const opening = part || " ";
    return {
      name: `${name}: ${JSON.stringify([...pieces, text.slice(closeEnd)])}`,
      text: (n) => before + opening.repeat(n) + between + closing.repeat(n) + text.slice(closeEnd),
      read,
    };
  });
}

function slowness({ name, read }: Shape, text: string): string | undefined {
  const startedAt = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(startedAt);
  const ms = (user + system) / 1_000;
  return ms > maxInputMs ? `${name}: ${ms} ms` : undefined;
}
