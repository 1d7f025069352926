import { afterEach, expect, test, vi } from "vitest";
import { Backlog } from "../../../src/server/http/backlog.ts";

afterEach(() => {
  vi.useRealTimers();
});

const responseOn = (connection: object) => ({ connection, abort: vi.fn() });

test("a connection is full while its client does not read", () => {
  const backlog = new Backlog({ maxUnreadBytesPerConnection: 10 });
  const connection = {};
  const [one, two] = [responseOn(connection), responseOn(connection)];
  backlog.set(one, 10);
  expect(backlog.isFull(connection)).toBe(false);
  backlog.set(two, 1);
  expect(backlog.isFull(connection)).toBe(true);
  expect(backlog.isFull({})).toBe(false);
  backlog.set(one, 5);
  expect(backlog.isFull(connection)).toBe(false);
  backlog.close();
});

test("when too many bytes are unread in all, the response that has gone unread longest is aborted", () => {
  const backlog = new Backlog({ maxUnreadBytes: 10 });
  const [one, two, three] = [responseOn({}), responseOn({}), responseOn({})];
  backlog.set(one, 4);
  backlog.set(two, 4);
  // The client has read a part of the first response.
  backlog.set(one, 3);
  backlog.set(three, 5);
  expect([one, two, three].map(({ abort }) => abort.mock.calls.length)).toEqual([0, 1, 0]);
  backlog.close();
});

const partsOf = (...lengths: number[]) => lengths.map((length) => new Uint8Array(length));

test("parts that wait in several responses count once, until the last of the responses has handed them over", () => {
  const backlog = new Backlog({ maxUnreadBytes: 10 });
  const [one, two, three, largest, other] = [
    responseOn({}),
    responseOn({}),
    responseOn({}),
    responseOn({}),
    responseOn({}),
  ];
  const parts = partsOf(4, 3, 3);
  for (const answer of [one, two, three]) backlog.set(answer, 0, { parts, from: 0 });
  for (const answer of [one, two]) backlog.set(answer, 0, { parts, from: 3 });
  backlog.set(three, 0, { parts, from: 1 });
  backlog.set(largest, 0, { parts: partsOf(50), from: 0 });
  backlog.set(other, 4);
  const abortCounts = () => [one, two, three, largest, other].map(({ abort }) => abort.mock.calls.length);
  expect(abortCounts()).toEqual([0, 0, 0, 0, 0]);
  backlog.set(other, 5);
  expect(abortCounts()).toEqual([0, 0, 1, 0, 0]);
  backlog.close();
});

test("the largest response alone does not exceed the limit, however large it is", () => {
  const backlog = new Backlog({ maxUnreadBytes: 10 });
  const [largest, small, large] = [responseOn({}), responseOn({}), responseOn({})];
  backlog.set(largest, 2, { parts: partsOf(1000), from: 0 });
  backlog.set(small, 8);
  expect(largest.abort).not.toHaveBeenCalled();
  backlog.set(large, 0, { parts: partsOf(11), from: 0 });
  expect(largest.abort).toHaveBeenCalledOnce();
  expect(small.abort).not.toHaveBeenCalled();
  backlog.close();
});

test("parts that are not handed over yet do not count toward the limit of a connection", () => {
  const backlog = new Backlog({ maxUnreadBytesPerConnection: 10 });
  const connection = {};
  backlog.set(responseOn(connection), 10, { parts: partsOf(100), from: 0 });
  expect(backlog.isFull(connection)).toBe(false);
  backlog.close();
});

test("a response of which the client reads nothing is aborted after maxStallMs", () => {
  vi.useFakeTimers();
  const backlog = new Backlog({ maxStallMs: 1000 });
  const [stalled, reading, read] = [responseOn({}), responseOn({}), responseOn({})];
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
