/** Fair queuing: the scenarios of upstream's queueset_test.go, with the shares of seats that it expects. */
import { describe, expect, test } from "vitest";
import { FlowCounts } from "../../../src/server/fairness/flow-counts.ts";
import { type Discipline, QueueSet, type Ticket, type Work } from "../../../src/server/fairness/queue-set.ts";
import { dealHand } from "../../../src/server/fairness/shuffle-sharding.ts";
import { EventClock } from "./event-clock.ts";

interface Client {
  readonly hash: bigint;
  /** Concurrent threads; each makes one call after the other. */
  readonly threads: number;
  readonly calls: number;
  readonly executes: number;
  /** Seconds from the end of a call to the start of the next; below 0, the next call starts before the end. */
  readonly thinks: number;
  readonly initialSeats?: number;
  readonly finalSeats?: number;
  readonly pads?: number;
  /** Whether half of the threads start at half of the time. */
  readonly isSplit?: boolean;
}

interface Scenario {
  readonly discipline: Discipline;
  readonly limit: number;
  readonly seconds: number;
  readonly clients: readonly Client[];
  /** Average seats of each client; by default, the fair shares. */
  readonly expected?: readonly number[];
}

const queues = (count: number, queueLengthLimit: number, handSize: number) => ({
  queues: count,
  queueLengthLimit,
  handSize,
});

const nanosecond = 1e-9;

/** Computes fair shares: each client gets its demand, or as much as any other client whose demand is not met. */
function fairShares(demands: readonly number[], capacity: number): number[] {
  const shares = demands.map(() => 0);
  let left = capacity;
  let open = demands.map((_, index) => index).filter((index) => (demands[index] ?? 0) > 0);
  while (open.length > 0) {
    const each = left / open.length;
    const content = open.filter((index) => (demands[index] ?? 0) <= each);
    if (content.length === 0) {
      for (const index of open) shares[index] = each;
      return shares;
    }
    for (const index of content) {
      shares[index] = demands[index] ?? 0;
      left -= demands[index] ?? 0;
    }
    open = open.filter((index) => !content.includes(index));
  }
  return shares;
}

const isLastCall = (client: Client, thread: number, call: number) => {
  const half = client.isSplit && thread >= client.threads / 2;
  return call >= (half ? client.calls / 2 : client.calls);
};

/**
 * Runs a scenario. Returns the largest relative deviation from the expected seats, in each half of a split scenario,
 * with the refused requests and the counts.
 */
function runScenario({ discipline, limit, seconds, clients, expected }: Scenario) {
  const clock = new EventClock();
  const set = new QueueSet(clock);
  set.configure(discipline, limit);
  const used = clients.map(() => 0);
  const counts = clients.map(() => new FlowCounts());
  let refused = 0;
  let isOver = false;
  let periodStart = 0;
  const call = (client: Client, index: number, at: { thread: number; call: number }) => {
    if (isLastCall(client, at.thread, at.call)) return;
    const work: Work = {
      initialSeats: client.initialSeats ?? 1,
      finalSeats: client.finalSeats ?? 1,
      finalSeconds: client.pads ?? 0,
    };
    const hand = typeof discipline === "object" ? dealHand(client.hash, discipline.queues, discipline.handSize) : [];
    const ticket = set.start(work, hand, counts[index] ?? new FlowCounts());
    if (!ticket) {
      refused++;
      return;
    }
    const execute = () => {
      const start = clock.seconds();
      clock.after(client.executes + client.thinks, () => call(client, index, { ...at, call: at.call + 1 }));
      running.add({ index, start, seats: work.initialSeats });
      const mine = [...running].at(-1);
      clock.after(client.executes, () => {
        if (mine) running.delete(mine);
        if (!isOver)
          used[index] = (used[index] ?? 0) + (clock.seconds() - Math.max(start, periodStart)) * work.initialSeats;
        set.finish(ticket);
      });
    };
    if (ticket.state === "executing") execute();
    else ticket.onDispatch = execute;
  };
  const running = new Set<{ index: number; start: number; seats: number }>();
  const isSplit = clients.some((client) => client.isSplit);
  for (const [index, client] of clients.entries()) {
    for (let thread = 0; thread < client.threads; thread++) {
      const isLate = client.isSplit && thread >= client.threads / 2;
      const delay = (90 * thread + 20 * index) * nanosecond + (isLate ? seconds / 2 : 0);
      clock.after(delay, () => call(client, index, { thread, call: 0 }));
    }
  }
  const deviationAt = (end: number, isFirst: boolean) => {
    clock.run(end);
    for (const { index, start, seats } of running)
      used[index] = (used[index] ?? 0) + (end - Math.max(start, periodStart)) * seats;
    const averages = used.map((sum) => sum / (end - periodStart));
    const demands = clients.map(({ threads, executes, thinks, initialSeats = 1, isSplit: half }) => {
      const active = half && isFirst ? threads / 2 : threads;
      return (active * initialSeats * executes) / (executes + thinks);
    });
    const fair = expected ?? fairShares(demands, limit);
    used.fill(0);
    periodStart = end;
    return Math.max(...averages.map((average, index) => Math.abs(average / (fair[index] ?? 1) - 1)));
  };
  const deviations = [...(isSplit ? [deviationAt(seconds / 2, true)] : []), deviationAt(seconds, false)];
  isOver = true;
  clock.run();
  const left = counts.map((each) => [each.executingRequests, each.waitingRequests, each.waitingSeats]);
  expect(left.flat().every((number) => number === 0)).toBe(true);
  expect(set.isIdle).toBe(true);
  clock.run(clock.seconds() + Math.max(0, ...clients.map(({ pads = 0 }) => pads)));
  set.refresh();
  expect(counts.map(({ executingSeats }) => executingSeats)).toEqual(clients.map(() => 0));
  return { deviations, refused, counts };
}

