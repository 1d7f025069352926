/**
 * The filter that keeps the server from taking on more than it can do at once.
 *
 * @module
 */
import { tooManyRequests } from "../request/failures.ts";
import { isLongRunning } from "./deadline.ts";
import type { Exchange, Filter } from "./exchange.ts";

export interface InFlightLimits {
  /** Requests that read, at the same time; default 400. */
  readonly maxReads?: number;
  /** Requests that write, at the same time; default 200. */
  readonly maxWrites?: number;
  /** Watches of one client address at the same time; default 5000. */
  readonly maxWatchesPerClient?: number;
}

/** Seconds until a client that was sent away may come again. */
const retryAfterSeconds = 1;

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "head", "options"]);

export function limitInFlight({ maxReads = 400, maxWrites = 200, maxWatchesPerClient = 5000 }: InFlightLimits): Filter {
  const running = new Map<string, number>();
  return async (exchange, next) => {
    const { slot, limit } = slotOf(exchange, { maxReads, maxWrites, maxWatchesPerClient });
    const count = running.get(slot) ?? 0;
    if (count >= limit) {
      throw tooManyRequests("Too many requests, please try again later.", retryAfterSeconds);
    }
    running.set(slot, count + 1);
    try {
      await next();
    } finally {
      const left = (running.get(slot) ?? 1) - 1;
      if (left > 0) running.set(slot, left);
      else running.delete(slot);
    }
  };
}

function slotOf({ info, peer }: Exchange, limits: Required<InFlightLimits>) {
  if (isLongRunning(info)) return { slot: `watch ${peer.address}`, limit: limits.maxWatchesPerClient };
  if (readVerbs.has(info.verb)) return { slot: "read", limit: limits.maxReads };
  return { slot: "write", limit: limits.maxWrites };
}
