/**
 * The filter that keeps the server from taking on more than it can do at once, and one user from taking all of it.
 *
 * @module
 */
import { mastersGroup, unauthenticatedGroup } from "../../access/user.ts";
import { tooManyRequests } from "../request/failures.ts";
import { isLongRunning } from "./deadline.ts";
import type { Exchange, Filter } from "./exchange.ts";

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

/** Seconds until a client that was sent away may come again. */
const retryAfterSeconds = 1;
/** The places of a sort that one user may take; they are named for watches. */
const shareOfUser = 1 / 2;

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "head", "options"]);

/** Requests of one sort that run. */
class Places {
  private readonly max: number;
  private readonly maxPerUser: number;
  private count = 0;
  private readonly countByUser = new Map<string, number>();

  constructor(max: number, maxPerUser = Math.ceil(max * shareOfUser)) {
    this.max = max;
    this.maxPerUser = maxPerUser;
  }

  /**
   * @returns what gives the place back
   * @throws {StatusError} TooManyRequests when none is left for the user
   */
  take(user: string): () => void {
    const own = this.countByUser.get(user) ?? 0;
    if (this.count >= this.max || own >= this.maxPerUser) {
      throw tooManyRequests("Too many requests, please try again later.", retryAfterSeconds);
    }
    this.count++;
    this.countByUser.set(user, own + 1);
    return () => {
      this.count--;
      const left = (this.countByUser.get(user) ?? 1) - 1;
      if (left > 0) this.countByUser.set(user, left);
      else this.countByUser.delete(user);
    };
  }
}

export function limitInFlight({
  maxReads = 400,
  maxWrites = 200,
  maxUploads = 400,
  maxWatches = 20_000,
  maxWatchesPerUser = 5000,
}: InFlightLimits): Filter {
  const reads = new Places(maxReads);
  const writes = new Places(maxWrites);
  const uploads = new Places(maxUploads);
  const watches = new Places(maxWatches, maxWatchesPerUser);
  return async (exchange, next) => {
    if (isExempt(exchange)) return next();
    const { info } = exchange;
    const user = userKey(exchange);
    const isWrite = !isLongRunning(info) && !readVerbs.has(info.verb);
    const first = isLongRunning(info) ? watches : isWrite ? uploads : reads;
    let release = first.take(user);
    // A body that does not come keeps no other from writing.
    if (isWrite) {
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

const healthPaths = /^\/(?:healthz|livez|readyz)(?:\/|$)/;

/** Administrators can always get in to see what is wrong, as upstream, and so can those who ask whether the server is well. */
function isExempt({ info, user }: Exchange): boolean {
  return user.groups.includes(mastersGroup) || (!info.isResource && healthPaths.test(info.path));
}

/** Users without a name of their own are distinguished by where they are. */
function userKey({ user, peer }: Exchange): string {
  return user.groups.includes(unauthenticatedGroup) ? `address ${peer.address}` : `user ${user.username}`;
}
