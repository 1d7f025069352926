/**
 * The filter that limits concurrent requests, in total and for each user.
 *
 * @module
 */
import type { RequestInfo } from "../request/request-info.ts";
import { isLongRunning } from "./deadline.ts";
import type { Filter } from "./exchange.ts";
import { isExemptFromLimits, Slots, userKey } from "./slots.ts";

export interface InFlightLimits {
  /** Concurrent requests that read; default 400. */
  readonly maxReads?: number;
  /** Concurrent requests that write and whose bodies have arrived; default 200. */
  readonly maxWrites?: number;
  /** Concurrent requests whose bodies have not arrived; default 400. */
  readonly maxUploads?: number;
  /** Concurrent watches; default 20,000. */
  readonly maxWatches?: number;
  /** Concurrent watches of one user; default 5000. */
  readonly maxWatchesPerUser?: number;
}

/** The defaults. */
export const defaultLimits: Required<InFlightLimits> = {
  maxReads: 400,
  maxWrites: 200,
  maxUploads: 400,
  maxWatches: 20_000,
  maxWatchesPerUser: 5000,
};

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "head", "options"]);

/** Whether the request writes, so that its body counts as an upload. */
export const isWrite = (info: RequestInfo): boolean => !isLongRunning(info) && !readVerbs.has(info.verb);

export function limitInFlight(limits: InFlightLimits): Filter {
  const { maxReads, maxWrites, maxUploads, maxWatches, maxWatchesPerUser } = { ...defaultLimits, ...limits };
  const reads = new Slots(maxReads);
  const writes = new Slots(maxWrites);
  const uploads = new Slots(maxUploads);
  const watches = new Slots(maxWatches, maxWatchesPerUser);
  return async (exchange, next) => {
    if (isExemptFromLimits(exchange)) return next();
    const { info } = exchange;
    const user = userKey(exchange);
    const writesBody = isWrite(info);
    const first = isLongRunning(info) ? watches : writesBody ? uploads : reads;
    let release = first.take(user);
    // Until the body arrives, the request occupies a slot for uploads, not one for writes.
    if (writesBody) {
      exchange.onBodyReceived = () => {
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
