/**
 * Lists the requests that wait or execute at the priority levels, as rows of text.
 *
 * @module
 */
import { formatDuration } from "../../text/duration.ts";
import { formatTimestamp, zeroTimeS } from "../../text/timestamp.ts";
import type { LevelRequest, PriorityLevel } from "./priority-level.ts";
import type { Ticket } from "./queue-set.ts";

type Row = readonly string[];

export interface RequestRowOptions {
  /** Converts a time of the levels' clock to milliseconds since 1970. */
  readonly toMs: (seconds: number) => number;
  /** Whether the rows include the user, the verb and the target of each request. */
  readonly hasDetails: boolean;
}

const columns: Row = [
  "PriorityLevelName",
  "FlowSchemaName",
  "QueueIndex",
  "RequestIndexInQueue",
  "FlowDistingsher",
  "ArriveTime",
  "InitialSeats",
  "FinalSeats",
  "AdditionalLatency",
  "StartTime",
];
const detailColumns: Row = [
  "UserName",
  "Verb",
  "APIPath",
  "Namespace",
  "Name",
  "APIVersion",
  "Resource",
  "SubResource",
];

/** Sorts after all indexes. */
const noIndex = Number.MAX_SAFE_INTEGER;

/**
 * Returns a header row and a row for each request. In each queue, waiting requests come first, in the order of their
 * turns, then executing ones.
 */
export function requestRows(levels: readonly PriorityLevel[], options: RequestRowOptions): readonly Row[] {
  const { hasDetails } = options;
  const rows = levels.flatMap((level) =>
    [...level.requests]
      .flatMap((request) => placeOf(request) ?? [])
      .sort((a, b) => a.queue - b.queue || a.position - b.position)
      .map((place) => rowOf(level, place, options)),
  );
  return [hasDetails ? [...columns, ...detailColumns] : columns, ...rows];
}

interface QueuedPlace {
  readonly request: LevelRequest;
  readonly ticket: Ticket;
  /** The index of the queue in its level. */
  readonly queue: number;
  /** The position among the waiting requests of the queue. */
  readonly position: number;
}

/** Undefined if the request was refused or has ended. */
function placeOf(request: LevelRequest): QueuedPlace | undefined {
  const { ticket } = request;
  if (!ticket || ticket.state === "ended") return undefined;
  const position = ticket.state === "waiting" ? [...(ticket.queue?.waiting ?? [])].indexOf(ticket) : noIndex;
  return { request, ticket, queue: ticket.queue?.index ?? noIndex, position };
}

const indexText = (index: number): string => (index === noIndex ? "-1" : String(index));

const msPerSecond = 1000;
const nanosPerMs = 1_000_000;
const nanosPerSecond = 1_000_000_000;

function rowOf(
  { name }: PriorityLevel,
  { request, ticket, queue, position }: QueuedPlace,
  options: RequestRowOptions,
): Row {
  const { schema, work, exchange } = request;
  const timeOf = (seconds: number) => timeText(options.toMs(seconds));
  return [
    name,
    schema.name,
    indexText(queue),
    indexText(position),
    schema.flowOf(exchange.user, exchange.info),
    timeOf(ticket.arrivalSeconds),
    String(work.initialSeats),
    String(work.finalSeats),
    formatDuration(BigInt(Math.round(work.finalSeconds * nanosPerSecond))),
    ticket.state === "waiting" ? timeText(zeroTimeS * msPerSecond) : timeOf(ticket.startSeconds),
    ...(options.hasDetails ? detailsOf(request) : []),
  ];
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / msPerSecond);
  const nanos = Math.floor((ms - seconds * msPerSecond) * nanosPerMs);
  return formatTimestamp({ seconds, nanos, offsetSeconds: 0 });
}

function detailsOf({ exchange: { user, info } }: LevelRequest): Row {
  const { verb, path, namespace, name, group, version, resource, subresource } = info;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return [user.username, verb, path, namespace, name, apiVersion, resource, subresource];
}
