/**
 * How many seats a request takes, before it is run: lists by what they read, writes by the watches that hear of them. The numbers are
 * those of kube-apiserver 1.37.
 *
 * @module
 */
import type { RequestInfo } from "../request/request-info.ts";
import type { FlowCounts } from "./flow-counts.ts";
import type { Work } from "./queue-set.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** Objects of a resource. */
export interface StoredSize {
  readonly count: number;
  /** Average; called only where sizes count. */
  objectBytes(): number;
}

export interface EstimateOptions {
  /** Whether lists count by bytes, as from 1.34; else by objects. */
  readonly countsBytes: boolean;
  /** Whether watches that begin with a list count as one. */
  readonly hasWatchLists: boolean;
  readonly watches: WatchCounts;
  /** Undefined for what is not stored here. */
  sizeOf(group: string, resource: string): StoredSize | undefined;
}

/** The parts of a request that its work depends on. */
export interface EstimatedRequest {
  readonly info: Pick<RequestInfo, "verb" | "group" | "resource" | "subresource" | "namespace" | "name">;
  readonly query: URLSearchParams;
}

/** The level's: the most seats that one of its requests gets, and where watches are noted. */
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
/** A list from memory is made in parts: more is never in use at once. */
const maxBytesFromCache = 1_000_000;
const watchesPerSeat = 10;
/** For which a seat has work with the event of a write. */
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
  const most = Math.min(maxSeats, options.countsBytes ? maxSeatsByBytes : maxSeatsByCount);
  const limitText = query.get("limit") ?? "";
  // It will be refused.
  if (limitText !== "" && !wholeNumber.test(limitText)) return seatsOf(most);
  const stored = options.sizeOf(info.group, info.resource);
  if (!stored) return oneSeat;
  const { count } = stored;
  const limit = Number(limitText);
  const list: ListShape = {
    isSingle: info.name !== "",
    isFromCache: info.verb === "watch" || isFromCache(query, limit),
    isSelected: (query.get("fieldSelector") ?? "") !== "" || (query.get("labelSelector") ?? "") !== "",
    limited: limit > 0 && limit < count ? limit : count,
  };
  const seats = options.countsBytes ? seatsByBytes(list, stored) : seatsByCount(list, count);
  return seatsOf(Math.max(1, Math.min(seats, most)));
}

const seatsOf = (initialSeats: number): Work =>
  initialSeats === 1 ? oneSeat : { initialSeats, finalSeats: 0, finalSeconds: 0 };

interface ListShape {
  /** Whether it is about one name. */
  readonly isSingle: boolean;
  readonly isFromCache: boolean;
  readonly isSelected: boolean;
  /** The number of objects, or the limit if that is lower. */
  readonly limited: number;
}

/** Whether the API server reads it from memory; pages and exact versions it reads from the store. */
function isFromCache(query: URLSearchParams, limit: number): boolean {
  const match = query.get("resourceVersionMatch") ?? "";
  if (match !== "") return match === "NotOlderThan";
  if ((query.get("continue") ?? "") !== "") return false;
  const version = query.get("resourceVersion") ?? "";
  return !(limit > 0 && version !== "" && version !== "0");
}

function seatsByCount({ isSingle, isFromCache: fromCache, isSelected, limited }: ListShape, count: number): number {
  const objects = isSingle ? 1 : fromCache ? count : isSelected ? count + limited : 2 * limited;
  return Math.ceil(objects / objectsPerSeat);
}

function seatsByBytes(list: ListShape, { count, objectBytes }: StoredSize): number {
  const { isSingle, isFromCache: fromCache, isSelected, limited } = list;
  const objects = isSingle ? 1 : !fromCache && isSelected ? Math.max(limited, Math.floor(count / 2)) : limited;
  const bytes = objects * objectBytes();
  return Math.ceil((fromCache ? Math.min(bytes, maxBytesFromCache) : bytes) / bytesPerSeat);
}

function writeWork({ info }: EstimatedRequest, context: EstimateContext, { watches }: EstimateOptions): Work {
  // A token is no change.
  if (info.resource === "serviceaccounts" && info.subresource === "token") return oneSeat;
  const watchers = watches.count(info);
  context.counts.watches.add(watchers);
  if (watchers < watchesPerSeat) return oneSeat;
  const wanted = Math.ceil(watchers / watchesPerSeat);
  const finalSeats = Math.min(wanted, context.maxSeats, maxSeatsOfWrite);
  // The work stays the same: fewer seats have it for longer.
  return { initialSeats: 1, finalSeats, finalSeconds: (wanted * secondsOfEvent) / finalSeats };
}
