import fc from "fast-check";
import { expect, test } from "vitest";
import { compareKeys } from "../../src/storage/key.ts";
import { KeyList } from "../../src/storage/key-list.ts";

const keyOf = (number: number) => `/k${String(number).padStart(5, "0")}`;

test("a list equals a sorted array of the same keys after any additions and deletions", () => {
  const change = fc.record({
    verb: fc.constantFrom("add", "delete"),
    first: fc.nat(4000),
    count: fc.integer({ min: 1, max: 1500 }),
    step: fc.constantFrom(-7, -1, 1, 3),
  });
  const property = fc.property(fc.array(change, { maxLength: 12 }), fc.nat(5000), (changes, start) => {
    const list = new KeyList();
    const model = new Set<string>();
    for (const { verb, first, count, step } of changes) {
      for (let i = 0; i < count; i++) {
        const key = keyOf(Math.abs(first + i * step));
        if (verb === "add" && !model.has(key)) list.add(key);
        if (verb === "delete" && model.has(key)) list.delete(key);
        if (verb === "add") model.add(key);
        else model.delete(key);
      }
    }
    const sorted = [...model].sort(compareKeys);
    expect([...list.from()]).toEqual(sorted);
    expect([...list.from(keyOf(start))]).toEqual(sorted.filter((key) => key >= keyOf(start)));
    expect([...new KeyList(sorted).from()]).toEqual(sorted);
  });
  fc.assert(property, { numRuns: 60 });
});

test("keys are ordered by their UTF-8 bytes", () => {
  const list = new KeyList();
  for (const key of ["\u{10000}", "\uffff", "a", ""]) list.add(key);
  expect([...list.from()]).toEqual(["", "a", "\uffff", "\u{10000}"]);
  expect([...list.from("\u{10000}")]).toEqual(["\u{10000}"]);
});
