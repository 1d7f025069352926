import { expect, onTestFinished, test, vi } from "vitest";
import { isLarge, isLargeImmutable, maxInlineBytes } from "../../../src/server/request/size.ts";
import { firstTurn, isTurnOver, nextTurn, runInTurns } from "../../../src/server/request/turns.ts";

const untilTurnIsOver = () => {
  while (!isTurnOver());
};

/** Works for this time, as a step between two promises. */
async function keepBusy(ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test("owners take turns, however much work one of them has queued", async () => {
  const seen: string[] = [];
  const work = async (owner: { name: string }) => {
    await nextTurn(owner);
    untilTurnIsOver();
    seen.push(owner.name);
  };
  const [a, b] = [{ name: "a" }, { name: "b" }];
  await Promise.all([work(a), work(a), work(a), work(b)]);
  expect(seen).toEqual(["a", "b", "a", "a"]);
});

test("other work gets a turn between two long turns", async () => {
  const seen: string[] = [];
  const work = async (name: string) => {
    await nextTurn({});
    untilTurnIsOver();
    seen.push(name);
    setTimeout(() => seen.push(`after ${name}`), 0);
  };
  await Promise.all([work("first"), work("second"), work("third")]);
  expect(seen.slice(0, seen.indexOf("third"))).toContain("after first");
});

test("work that arrives during a long turn is next", async () => {
  const seen: string[] = [];
  const startLater = async () => {
    expect(isTurnOver()).toBe(true);
    await nextTurn({});
    seen.push("short");
  };
  let coming: Promise<void> | undefined;
  for (let step = 0; step < 4; step++) {
    await nextTurn();
    // As requests do, it arrives after the round has done its work and before the next round.
    coming ??= new Promise((resolve) => setTimeout(() => resolve(startLater()), 0));
    untilTurnIsOver();
    seen.push("long");
  }
  await coming;
  expect(seen).toEqual(["long", "short", "long", "long", "long"]);
});

test("waiting tasks are resumed eight at a time, and other work gets a turn in between", async () => {
  const seen: string[] = [];
  const work = async (name: string) => {
    await nextTurn({});
    for (let step = 0; step < 20; step++) await keepBusy(0.2);
    seen.push(name);
    setTimeout(() => seen.push(`after ${name}`), 0);
  };
  await Promise.all(Array.from({ length: 20 }, (_none, index) => work(String(index))));
  expect(seen.slice(0, seen.indexOf("19"))).toContain("after 0");
});

test("the first of many steps counts toward the turn", async () => {
  const seen: string[] = [];
  function* steps() {
    for (let step = 0; step < 3; step++) {
      const endMs = performance.now() + 3;
      while (performance.now() < endMs);
      seen.push(`step ${step}`);
      yield;
    }
  }
  // Begins a round in which no work has had a turn.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  setTimeout(() => seen.push("other"), 0);
  await runInTurns(steps());
  expect(seen.indexOf("other")).toBe(1);
});

test("the first request of a connection in a round begins at once, the others wait for turns", async () => {
  // On a busy machine the round could end before the second request arrives.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  await nextTurn();
  const [a, b] = [{}, {}];
  expect([firstTurn(a), firstTurn(b)]).toEqual([undefined, undefined]);
  const second = firstTurn(a);
  expect(second).toBeInstanceOf(Promise);
  await second;
  await new Promise(setImmediate);
  expect(firstTurn(a)).toBeUndefined();
});

test("urgent work begins even in a round that is over, once for each connection", async () => {
  await nextTurn();
  const [a, b] = [{}, {}];
  isTurnOver();
  await keepBusy(5);
  expect(firstTurn(b)).toBeInstanceOf(Promise);
  expect(firstTurn(a, true)).toBeUndefined();
  expect(firstTurn(a, true)).toBeInstanceOf(Promise);
});

test.each([
  ["a text", "x".repeat(maxInlineBytes + 1), true],
  ["many texts", { a: Array.from({ length: 5000 }, () => "x") }, true],
  ["long keys", { ["k".repeat(maxInlineBytes)]: 1 }, true],
  ["an ordinary object", { metadata: { name: "x", labels: { a: "b" } }, data: { a: "x".repeat(20_000) } }, false],
  ["undefined", undefined, false],
])("whether %s is large", (_name, value, expected) => {
  expect(isLarge(value)).toBe(expected);
});

test("the size of an object that no longer changes is counted once", () => {
  const members = vi.fn(() => ["a"]);
  const object = new Proxy({ a: 1 }, { ownKeys: members });
  expect([isLargeImmutable(object), isLargeImmutable(object), isLarge(object)]).toEqual([false, false, false]);
  expect(members).toHaveBeenCalledTimes(1);
});