const client = (hash: bigint, threads: number, calls: number, executes: number, thinks: number): Client => ({
  hash,
  threads,
  calls,
  executes,
  thinks,
});
const firstHash = 1001001001n;
const secondHash = 2002002002n;
const justBelowOne = 1 - nanosecond;

test.each<Scenario & { name: string; margin: number }>([
  {
    name: "one client",
    discipline: queues(9, 8, 3),
    limit: 1,
    seconds: 20,
    clients: [client(firstHash, 1, 21, 1, 0)],
    margin: 1e-6,
  },
  ...[0, 2].map((limit) => ({
    name: `exempt at a limit of ${limit}`,
    discipline: "exempt" as const,
    limit,
    seconds: 40,
    clients: [{ ...client(firstHash, 5, 20, 1, 1), initialSeats: 3 }],
    expected: [7.5],
    margin: 1e-6,
  })),
  {
    name: "equal flows in one queue each",
    discipline: queues(9, 8, 1),
    limit: 4,
    seconds: 50,
    clients: [client(firstHash, 8, 20, 1, justBelowOne), client(secondHash, 8, 20, 1, justBelowOne)],
    margin: 0.01,
  },
  {
    name: "equal flows in three queues each",
    discipline: queues(8, 16, 3),
    limit: 4,
    seconds: 60,
    clients: [client(400900100100n, 8, 30, 1, justBelowOne), client(300900200200n, 8, 30, 1, justBelowOne)],
    margin: 0.03,
  },
  {
    name: "different flows that want more than half",
    discipline: queues(9, 8, 1),
    limit: 4,
    seconds: 40,
    clients: [client(firstHash, 8, 20, 1, 1), client(secondHash, 7, 30, 1, 0.5)],
    margin: 0.01,
  },
  {
    name: "different flows, one of which wants less than half",
    discipline: queues(9, 6, 1),
    limit: 3,
    seconds: 20,
    clients: [client(firstHash, 4, 20, 1, justBelowOne), client(secondHash, 2, 20, 1, justBelowOne)],
    margin: 0.01,
  },
  {
    name: "requests with different numbers of seats",
    discipline: queues(64, 13, 7),
    limit: 6,
    seconds: 20,
    clients: [
      client(10010010010010n, 13, 10, 1, justBelowOne),
      { ...client(20020020020020n, 7, 10, 1, justBelowOne), initialSeats: 2 },
    ],
    margin: 0.155,
  },
  {
    name: "a request with more seats than the limit",
    discipline: queues(64, 35, 7),
    limit: 6,
    seconds: 400,
    clients: [40040040040040n, 50050050050050n, 60060060060060n, 70070070070070n, 90090090090090n].map(
      (hash, index) => ({
        ...client(hash, 15, 21, 1, justBelowOne),
        initialSeats: index < 4 ? 2 : 7,
      }),
    ),
    margin: 0.35,
  },
])("$name", ({ margin, ...scenario }) => {
  const { deviations, refused } = runScenario(scenario);
  expect(deviations[0]).toBeLessThanOrEqual(margin);
  expect(refused).toBe(0);
});

