/**
 * The bytes of answers that clients have not read. They are kept in memory, so there is a limit for each connection and for
 * all, and a time in which something must be read.
 *
 * @module
 */

/** Above it a connection gets no more answers until its client has read; parts that are not yet handed over do not count. */
const maxUnreadBytesPerConnection = 64 * 1024 * 1024;
/** Above it the answers end that have gone unread for longest. The largest does not count: a list of all objects is never too long. */
const maxUnreadBytes = 512 * 1024 * 1024;
/** An answer ends of which nothing is read for so long. */
const maxStallMs = 60_000;

/** Other limits, for tests. */
export interface BacklogLimits {
  readonly maxUnreadBytesPerConnection?: number;
  readonly maxUnreadBytes?: number;
  readonly maxStallMs?: number;
}

/** An answer that is not all read. */
export interface UnreadAnswer {
  /** Its connection. */
  readonly connection: object;
  /** Ends it. */
  abort(): void;
}

/** Parts of an answer that are in memory and not yet handed over to the connection: those from an index on. */
export interface Rest {
  readonly parts: readonly Uint8Array[];
  readonly from: number;
}

export const noRest: Rest = { parts: [], from: 0 };

interface Unread {
  readonly bytes: number;
  readonly rest: Rest;
  readonly restBytes: number;
  readonly sinceMs: number;
}

export class Backlog {
  private readonly limits: Required<BacklogLimits>;
  private unreadBytes = 0;
  private readonly bytesByConnection = new Map<object, number>();
  private readonly rests = new SharedParts();
  /** The events that are unread for longest come first. */
  private readonly answers = new Map<UnreadAnswer, Unread>();
  private readonly timer: NodeJS.Timeout;

  constructor(limits: BacklogLimits = {}) {
    this.limits = { maxUnreadBytesPerConnection, maxUnreadBytes, maxStallMs, ...limits };
    this.timer = setInterval(() => this.endStalled(), this.limits.maxStallMs / 4).unref();
  }

  isFull(connection: object): boolean {
    return (this.bytesByConnection.get(connection) ?? 0) > this.limits.maxUnreadBytesPerConnection;
  }

  /**
   * Says how much of an answer is unread now, when more is written or some of it was read.
   *
   * @param bytes - what is handed over to the connection
   * @param rest - of the parts of the same answer, from no lower an index than before
   */
  set(answer: UnreadAnswer, bytes: number, rest: Rest = noRest): void {
    const before = this.answers.get(answer);
    this.count(answer, bytes - (before?.bytes ?? 0));
    const restBytes = (before?.restBytes ?? 0) + this.rests.replace(before?.rest ?? noRest, rest);
    this.answers.delete(answer);
    if (bytes + restBytes > 0) this.answers.set(answer, { bytes, rest, restBytes, sinceMs: performance.now() });
    for (const [oldest] of this.answers) {
      if (!this.isTooMuch()) return;
      this.end(oldest);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }

  private isTooMuch(): boolean {
    const excessBytes = this.unreadBytes + this.rests.bytes - this.limits.maxUnreadBytes;
    if (excessBytes <= 0) return false;
    let largestBytes = 0;
    for (const { restBytes } of this.answers.values()) largestBytes = Math.max(largestBytes, restBytes);
    return excessBytes > largestBytes;
  }

  private count({ connection }: UnreadAnswer, addedBytes: number): void {
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

  private end(answer: UnreadAnswer): void {
    this.set(answer, 0);
    answer.abort();
  }
}

/** Parts that wait in answers. Lists are made of parts that they share, which take memory once for all of them. */
class SharedParts {
  bytes = 0;
  private readonly uses = new Map<Uint8Array, number>();

  /**
   * Returns by how many bytes the rest of this answer is larger now.
   *
   * @param after - of the same parts, or none, or parts where there were none before
   */
  replace(before: Rest, after: Rest): number {
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
