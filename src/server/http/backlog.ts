/**
 * The bytes of answers that clients have not read. They are kept in memory, so there is a limit for each connection and for
 * all, and a time in which something must be read.
 *
 * @module
 */

/** Above it a connection gets no more answers until its client has read. */
const maxUnreadBytesPerConnection = 64 * 1024 * 1024;
/** Above it the answers end that have gone unread for longest. */
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

interface Unread {
  bytes: number;
  sinceMs: number;
}

export class Backlog {
  private readonly limits: Required<BacklogLimits>;
  private unreadBytes = 0;
  private readonly bytesByConnection = new Map<object, number>();
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

  /** Says how much of an answer is unread now, when more is written or some of it was read. */
  set(answer: UnreadAnswer, bytes: number): void {
    this.count(answer, bytes - (this.answers.get(answer)?.bytes ?? 0));
    this.answers.delete(answer);
    if (bytes > 0) this.answers.set(answer, { bytes, sinceMs: performance.now() });
    for (const [oldest] of this.answers) {
      if (this.unreadBytes <= this.limits.maxUnreadBytes) return;
      this.end(oldest);
    }
  }

  close(): void {
    clearInterval(this.timer);
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
