/**
 * Slots for requests of one sort, of which one user gets only a part.
 *
 * @module
 */
import { mastersGroup, unauthenticatedGroup } from "../../access/user.ts";
import { tooManyRequests } from "../request/failures.ts";
import { isHealthCheck } from "../request/request-info.ts";
import type { Exchange } from "./exchange.ts";

/** Seconds until a client that was sent away may come again. */
const retryAfterSeconds = 1;
/** The slots of a sort that one user may take; they are named for watches. */
const shareOfUser = 1 / 2;

export const tooManyText = "Too many requests, please try again later.";

export class Slots {
  private readonly max: number;
  private readonly maxPerUser: number;
  private count = 0;
  private readonly countByUser = new Map<string, number>();

  constructor(max: number, maxPerUser = Math.ceil(max * shareOfUser)) {
    this.max = max;
    this.maxPerUser = maxPerUser;
  }

  /**
   * @returns what gives the slot back
   * @throws {StatusError} TooManyRequests when none is left for the user
   */
  take(user: string): () => void {
    const own = this.countByUser.get(user) ?? 0;
    if (this.count >= this.max || own >= this.maxPerUser) throw tooManyRequests(tooManyText, retryAfterSeconds);
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

/** Administrators can always get in to see what is wrong, as upstream, and so can those who ask whether the server is well. */
export function isAlwaysLetIn({ info, user }: Exchange): boolean {
  return user.groups.includes(mastersGroup) || (!info.isResource && isHealthCheck(info.path));
}

/** Users without a name of their own are distinguished by where they are. */
export function userKey({ user, peer }: Exchange): string {
  return user.groups.includes(unauthenticatedGroup) ? `address ${peer.address}` : `user ${user.username}`;
}
