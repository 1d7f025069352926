/**
 * Slots for one kind of request, of which one user gets only a part.
 *
 * @module
 */
import { mastersGroup, unauthenticatedGroup } from "../../access/user.ts";
import { tooManyRequests } from "../request/failures.ts";
import { isHealthCheck } from "../request/request-info.ts";
import type { Exchange } from "./exchange.ts";

/** Seconds after which a refused client may retry. */
const retryAfterSeconds = 1;
/** The default part of the slots that one user may take. For watches the number is configured. */
const maxUserShare = 1 / 2;

export const tooManyText = "Too many requests, please try again later.";

export class Slots {
  private readonly max: number;
  private readonly maxPerUser: number;
  private count = 0;
  private readonly countByUser = new Map<string, number>();

  constructor(max: number, maxPerUser = Math.ceil(max * maxUserShare)) {
    this.max = max;
    this.maxPerUser = maxPerUser;
  }

  /**
   * @returns a function that releases the slot
   * @throws {StatusError} TooManyRequests if the user cannot get a slot
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

/**
 * Whether the limits do not apply: administrators can always get in to find out what is wrong, as upstream, and so can
 * health checks.
 */
export function isExemptFromLimits({ info, user }: Exchange): boolean {
  return user.groups.includes(mastersGroup) || (!info.isResource && isHealthCheck(info.path));
}

/** Identifies the user for limits: unauthenticated clients by their address, others by their name. */
export function userKey({ user, peer }: Exchange): string {
  return user.groups.includes(unauthenticatedGroup) ? `address ${peer.address}` : `user ${user.username}`;
}
