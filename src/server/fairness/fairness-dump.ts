/**
 * Debug pages with the state of the priority levels as text tables, for people who look for the cause of a delay. The
 * paths and columns are those of kube-apiserver.
 *
 * @module
 */
import type { Exchange, Handler } from "../http/exchange.ts";
import type { PriorityLevel } from "./priority-level.ts";
import type { PriorityLevels } from "./priority-levels.ts";
import { partsPerSeatSecond } from "./queue-set.ts";
import { requestRows } from "./request-rows.ts";

type Row = readonly string[];

/**
 * Returns the handlers by path.
 *
 * @param toMs - converts a time of the levels' clock to milliseconds since 1970
 */
export function fairnessDumps(levels: PriorityLevels, toMs: (seconds: number) => number): ReadonlyMap<string, Handler> {
  const root = "/debug/api_priority_and_fairness";
  const hasDetails = ({ query }: Exchange) => (query.get("includeRequestDetails") ?? "") !== "";
  return new Map<string, Handler>([
    [`${root}/dump_priority_levels`, async (exchange) => send(exchange, levelRows(levels))],
    [`${root}/dump_queues`, async (exchange) => send(exchange, queueRows(levels))],
    [
      `${root}/dump_requests`,
      async (exchange) => send(exchange, requestRows(sortedLevels(levels), { toMs, hasDetails: hasDetails(exchange) })),
    ],
  ]);
}

const encoder = new TextEncoder();

function send({ answer }: Exchange, rows: readonly Row[]): void {
  answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  answer.send(200, encoder.encode(alignedText(rows)));
}

const minCellWidth = 8;

/**
 * Separates cells with a comma and at least one space. A column is as wide as its widest cell, and at least eight
 * characters.
 */
function alignedText(rows: readonly Row[]): string {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, { length }] of cells.entries()) {
      widths[column] = Math.max(widths[column] ?? minCellWidth, length + ", ".length);
    }
  }
  const lineOf = (cells: Row) =>
    cells.map((cell, column) => (column < cells.length - 1 ? `${cell},`.padEnd(widths[column] ?? 0) : cell)).join("");
  return rows.map((cells) => `${lineOf(cells)}\n`).join("");
}

function sortedLevels({ levels }: PriorityLevels): readonly PriorityLevel[] {
  const all = [...levels].sort((a, b) => (a.name < b.name ? -1 : 1));
  // Releases seats whose time is over. While no request waits, no timer does that.
  for (const { queueSet } of all) queueSet.refresh();
  return all;
}

const levelColumns: Row = [
  "PriorityLevelName",
  "ActiveQueues",
  "IsIdle",
  "IsQuiescing",
  "WaitingRequests",
  "ExecutingRequests",
  "DispatchedRequests",
  "RejectedRequests",
  "TimedoutRequests",
  "CancelledRequests",
];

function levelRows(levels: PriorityLevels): readonly Row[] {
  const flows = [...levels.flows];
  const rowOf = ({ name, queueSet, isQuiescing }: PriorityLevel): Row => {
    const counts = flows.filter(({ level }) => level === name).map((flow) => flow.counts);
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    const timedOutCount = sum(counts.map(({ refusedByReason }) => refusedByReason["time-out"]));
    const { waiting, executing } = queueSet.requests;
    return [
      name,
      String(queueSet.debugQueues.filter((line) => line.waiting.size > 0).length),
      String(queueSet.isIdle),
      String(isQuiescing),
      String(waiting),
      String(executing),
      String(sum(counts.map(({ dispatched }) => dispatched))),
      String(
        timedOutCount +
          sum(
            counts.map(({ refusedByReason }) => refusedByReason["concurrency-limit"] + refusedByReason["queue-full"]),
          ),
      ),
      // Always 0: a request that waited too long is counted as cancelled.
      "0",
      String(timedOutCount),
    ];
  };
  return [levelColumns, ...sortedLevels(levels).map(rowOf)];
}

const queueColumns: Row = [
  "PriorityLevelName",
  "Index",
  "PendingRequests",
  "ExecutingRequests",
  "SeatsInUse",
  "NextDispatchR",
  "InitialSeatsSum",
  "MaxSeatsSum",
  "TotalWorkSum",
];

function queueRows(levels: PriorityLevels): readonly Row[] {
  const rowsOf = ({ name, queueSet }: PriorityLevel): readonly Row[] =>
    queueSet.debugQueues.map(({ index, waiting, executing, seatsInUse, nextR, waitingWork }) => {
      const tickets = [...waiting];
      return [
        name,
        String(index),
        String(tickets.length),
        String(executing),
        String(seatsInUse),
        seatSeconds(nextR),
        String(tickets.reduce((sum, { initialSeats }) => sum + initialSeats, 0)),
        String(tickets.reduce((sum, { seats }) => sum + seats, 0)),
        seatSeconds(waitingWork),
      ];
    });
  return [queueColumns, ...sortedLevels(levels).flatMap(rowsOf)];
}

function seatSeconds(work: number): string {
  const whole = Math.floor(work / partsPerSeatSecond);
  return `${whole}.${String(work - whole * partsPerSeatSecond).padStart(8, "0")}ss`;
}
