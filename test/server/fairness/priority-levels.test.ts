/** Seats of priority levels, and the level of each request. The numbers are those that kube-apiserver 1.37 computes. */
import { expect, test } from "vitest";
import { flowSchemas, mandatoryObjects, priorityLevels } from "../../../src/server/bootstrap/flow-control.ts";
import { PriorityLevels } from "../../../src/server/fairness/priority-levels.ts";
import type { Ticket } from "../../../src/server/fairness/queue-set.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { EventClock } from "./event-clock.ts";

const objectOf = ({ name, spec }: { name: string; spec: object }): ApiObject => ({
  metadata: { name, uid: `${name}-uid` },
  spec,
});
const usualLevels = priorityLevels.map(objectOf);
const usualSchemas = flowSchemas.map(objectOf);

function startLevels(levels = usualLevels, schemas = usualSchemas, seats = 600) {
  const clock = new EventClock();
  const all = new PriorityLevels(seats, clock, mandatoryObjects);
  all.digest(levels, schemas);
  return { clock, all, levelOf: (name: string) => [...all.levels].find((level) => level.name === name) };
}

test("seats of the default priority levels", () => {
  const { all } = startLevels();
  const rows = [...all.levels].map(({ name, limits, maxSeats, current }) => [
    name,
    limits.nominal,
    limits.lower,
    limits.upper,
    maxSeats,
    current,
  ]);
  const none = Number.POSITIVE_INFINITY;
  expect(rows).toEqual([
    ["exempt", 0, 0, 600, none, 0],
    ["catch-all", 13, 13, 613, none, 30],
    ["global-default", 49, 24, 649, 8, expect.any(Number)],
    ["leader-election", 25, 25, 625, 4, expect.any(Number)],
    ["node-high", 98, 73, 698, 15, expect.any(Number)],
    ["system", 74, 50, 674, 12, expect.any(Number)],
    ["workload-high", 98, 49, 698, 15, expect.any(Number)],
    ["workload-low", 245, 24, 845, 37, expect.any(Number)],
  ]);
  const current = rows.reduce((sum, row) => sum + Number(row[5]), 0);
  expect(current).toBeGreaterThanOrEqual(600);
  expect(current).toBeLessThanOrEqual(606);
});

/** The table of upstream's max_seats_test.go. */
test.each([
  [5, 6, 1],
  [10, 6, 1],
  [15, 6, 2],
  [20, 6, 3],
  [35, 6, 5],
  [100, 6, 15],
  [200, 6, 30],
  [10, 1, 2],
  [100, 20, 5],
])("with %d seats and hands of %d, a request has at most %d seats", (seats, handSize, expected) => {
  const queuing = { queues: Math.max(20, handSize), handSize, queueLengthLimit: 1 };
  const limited = { nominalConcurrencyShares: 10_000, limitResponse: { type: "Queue", queuing } };
  const { levelOf } = startLevels([objectOf({ name: "test", spec: { type: "Limited", limited } })], [], seats);
  // A hand of 20 out of 20 queues needs more bits than a hash has, so that the level is not accepted.
  if (handSize === 20) expect(levelOf("test")).toBeUndefined();
  else expect(levelOf("test")?.maxSeats).toBe(expected);
});

const member = (username: string, ...groups: string[]) => ({
  username,
  uid: "",
  groups: [...groups, "system:authenticated"],
  extra: {},
});
const pods = { isResource: true, verb: "list", path: "", group: "", resource: "pods", subresource: "", namespace: "a" };
const leases = { ...pods, verb: "update", group: "coordination.k8s.io", resource: "leases", namespace: "kube-system" };
const path = (text: string) => ({ ...pods, isResource: false, verb: "get", resource: "", namespace: "", path: text });

test.each([
  ["exempt", member("admin", "system:masters"), pods],
  ["probes", { ...member("x"), groups: ["system:unauthenticated"] }, path("/healthz")],
  ["probes", member("x"), path("/readyz/etcd")],
  ["global-default", member("x"), path("/metrics")],
  ["system-leader-election", member("system:kube-scheduler"), leases],
  ["system-leader-election", member("system:serviceaccount:kube-system:x", "system:serviceaccounts"), leases],
  ["kube-scheduler", member("system:kube-scheduler"), pods],
  ["kube-controller-manager", member("system:kube-controller-manager"), pods],
  ["kube-system-service-accounts", member("system:serviceaccount:kube-system:x", "system:serviceaccounts"), pods],
  ["service-accounts", member("system:serviceaccount:a:x", "system:serviceaccounts"), pods],
  ["system-node-high", member("system:node:a", "system:nodes"), { ...leases, namespace: "kube-node-lease" }],
  [
    "system-node-high",
    member("system:node:a", "system:nodes"),
    { ...pods, resource: "nodes", subresource: "status", namespace: "" },
  ],
  ["system-nodes", member("system:node:a", "system:nodes"), pods],
  ["global-default", member("jane"), pods],
  ["catch-all", { ...member("jane"), groups: [] }, pods],
])("%s: %j %j", (schema, user, target) => {
  expect(startLevels().all.classify(user, target).name).toBe(schema);
});