/**
 * Clients that pause between requests, or whose requests keep their seats for a while, and the expected seats of each
 * client.
 */
const separations: readonly (readonly [
  think: number,
  pad: number,
  final: number,
  limit: number,
  clients: number,
  expected?: number,
])[] = [
  [1, 0, 1, 1, 1],
  [1, 0, 1, 2, 1],
  [1, 0, 2, 2, 1],
  [1, 0, 1, 1, 2],
  [1, 0, 1, 2, 2],
  [1, 0, 2, 2, 2],
  [0, 1, 1, 1, 1, 0.5],
  [0, 1, 1, 2, 1],
  [0, 1, 2, 2, 1, 0.5],
  [0, 1, 1, 1, 2, 0.25],
  [0, 1, 1, 2, 2, 0.5],
  [0, 1, 2, 2, 2, 0.25],
  [1, 0.5, 1, 1, 1],
  [1, 0.5, 1, 2, 1],
  [1, 0.5, 2, 2, 1],
  [1, 0.5, 1, 1, 2, 1 / 3],
  [1, 0.5, 1, 2, 2],
  [1, 0.5, 2, 2, 2, 1 / 3],
  [0.5, 1, 1, 1, 1, 0.5],
  [0.5, 1, 1, 2, 1],
  [0.5, 1, 2, 2, 1, 0.5],
  [0.5, 1, 1, 1, 2, 0.25],
  [0.5, 1, 1, 2, 2, 0.5],
  [0.5, 1, 2, 2, 2, 0.25],
];

for (const [think, pad, final, limit, count, expected] of separations) {
  test(`pause ${think} s, ${pad} s after it with ${final} seats, limit ${limit}, ${count} clients`, () => {
    const clients = [firstHash, secondHash]
      .slice(0, count)
      .map((hash) => ({ ...client(hash, 1, 25, 1, think), finalSeats: final, pads: pad }));
    const { deviations, refused } = runScenario({
      discipline: queues(9, 8, 3),
      limit,
      seconds: 24,
      clients,
      ...(expected === undefined ? {} : { expected: clients.map(() => expected) }),
    });
    expect(deviations[0]).toBeLessThan(1e-6);
    expect(refused).toBe(0);
  });
}

test("a flow that could not use its share does not get it all back at once", () => {
  const { deviations } = runScenario({
    discipline: queues(9, 6, 1),
    limit: 3,
    seconds: 40,
    clients: [
      client(firstHash, 2, 40, 1, -nanosecond),
      { ...client(secondHash, 2, 40, 1, -nanosecond), isSplit: true },
    ],
  });
  const [first = 1, second = 0] = deviations;
  expect(first).toBeLessThanOrEqual(0.01);
  expect(second).toBeGreaterThan(0.1);
  expect(second).toBeLessThanOrEqual(0.26);
});

test("without queues, requests beyond the limit are refused, for every user", () => {
  const { deviations, refused, counts } = runScenario({
    discipline: "reject",
    limit: 4,
    seconds: 13,
    clients: [client(firstHash, 6, 10, 1, 0.057), client(secondHash, 4, 15, 1, 0.75)],
  });
  expect(deviations[0]).toBeGreaterThan(0.2);
  expect(refused).toBeGreaterThan(0);
  expect(counts.reduce((sum, { refusedByReason: by }) => sum + by["concurrency-limit"], 0)).toBe(refused);
});

const workOfSeats = (initialSeats: number): Work => ({ initialSeats, finalSeats: 0, finalSeconds: 0 });

function createQueueSet(discipline: Discipline, limit: number) {
  const clock = new EventClock();
  const set = new QueueSet(clock);
  set.configure(discipline, limit);
  const counts = new FlowCounts();
  const start = (queue: number, work = workOfSeats(1)) => set.start(work, [queue], counts);
  return { clock, set, counts, start };
}

