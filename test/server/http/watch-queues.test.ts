import { expect, test } from "vitest";
import { WatchQueues } from "../../../src/server/http/watch-queues.ts";

/** A watch that keeps its waiting events, as the watches of clients do. */
class Watch {
  isCutOff = false;
  private readonly queues: WatchQueues;
  private parts: Uint8Array[] = [];

  constructor(queues: WatchQueues) {
    this.queues = queues;
  }

  wait(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.queues.add(this, bytes);
  }

  read(): void {
    for (const bytes of this.parts) this.queues.remove(this, bytes);
    this.parts = [];
  }

  cutOff(): void {
    this.isCutOff = true;
    this.read();
  }
}

const watches = (count: number, maxBytes: number) => {
  const queues = new WatchQueues(maxBytes);
  return Array.from({ length: count }, () => new Watch(queues));
};

test("an event that waits for many watches counts once", () => {
  const all = watches(100, 10);
  const event = new Uint8Array(10);
  for (const watch of all) watch.wait(event);
  expect(all.some(({ isCutOff }) => isCutOff)).toBe(false);
  for (const watch of all.slice(1)) watch.read();
  all[1]?.wait(new Uint8Array(1));
  expect(all.map(({ isCutOff }) => isCutOff).indexOf(true)).toBe(0);
});

test("the watches that have been behind longest are cut off, no more of them than necessary", () => {
  const [first, second, third] = watches(3, 10);
  first?.wait(new Uint8Array(4));
  second?.wait(new Uint8Array(4));
  first?.read();
  first?.wait(new Uint8Array(4));
  third?.wait(new Uint8Array(4));
  expect([first, second, third].map((watch) => watch?.isCutOff)).toEqual([false, true, false]);
});
