import fc from "fast-check";
import { expect, test } from "vitest";
import { type Leaf, ObjectIndex } from "../../../src/server/registry/object-index.ts";

const toy = (name: string) => ({ metadata: { name } });
const keyOf = (index: number) => `/toys/box-${index % 7}/${String(index).padStart(5, "0")}`;
const keysOf = (leaves: readonly Leaf[]) => leaves.flatMap(({ keys }) => keys);

function filledIndex(count: number): ObjectIndex {
  const index = new ObjectIndex();
  for (let at = 0; at < count; at++) index.set(keyOf(at), toy(String(at)));
  return index;
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test("an index agrees with a sorted map after any sequence of changes", () => {
  const key = fc.integer({ min: 0, max: 600 }).map(keyOf);
  const step = fc.record({ key, isDelete: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: "max" }), key, (steps, start) => {
      const index = new ObjectIndex();
      const model = new Map<string, object>();
      for (const [at, { key, isDelete }] of steps.entries()) {
        const object = toy(String(at));
        if (isDelete) index.delete(key);
        else index.set(key, object);
        if (isDelete) model.delete(key);
        else model.set(key, object);
      }
      const sorted = [...model.keys()].sort(byBytes);
      expect(index.size).toBe(model.size);
      for (const prefix of ["", "/toys/box-3/", "/toys/box-9/"]) {
        const leaves = [...index.range(prefix)];
        const inPrefix = sorted.filter((each) => each.startsWith(prefix));
        expect(keysOf(leaves)).toEqual(inPrefix);
        expect(leaves.flatMap(({ objects }) => objects)).toEqual(inPrefix.map((each) => model.get(each)));
        expect(leaves.every(({ keys }) => keys.length > 0 && keys.length <= 128)).toBe(true);
      }
      const folder = start.slice(0, start.lastIndexOf("/") + 1);
      const behind = sorted.filter((each) => each.startsWith(folder) && byBytes(each, start) >= 0);
      expect(keysOf([...index.range(folder, start)])).toEqual(behind);
      for (const limit of [0, 1, 100, 1000]) {
        const page = index.page(folder, start, limit);
        expect(keysOf(page.leaves)).toEqual(behind.slice(0, limit));
        expect(page.remaining).toBe(Math.max(0, behind.length - limit));
      }
      for (const key of [start, ...behind]) expect(index.get(key)).toBe(model.get(key));
    }),
    { numRuns: 60 },
  );
});

test("a write replaces one or two leaves, and the others stay the same", () => {
  const index = filledIndex(2000);
  const before = [...index.range("/toys/")];
  index.set(keyOf(1000), toy("changed"));
  const after = [...index.range("/toys/")];
  expect(after.filter((leaf) => !before.includes(leaf))).toHaveLength(1);
  index.set("/toys/box-3/new", toy("new"));
  expect([...index.range("/toys/")].filter((leaf) => !after.includes(leaf)).length).toBeLessThanOrEqual(2);
});

test("keys added in order fill the leaves, and deleted keys leave few leaves", () => {
  const index = new ObjectIndex();
  const keys = Array.from({ length: 1280 }, (_, at) => `/toys/${String(at).padStart(5, "0")}`);
  for (const key of keys) index.set(key, toy(key));
  expect([...index.range("")].map(({ keys: own }) => own.length)).toEqual(Array(10).fill(128));
  for (const [at, key] of keys.entries()) if (at % 64 > 0) index.delete(key);
  expect(index.size).toBe(20);
  expect([...index.range("")].length).toBeLessThanOrEqual(2);
});

test("a page consists of the same parts each time, until a write changes one", () => {
  const index = filledIndex(2000);
  const page = () => index.page("/toys/", keyOf(300), 500).leaves;
  const before = page();
  expect(page().every((leaf, at) => leaf === before[at])).toBe(true);
  index.set(keyOf(307), toy("changed"));
  expect(page().filter((leaf) => !before.includes(leaf))).toHaveLength(1);
});

test("a copy keeps its content when the original changes", () => {
  const index = filledIndex(300);
  const copy = new ObjectIndex(index);
  const before = [...copy.range("")];
  for (let at = 0; at < 300; at += 2) index.delete(keyOf(at));
  expect([...copy.range("")]).toEqual(before);
  expect([copy.size, index.size]).toEqual([300, 150]);
});

test("the work for a page does not grow with the number of objects behind it", () => {
  const { startsWith } = String.prototype;
  const looksOf = (index: ObjectIndex) => {
    let looks = 0;
    // Not a spy, which would itself call `startsWith` and count those calls.
    String.prototype.startsWith = function counted(...startArguments) {
      looks++;
      return startsWith.apply(this, startArguments);
    };
    const { remaining } = index.page("/toys/", "/toys/", 500);
    String.prototype.startsWith = startsWith;
    expect(remaining).toBe(index.size - 500);
    return looks;
  };
  expect(looksOf(filledIndex(40_000)) - looksOf(filledIndex(2000))).toBeLessThan(20);
});
