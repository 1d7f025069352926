/** Seats of requests: the most varied rows of upstream's width_test.go and list_work_estimator_test.go. */
import { expect, test } from "vitest";
import { FlowCounts } from "../../../src/server/fairness/flow-counts.ts";
import { WatchCounts } from "../../../src/server/fairness/watch-counts.ts";
import { type EstimateOptions, workEstimate } from "../../../src/server/fairness/work-estimate.ts";

const info = { verb: "list", group: "", resource: "events", subresource: "", namespace: "a", name: "" };

function seatsOf(
  query: string,
  count: number | undefined,
  given: Partial<EstimateOptions> & { bytes?: number; maxSeats?: number; verb?: string; name?: string },
) {
  const { bytes = 0, maxSeats = 10, verb = "list", name = "", ...options } = given;
  const estimate = workEstimate({
    estimatesByBytes: false,
    hasWatchLists: true,
    watches: new WatchCounts(),
    sizeOf: () => (count === undefined ? undefined : { count, objectBytes: () => bytes }),
    ...options,
  });
  const request = { info: { ...info, verb, name }, query: new URLSearchParams(query) };
  return estimate(request, { maxSeats, counts: new FlowCounts() }).initialSeats;
}

test.each<[query: string, count: number | undefined, seats: number, given?: Parameters<typeof seatsOf>[2]]>([
  ["", undefined, 1],
  ["limit=abc", 100, 10],
  ["limit=abc", 100, 5, { maxSeats: 5 }],
  ["resourceVersion=1&resourceVersionMatch=Exact&limit=399", 699, 8],
  ["limit=399&resourceVersion=1", 699, 8],
  ["limit=399&continue=token", 699, 8],
  ["limit=399", 699, 7],
  ["limit=399&resourceVersion=0", 699, 7],
  ["", 699, 7],
  ["resourceVersion=1&resourceVersionMatch=NotOlderThan", 699, 7],
  ["labelSelector=a&limit=399&continue=token", 699, 10],
  ["labelSelector=a&limit=399&continue=token", 299, 6],
  ["fieldSelector=metadata.name%3Da", 699, 1, { name: "a" }],
  ["", 1999, 10],
  ["", 1999, 5, { maxSeats: 5 }],
  ["", 0, 1],
  ["watch=1", 699, 7, { verb: "watch" }],
  ["watch=1&resourceVersion=0", 699, 7, { verb: "watch" }],
  ["watch=1&resourceVersion=17", 699, 1, { verb: "watch" }],
  ["watch=1&resourceVersion=17&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", 699, 7, { verb: "watch" }],
  ["watch=1", 699, 1, { verb: "watch", hasWatchLists: false }],
  ["", 699, 1, { verb: "get" }],
  ["", 699, 1, { verb: "deletecollection" }],
  ["", 100, 1, { estimatesByBytes: true, bytes: 1000 }],
  ["", 101, 2, { estimatesByBytes: true, bytes: 1000 }],
  ["", 10_000, 10, { estimatesByBytes: true, bytes: 1000, maxSeats: 100 }],
  ["limit=500&continue=token", 10_000, 5, { estimatesByBytes: true, bytes: 1000 }],
  ["limit=500&continue=token&labelSelector=a", 10_000, 50, { estimatesByBytes: true, bytes: 1000, maxSeats: 100 }],
  ["limit=10000&continue=token", 10_000, 100, { estimatesByBytes: true, bytes: 9000, maxSeats: 1000 }],
  ["", 10_000, 1, { estimatesByBytes: true, bytes: 90_000, name: "a" }],
])("?%s of %j objects: %d seats", (query, count, seats, given = {}) => {
  expect(seatsOf(query, count, given)).toBe(seats);
});

const noParameters = new URLSearchParams();

function writeOf(count: number, maxSeats = 100, fields: Partial<typeof info> = {}) {
  const watches = new WatchCounts();
  for (let index = 0; index < count; index++) watches.add({ ...info, namespace: "" }, noParameters);
  const estimate = workEstimate({ estimatesByBytes: true, hasWatchLists: true, watches, sizeOf: () => undefined });
  const counts = new FlowCounts();
  return {
    work: estimate({ info: { ...info, verb: "create", ...fields }, query: noParameters }, { maxSeats, counts }),
    counts,
  };
}

test.each([
  [0, 0, 0],
  [9, 0, 0],
  [10, 1, 0.005],
  [11, 2, 0.005],
  [100, 10, 0.005],
  [250, 10, 0.0125],
  [50, 5, 0.005],
])("a write that %d watches receive has %d seats for %d s after it", (watchers, finalSeats, finalSeconds) => {
  const { work, counts } = writeOf(watchers);
  expect(work).toEqual({ initialSeats: 1, finalSeats, finalSeconds });
  expect(counts.watches.sum).toBe(watchers);
});

test("the level limits the final seats, but not the work", () => {
  expect(writeOf(250, 5).work).toEqual({ initialSeats: 1, finalSeats: 5, finalSeconds: 0.025 });
});

test("a token request is not a change that watches receive", () => {
  expect(writeOf(250, 5, { resource: "serviceaccounts", subresource: "token" }).work.finalSeats).toBe(0);
});

test("a write counts the watches of all objects, of its namespace and of its object", () => {
  const watches = new WatchCounts();
  const ends = [
    watches.add({ ...info, namespace: "" }, noParameters),
    watches.add({ ...info, namespace: "a" }, noParameters),
    watches.add({ ...info, namespace: "b" }, noParameters),
    watches.add({ ...info, namespace: "a", name: "x" }, noParameters),
    watches.add({ ...info, group: "apps" }, noParameters),
    watches.add({ ...info, resource: "pods", namespace: "" }, new URLSearchParams("fieldSelector=spec.nodeName%3Dn")),
    watches.add({ ...info, resource: "pods", namespace: "" }, new URLSearchParams("fieldSelector=spec.nodeName%3D")),
  ];
  const countWatches = (fields: Partial<typeof info>) => watches.count({ ...info, ...fields });
  expect([
    countWatches({}),
    countWatches({ name: "x" }),
    countWatches({ name: "y" }),
    countWatches({ namespace: "c" }),
  ]).toEqual([2, 3, 2, 1]);
  expect(countWatches({ resource: "pods" })).toBe(1);
  for (const end of ends) end();
  expect([countWatches({ name: "x" }), countWatches({ resource: "pods" })]).toEqual([0, 0]);
});
