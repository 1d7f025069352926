/**
 * The filter that keeps the server from taking on more than it can do at once, and one user from taking all of it.
 *
 * @module
 */
import type { RequestInfo } from "../request/request-info.ts";
import { isLongRunning } from "./deadline.ts";
import type { Filter } from "./exchange.ts";
import { isAlwaysLetIn, Slots, userKey } from "./slots.ts";

export interface InFlightLimits {
  /** Requests that read, at the same time; default 400. */
  readonly maxReads?: number;
  /** Requests that write and whose bodies are there, at the same time; default 200. */
  readonly maxWrites?: number;
  /** Requests whose bodies have not arrived, at the same time; default 400. */
  readonly maxUploads?: number;
  /** Watches at the same time; default 20,000. */
  readonly maxWatches?: number;
  /** Watches of one user at the same time; default 5000. */
  readonly maxWatchesPerUser?: number;
}

/** As they are where nothing else is said. */
export const usualLimits: Required<InFlightLimits> = {
  maxReads: 400,
  maxWrites: 200,
  maxUploads: 400,
  maxWatches: 20_000,
  maxWatchesPerUser: 5000,
};

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "head", "options"]);

/** Whether a request may have a body that writes. */
export const isWrite = (info: RequestInfo): boolean => !isLongRunning(info) && !readVerbs.has(info.verb);

export function limitInFlight(limits: InFlightLimits): Filter {
  const { maxReads, maxWrites, maxUploads, maxWatches, maxWatchesPerUser } = { ...usualLimits, ...limits };
  const reads = new Slots(maxReads);
  const writes = new Slots(maxWrites);
  const uploads = new Slots(maxUploads);
  const watches = new Slots(maxWatches, maxWatchesPerUser);
  return async (exchange, next) => {
    if (isAlwaysLetIn(exchange)) return next();
    const { info } = exchange;
    const user = userKey(exchange);
    const writesBody = isWrite(info);
    const first = isLongRunning(info) ? watches : writesBody ? uploads : reads;
    let release = first.take(user);
    // A body that does not come keeps no other from writing.
    if (writesBody) {
      exchange.onBody = () => {
        release();
        release = () => {};
        release = writes.take(user);
      };
    }
    try {
      await next();
    } finally {
      release();
    }
  };
}
