/**
 * Counts the bytes of responses that clients have not read. They are kept in memory, so there are limits for each
 * connection and in total, and a time in which the client must read something.
 *
 * @module
 */

/**
 * Above it a connection gets no more responses until its client has read. Parts that are not written to the connection
 * yet do not count.
 */
const maxUnreadBytesPerConnection = 64 * 1024 * 1024;
/**
 * Above it the server ends the responses that have been unread for longest. The largest one does not count, so that a
 * list of all objects is never too long.
 */
const maxUnreadBytes = 512 * 1024 * 1024;
/** The server ends a response if its client reads nothing for this time. */
const maxStallMs = 60_000;

/** Other limits, for tests. */
export interface BacklogLimits {
  readonly maxUnreadBytesPerConnection?: number;
  readonly maxUnreadBytes?: number;
  readonly maxStallMs?: number;
}

/** A response that its client has not fully read. */
export interface UnreadResponse {
  /** The connection of the response. */
  readonly connection: object;
  /** Ends the response. */
  abort(): void;
}

/** Parts of a response, from an index on, that are in memory but not yet written to the connection. */
export interface UnwrittenParts {
  readonly parts: readonly Uint8Array[];
  readonly from: number;
}

export const noUnwrittenParts: UnwrittenParts = { parts: [], from: 0 };

interface UnreadState {
  readonly bytes: number;
  readonly rest: UnwrittenParts;
  readonly restBytes: number;
  readonly sinceMs: number;
}

export class Backlog {
  private readonly limits: Required<BacklogLimits>;
  private unreadBytes = 0;
  private readonly bytesByConnection = new Map<object, number>();
  private readonly rests = new SharedParts();
  /** Responses with unread bytes. The one that has been unchanged for longest comes first. */
  private readonly answers = new Map<UnreadResponse, UnreadState>();
  private readonly timer: NodeJS.Timeout;

  constructor(limits: BacklogLimits = {}) {
    this.limits = { maxUnreadBytesPerConnection, maxUnreadBytes, maxStallMs, ...limits };
    this.timer = setInterval(() => this.endStalled(), this.limits.maxStallMs / 4).unref();
  }

  isFull(connection: object): boolean {
    return (this.bytesByConnection.get(connection) ?? 0) > this.limits.maxUnreadBytesPerConnection;
  }

  /**
   * Records how much of a response is unread, after more was written or the client has read.
   *
   * @param bytes - bytes that are written to the connection and unread
   * @param rest - the parts of the same response that are not written yet; its index never decreases
   */
  set(answer: UnreadResponse, bytes: number, rest: UnwrittenParts = noUnwrittenParts): void {
    const before = this.answers.get(answer);
    this.count(answer, bytes - (before?.bytes ?? 0));
    const restBytes = (before?.restBytes ?? 0) + this.rests.replace(before?.rest ?? noUnwrittenParts, rest);
    this.answers.delete(answer);
    if (bytes + restBytes > 0) this.answers.set(answer, { bytes, rest, restBytes, sinceMs: performance.now() });
    for (const [oldest] of this.answers) {
      if (!this.isOverLimit()) return;
      this.end(oldest);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private isOverLimit(): boolean {
    const excessBytes = this.unreadBytes + this.rests.bytes - this.limits.maxUnreadBytes;
    if (excessBytes <= 0) return false;
    let largestBytes = 0;
    for (const { restBytes } of this.answers.values()) largestBytes = Math.max(largestBytes, restBytes);
    return excessBytes > largestBytes;
  }

  private count({ connection }: UnreadResponse, addedBytes: number): void {
    this.unreadBytes += addedBytes;
    const bytes = (this.bytesByConnection.get(connection) ?? 0) + addedBytes;
    if (bytes > 0) this.bytesByConnection.set(connection, bytes);
    else this.bytesByConnection.delete(connection);
  }

  private endStalled(): void {
    const beforeMs = performance.now() - this.limits.maxStallMs;
    for (const [answer, { sinceMs }] of this.answers) {
      if (sinceMs > beforeMs) return;
      this.end(answer);
    }
  }

  private end(answer: UnreadResponse): void {
    this.set(answer, 0);
    answer.abort();
  }
}

/** Counts the parts that wait in responses. Lists share parts, which use memory only once. */
class SharedParts {
  bytes = 0;
  private readonly uses = new Map<Uint8Array, number>();

  /**
   * Returns by how many bytes the rest of a response has grown.
   *
   * @param after - a rest of the same parts, an empty one, or the first one of the response
   */
  replace(before: UnwrittenParts, after: UnwrittenParts): number {
    const isSame = before.parts === after.parts;
    let change = 0;
    for (const part of isSame ? [] : after.parts.slice(after.from)) change += this.add(part);
    for (const part of before.parts.slice(before.from, isSame ? after.from : undefined)) change -= this.remove(part);
    return change;
  }

  private add(part: Uint8Array): number {
    const uses = this.uses.get(part) ?? 0;
    if (uses === 0) this.bytes += part.length;
    this.uses.set(part, uses + 1);
    return part.length;
  }

  private remove(part: Uint8Array): number {
    const uses = this.uses.get(part) ?? 0;
    if (uses > 1) this.uses.set(part, uses - 1);
    else this.uses.delete(part);
    if (uses === 1) this.bytes -= part.length;
    return part.length;
  }
}