test("a request is classified by the current groups of its user", () => {
  const { all } = startLevels();
  expect(all.classify(member("jane"), pods).name).toBe("global-default");
  expect(all.classify(member("jane", "system:masters"), pods).name).toBe("exempt");
  expect(all.classify(member("jane"), pods).name).toBe("global-default");
});

test("schemas of equal precedence apply in order of name, and those of a missing level are ignored", () => {
  const schema = (name: string, level: string, matchingPrecedence: number) =>
    objectOf({
      name,
      spec: {
        priorityLevelConfiguration: { name: level },
        matchingPrecedence,
        rules: [
          {
            subjects: [{ kind: "Group", group: { name: "*" } }],
            resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] }],
          },
        ],
      },
    });
  const { all } = startLevels(usualLevels, [
    schema("b", "system", 5),
    schema("c", "system", 5),
    schema("a", "nowhere", 1),
  ]);
  expect(all.classify(member("jane"), pods).name).toBe("b");
  expect(all.classify(member("admin", "system:masters"), pods).name).toBe("exempt");
});

test("without any objects, all users except administrators share the catch-all level", () => {
  const { all, levelOf } = startLevels([], []);
  expect(all.classify(member("jane"), pods).name).toBe("catch-all");
  expect(all.classify(member("a", "system:masters"), pods).level.isExempt).toBe(true);
  expect(levelOf("catch-all")?.limits.nominal).toBe(600);
});

test("flows differ by user or by namespace", () => {
  const { all } = startLevels();
  const handOf = (username: string, namespace: string, ...groups: string[]) => {
    const user = member(username, ...groups);
    return all.classify(user, { ...pods, namespace }).handOf(user, { namespace });
  };
  expect(handOf("jane", "a")).toEqual(handOf("jane", "b"));
  expect(handOf("jane", "a")).not.toEqual(handOf("joe", "a"));
  expect(handOf("jane", "a")).toHaveLength(6);
  const controller = "system:kube-controller-manager";
  expect(handOf(controller, "a")).not.toEqual(handOf(controller, "b"));
});

test("a level borrows the seats that it needs, and returns them", () => {
  const { clock, all, levelOf } = startLevels();
  const user = member("system:serviceaccount:a:x", "system:serviceaccounts");
  const schema = all.classify(user, pods);
  const { queueSet } = schema.level;
  const start = (): Ticket | undefined =>
    queueSet.start({ initialSeats: 1, finalSeats: 0, finalSeconds: 0 }, schema.handOf(user, pods), schema.counts);
  const tickets = Array.from({ length: 320 }, start);
  const executing = () => tickets.filter((ticket) => ticket?.state === "executing").length;
  const before = schema.level.current;
  expect(executing()).toBe(before);
  clock.run(10);
  all.rebalance();
  expect(schema.level.current).toBeGreaterThan(before);
  expect(executing()).toBe(320);
  expect(levelOf("leader-election")?.current).toBeLessThan(schema.level.current);
  for (const { current, limits } of all.levels) expect(current >= limits.lower && current <= limits.upper).toBe(true);
  for (const ticket of tickets) if (ticket) queueSet.cancel(ticket);
  for (const ticket of tickets) if (ticket) queueSet.finish(ticket);
  const high = schema.level.current;
  for (let round = 2; round < 300; round++) {
    clock.run(round * 10);
    all.rebalance();
  }
  expect(schema.level.current).toBeLessThan(high);
});

test("a removed level serves its requests to the end", () => {
  const { all, levelOf } = startLevels();
  const schema = all.classify(member("jane"), pods);
  const ticket = schema.level.queueSet.start({ initialSeats: 1, finalSeats: 0, finalSeconds: 0 }, [0], schema.counts);
  const others = usualLevels.filter(({ metadata }) => metadata.name !== "global-default");
  all.digest(others, usualSchemas);
  expect(levelOf("global-default")?.isQuiescing).toBe(true);
  expect(all.classify(member("jane"), pods).name).toBe("catch-all");
  if (ticket) schema.level.queueSet.finish(ticket);
  all.digest(others, usualSchemas);
  expect(levelOf("global-default")).toBeUndefined();
});