describe("queues", () => {
  test("a queue is full when queueLengthLimit requests wait", () => {
    const { start, counts } = createQueueSet(queues(2, 3, 1), 1);
    const states = Array.from({ length: 6 }, () => start(0)?.state);
    expect(states).toEqual(["executing", "waiting", "waiting", "waiting", undefined, undefined]);
    expect(start(1)?.state).toBe("waiting");
    expect(counts).toMatchObject({ waitingRequests: 4, executingRequests: 1, refusedByReason: { "queue-full": 2 } });
  });

  test("requests of a queue run in order, and queues take turns", () => {
    const { set, start } = createQueueSet(queues(3, 9, 1), 1);
    const order: string[] = [];
    const add = (queue: number, name: string): Ticket | undefined => {
      const ticket = start(queue);
      if (ticket) ticket.onDispatch = () => order.push(name);
      return ticket;
    };
    const first = add(0, "a1");
    const all = [add(0, "a2"), add(0, "a3"), add(1, "b1"), add(1, "b2"), add(2, "c1")];
    for (const ticket of [first, ...all]) if (ticket?.state === "executing") set.finish(ticket);
    for (let round = 0; round < 5; round++) for (const ticket of all) if (ticket) set.finish(ticket);
    expect(order).toHaveLength(5);
    expect(order.filter((name) => name.startsWith("a"))).toEqual(["a2", "a3"]);
    expect(order.indexOf("c1")).toBeLessThan(order.indexOf("a3"));
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("a3"));
  });

  test("a request that waits for many seats is not overtaken by narrow requests", () => {
    const { set, start, counts } = createQueueSet(queues(2, 9, 1), 4);
    const running = start(0, workOfSeats(3));
    const broad = start(1, workOfSeats(3));
    const narrow = start(1);
    expect([running?.state, broad?.state, narrow?.state]).toEqual(["executing", "waiting", "waiting"]);
    expect(counts.notAccommodated).toBeGreaterThan(0);
    if (running) set.finish(running);
    expect([broad?.state, narrow?.state]).toEqual(["executing", "executing"]);
  });

  test("a canceled request leaves its queue", () => {
    const { clock, set, start, counts } = createQueueSet(queues(1, 9, 1), 1);
    const [running, given, next] = [start(0), start(0), start(0)];
    clock.run(1);
    if (given) set.cancel(given);
    expect(counts).toMatchObject({ waitingRequests: 1, refusedByReason: { "time-out": 1 } });
    if (given) set.cancel(given);
    expect(counts.refusedByReason["time-out"]).toBe(1);
    if (running) expect(set.finish(running)).toBe(1);
    if (running) expect(set.finish(running)).toBeUndefined();
    expect(next?.state).toBe("executing");
  });

  test("seats kept after a request become free when their time is over, and a waiting request gets them", () => {
    const { clock, set, start, counts } = createQueueSet(queues(1, 9, 1), 2);
    const first = start(0, { initialSeats: 1, finalSeats: 2, finalSeconds: 5 });
    if (first) set.finish(first);
    const second = start(0);
    expect([second?.state, counts.executingRequests, counts.executingSeats]).toEqual(["waiting", 0, 2]);
    clock.run(4.9);
    expect(second?.state).toBe("waiting");
    clock.run(5);
    expect(second?.state).toBe("executing");
  });

  test("final seats beyond the limit become fewer seats for a longer time", () => {
    const { clock, set, start, counts } = createQueueSet(queues(1, 9, 1), 2);
    const first = start(0, { initialSeats: 1, finalSeats: 8, finalSeconds: 5 });
    expect(counts.executingSeats).toBe(2);
    if (first) set.finish(first);
    clock.run(19);
    set.refresh();
    expect(counts.executingSeats).toBe(2);
    clock.run(20);
    set.refresh();
    expect(counts.executingSeats).toBe(0);
  });

  test("more seats let more requests run, and removed queues end when they are empty", () => {
    const { set, start } = createQueueSet(queues(4, 9, 1), 1);
    const tickets = [start(3), start(2), start(1), start(0)];
    set.configure(queues(1, 9, 1), 4);
    expect(tickets.map((ticket) => ticket?.state)).toEqual(Array(4).fill("executing"));
    for (const ticket of tickets) if (ticket) set.finish(ticket);
    expect(set.isIdle).toBe(true);
    expect(start(0)?.state).toBe("executing");
  });

  test("demand is the number of seats that requests occupy or wait for", () => {
    const { clock, set, start } = createQueueSet(queues(1, 9, 1), 2);
    const tickets = [start(0), start(0), start(0)];
    clock.run(5);
    for (const ticket of tickets) if (ticket) set.finish(ticket);
    clock.run(10);
    expect(set.readDemand()).toEqual({ seconds: 10, average: 1.5, deviation: 1.5, max: 3 });
  });
});
