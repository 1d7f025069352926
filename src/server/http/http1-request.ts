/**
 * Requests of HTTP/1.1 as Node's parser fills them.
 *
 * @module
 */
import { IncomingMessage } from "node:http";

/** Smaller chunks count as small: Node takes a microsecond or more for each, whatever it holds. */
export const leastChunkBytes = 1024;
/** After so many small chunks nothing more is read from the connection until its next turn. */
const smallChunksPerTurn = 500;

/**
 * A request whose body takes turns with others when it comes in small chunks. A record of TLS may hold thousands, and Node hands over
 * all that it has read; for a single byte it sees no reason to stop before the body has 16 KiB that nobody has taken.
 */
export class Http1Request extends IncomingMessage {
  private smallChunks = 0;
  private isHeld = false;
  /** Somebody wanted more in the meantime. */
  private isAsked = false;

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding);
    if (chunk === null || chunk.length >= leastChunkBytes) return wantsMore;
    this.smallChunks++;
    if (this.smallChunks % smallChunksPerTurn !== 0) return wantsMore;
    this.holdUntilTurn();
    return false;
  }

  override _read(size: number): void {
    if (this.isHeld) this.isAsked = true;
    else super._read(size);
  }

  private holdUntilTurn(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    void nextRound().then(() => {
      this.isHeld = false;
      if (!this.isAsked || this.destroyed) return;
      this.isAsked = false;
      super._read(this.readableHighWaterMark);
    });
  }
}

let lastRound = Promise.resolve();

/** Resolves in a round of the event loop of its own: what ten connections have read at once is not parsed at once. */
function nextRound(): Promise<void> {
  lastRound = lastRound.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastRound;
}
