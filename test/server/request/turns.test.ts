import { expect, test, vi } from "vitest";
import { isLarge, isLargeFinally, maxInlineBytes } from "../../../src/server/request/size.ts";
import { isTurnOver, nextTurn } from "../../../src/server/request/turns.ts";

const untilTurnIsOver = () => {
  while (!isTurnOver());
};

test("those who wait take turns, whatever one of them has queued up", async () => {
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

test("between two long turns everything else has one", async () => {
  const seen: string[] = [];
  const work = async (name: string) => {
    await nextTurn({});
    untilTurnIsOver();
    seen.push(name);
    setTimeout(() => seen.push(`after ${name}`), 0);
  };
  await Promise.all([work("first"), work("second"), work("third")]);
  expect(seen.indexOf("after first")).toBeLessThan(seen.indexOf("third"));
});

test("who comes while a long turn lasts is next", async () => {
  const seen: string[] = [];
  const come = async () => {
    expect(isTurnOver()).toBe(true);
    await nextTurn({});
    seen.push("short");
  };
  let coming: Promise<void> | undefined;
  for (let step = 0; step < 4; step++) {
    await nextTurn();
    // As requests do, it comes when the round has done its work, and before the next one.
    coming ??= new Promise((resolve) => setTimeout(() => resolve(come()), 0));
    untilTurnIsOver();
    seen.push("long");
  }
  await coming;
  expect(seen).toEqual(["long", "short", "long", "long", "long"]);
});

test.each([
  ["a text", "x".repeat(maxInlineBytes + 1), true],
  ["many texts", { a: Array.from({ length: 5000 }, () => "x") }, true],
  ["long keys", { ["k".repeat(maxInlineBytes)]: 1 }, true],
  ["a usual object", { metadata: { name: "x", labels: { a: "b" } }, data: { a: "x".repeat(20_000) } }, false],
  ["nothing", undefined, false],
])("%s is large, or not", (_name, value, expected) => {
  expect(isLarge(value)).toBe(expected);
});

test("an object that changes no more is counted once", () => {
  const members = vi.fn(() => ["a"]);
  const object = new Proxy({ a: 1 }, { ownKeys: members });
  expect([isLargeFinally(object), isLargeFinally(object), isLarge(object)]).toEqual([false, false, false]);
  expect(members).toHaveBeenCalledTimes(1);
});
