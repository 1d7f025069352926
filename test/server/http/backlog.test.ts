import { afterEach, expect, test, vi } from "vitest";
import { Backlog } from "../../../src/server/http/backlog.ts";

afterEach(() => {
  vi.useRealTimers();
});

const answerOn = (connection: object) => ({ connection, abort: vi.fn() });

test("a connection is full while its client does not read", () => {
  const backlog = new Backlog({ maxUnreadBytesPerConnection: 10 });
  const connection = {};
  const [one, two] = [answerOn(connection), answerOn(connection)];
  backlog.set(one, 10);
  expect(backlog.isFull(connection)).toBe(false);
  backlog.set(two, 1);
  expect(backlog.isFull(connection)).toBe(true);
  expect(backlog.isFull({})).toBe(false);
  backlog.set(one, 5);
  expect(backlog.isFull(connection)).toBe(false);
  backlog.close();
});

test("when all is too much, what has gone unread for longest ends", () => {
  const backlog = new Backlog({ maxUnreadBytes: 10 });
  const [one, two, three] = [answerOn({}), answerOn({}), answerOn({})];
  backlog.set(one, 4);
  backlog.set(two, 4);
  // Of the first something was read.
  backlog.set(one, 3);
  backlog.set(three, 5);
  expect([one, two, three].map(({ abort }) => abort.mock.calls.length)).toEqual([0, 1, 0]);
  backlog.close();
});

test("an answer of which nothing is read ends in time", () => {
  vi.useFakeTimers();
  const backlog = new Backlog({ maxStallMs: 1000 });
  const [stalled, reading, read] = [answerOn({}), answerOn({}), answerOn({})];
  for (const answer of [stalled, reading, read]) backlog.set(answer, 5);
  vi.advanceTimersByTime(800);
  backlog.set(reading, 4);
  backlog.set(read, 0);
  vi.advanceTimersByTime(500);
  expect([stalled, reading, read].map(({ abort }) => abort.mock.calls.length)).toEqual([1, 0, 0]);
  vi.advanceTimersByTime(1000);
  expect(reading.abort).toHaveBeenCalledOnce();
  backlog.close();
});
