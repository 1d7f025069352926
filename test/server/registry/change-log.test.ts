import { expect, test } from "vitest";
import type { CacheEvent } from "../../../src/server/registry/cache-event.ts";
import { ChangeLog, type LogPlace } from "../../../src/server/registry/change-log.ts";

const additionOf = (name: string): CacheEvent => {
  const object = { metadata: { name } };
  return { key: name, revision: 1, object, change: { type: "ADDED", object } };
};

function startLog() {
  const failures: unknown[] = [];
  const log = new ChangeLog((error) => failures.push(error));
  return { log, failures, ...startReader(log) };
}

function startReader(log: ChangeLog, after = log.end) {
  const seen: string[] = [];
  const reader = {
    news: () => seen.push("news"),
    change: ({ key }: CacheEvent) => seen.push(key),
    reset: () => seen.push("reset"),
    close: () => seen.push("close"),
  };
  const place: LogPlace = log.follow(reader, after);
  return { seen, reader, place };
}

test("a reader is notified once, and then reads all changes in order", () => {
  const { log, seen, place } = startLog();
  for (const name of ["a", "b", "c"]) log.add(additionOf(name));
  expect(seen).toEqual(["news"]);
  place.read();
  place.read();
  expect(seen).toEqual(["news", "a", "b", "c"]);
  log.add(additionOf("d"));
  expect(seen.at(-1)).toBe("news");
});

test("a reader that has not read does not keep other readers from their notifications", () => {
  const { log, seen } = startLog();
  log.add(additionOf("a"));
  const other = startReader(log);
  log.add(additionOf("b"));
  expect(seen).toEqual(["news"]);
  expect(other.seen).toEqual(["news"]);
  other.place.read();
  expect(other.seen).toEqual(["news", "b"]);
});

test.each(["reset", "close"] as const)(
  "a %s comes after the changes before it, also for a reader that starts at an older mark, and ends the reader",
  (why) => {
    const { log, seen, place } = startLog();
    const mark = log.end;
    log.add(additionOf("a"));
    log.stopAll(why);
    log.add(additionOf("b"));
    expect(seen).toEqual(["news", "a", why]);
    const late = startReader(log, mark);
    late.place.read();
    expect(late.seen).toEqual(["a", why]);
    place.read();
    expect(seen).toHaveLength(3);
  },
);

test("a reader that has stopped gets nothing more, not even the rest of its changes", () => {
  const { log, seen, reader, place } = startLog();
  reader.change = ({ key }) => {
    place.stop();
    return seen.push(key);
  };
  log.add(additionOf("a"));
  log.add(additionOf("b"));
  place.read();
  log.add(additionOf("c"));
  log.stopAll("close");
  expect(seen).toEqual(["news", "a"]);
});

test("a reader that fails is reset, and the others read on", () => {
  const { log, failures, seen, reader, place } = startLog();
  const other = startReader(log);
  const fault = new Error("a fault of a reader");
  reader.change = () => {
    throw fault;
  };
  log.add(additionOf("a"));
  place.read();
  other.place.read();
  expect(failures).toEqual([fault]);
  expect(seen).toEqual(["news", "reset"]);
  expect(other.seen).toEqual(["news", "a"]);
});
