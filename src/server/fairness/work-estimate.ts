/**
 * Estimates the seats of a request before it runs: for lists from the objects that they read, for writes from the
 * watches that receive the event. The numbers are those of kube-apiserver 1.37.
 *
 * @module
 */
import type { RequestInfo } from "../request/request-info.ts";
import type { FlowCounts } from "./flow-counts.ts";
import type { Work } from "./queue-set.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** The stored objects of a resource. */
export interface StoredSize {
  readonly count: number;
  /** The average size of an object; called only if the estimate depends on sizes. */
  objectBytes(): number;
}

export interface EstimateOptions {
  /** Whether lists are estimated by bytes, as from 1.34 on; otherwise by objects. */
  readonly estimatesByBytes: boolean;
  /** Whether watches that begin with a list are estimated as lists. */
  readonly hasWatchLists: boolean;
  readonly watches: WatchCounts;
  /** Undefined if the resource is not stored in this server. */
  sizeOf(group: string, resource: string): StoredSize | undefined;
}

/** The parts of a request that its work depends on. */
export interface EstimatedRequest {
  readonly info: Pick<RequestInfo, "verb" | "group" | "resource" | "subresource" | "namespace" | "name">;
  readonly query: URLSearchParams;
}

/** From the priority level: the most seats that one request gets, and the counts that record the watches of writes. */
export interface EstimateContext {
  readonly maxSeats: number;
  readonly counts: Pick<FlowCounts, "watches">;
}

const oneSeat: Work = { initialSeats: 1, finalSeats: 0, finalSeconds: 0 };

const maxSeatsOfWrite = 10;
const maxSeatsByCount = 10;
const maxSeatsByBytes = 100;
const objectsPerSeat = 100;
const bytesPerSeat = 100_000;
/** Most bytes of a list from memory that are in use at once, because the response is made in parts. */
const maxBytesFromCache = 1_000_000;
const watchesPerSeat = 10;
/** How long one seat is occupied with the event of a write. */
const secondsOfEvent = 0.005;

export type Estimate = (request: EstimatedRequest, context: EstimateContext) => Work;

export function workEstimate(options: EstimateOptions): Estimate {
  return (request, context) => {
    switch (request.info.verb) {
      case "list":
        return listWork(request, context, options);
      case "watch":
        return options.hasWatchLists && hasInitialEvents(request.query) ? listWork(request, context, options) : oneSeat;
      case "create":
      case "update":
      case "patch":
      case "delete":
        return writeWork(request, context, options);
      default:
        return oneSeat;
    }
  };
}

function hasInitialEvents(query: URLSearchParams): boolean {
  const version = query.get("resourceVersion") ?? "";
  const wanted = query.get("sendInitialEvents");
  return version === "" || version === "0" || wanted === "true" || wanted === "1";
}

const wholeNumber = /^[+-]?\d+$/;

function listWork({ info, query }: EstimatedRequest, { maxSeats }: EstimateContext, options: EstimateOptions): Work {
  const most = Math.min(maxSeats, options.estimatesByBytes ? maxSeatsByBytes : maxSeatsByCount);
  const limitText = query.get("limit") ?? "";
  // The handler will reject the request.
  if (limitText !== "" && !wholeNumber.test(limitText)) return seatsOf(most);
  const stored = options.sizeOf(info.group, info.resource);
  if (!stored) return oneSeat;
  const { count } = stored;
  const limit = Number(limitText);
  const list: ListShape = {
    isSingle: info.name !== "",
    isFromCache: info.verb === "watch" || isFromCache(query, limit),
    hasSelector: (query.get("fieldSelector") ?? "") !== "" || (query.get("labelSelector") ?? "") !== "",
    limitedCount: limit > 0 && limit < count ? limit : count,
  };
  const seats = options.estimatesByBytes ? seatsByBytes(list, stored) : seatsByCount(list, count);
  return seatsOf(Math.max(1, Math.min(seats, most)));
}

const seatsOf = (initialSeats: number): Work =>
  initialSeats === 1 ? oneSeat : { initialSeats, finalSeats: 0, finalSeconds: 0 };

interface ListShape {
  /** Whether the request is for a single name. */
  readonly isSingle: boolean;
  readonly isFromCache: boolean;
  readonly hasSelector: boolean;
  /** The number of objects, or the limit of the request if that is lower. */
  readonly limitedCount: number;
}

/** Whether kube-apiserver serves the list from memory. It reads pages and exact versions from the store. */
function isFromCache(query: URLSearchParams, limit: number): boolean {
  const match = query.get("resourceVersionMatch") ?? "";
  if (match !== "") return match === "NotOlderThan";
  if ((query.get("continue") ?? "") !== "") return false;
  const version = query.get("resourceVersion") ?? "";
  return !(limit > 0 && version !== "" && version !== "0");
}

function seatsByCount(
  { isSingle, isFromCache: fromCache, hasSelector, limitedCount }: ListShape,
  count: number,
): number {
  const objects = isSingle ? 1 : fromCache ? count : hasSelector ? count + limitedCount : 2 * limitedCount;
  return Math.ceil(objects / objectsPerSeat);
}

function seatsByBytes(list: ListShape, { count, objectBytes }: StoredSize): number {
  const { isSingle, isFromCache: fromCache, hasSelector, limitedCount } = list;
  const objects = isSingle
    ? 1
    : !fromCache && hasSelector
      ? Math.max(limitedCount, Math.floor(count / 2))
      : limitedCount;
  const bytes = objects * objectBytes();
  return Math.ceil((fromCache ? Math.min(bytes, maxBytesFromCache) : bytes) / bytesPerSeat);
}

function writeWork({ info }: EstimatedRequest, context: EstimateContext, { watches }: EstimateOptions): Work {
  // A token request does not change an object.
  if (info.resource === "serviceaccounts" && info.subresource === "token") return oneSeat;
  const watchers = watches.count(info);
  context.counts.watches.add(watchers);
  if (watchers < watchesPerSeat) return oneSeat;
  const wanted = Math.ceil(watchers / watchesPerSeat);
  const finalSeats = Math.min(wanted, context.maxSeats, maxSeatsOfWrite);
  // The total work stays the same: fewer seats are occupied for longer.
  return { initialSeats: 1, finalSeats, finalSeconds: (wanted * secondsOfEvent) / finalSeats };
}
