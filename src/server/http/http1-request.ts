/**
 * HTTP/1.1 requests, whose bodies Node's parser fills.
 *
 * @module
 */
import { IncomingMessage } from "node:http";

/** Smaller chunks count as small: Node takes a microsecond or more for each chunk, regardless of its size. */
export const leastChunkBytes = 1024;
/** Number of small chunks after which the connection is not read until its next turn. */
const smallChunksPerTurn = 500;

/**
 * A request whose body takes turns with others if it arrives in small chunks. One TLS record may hold thousands of
 * them, and Node passes on everything that it has read: for single bytes it does not stop before 16 KiB of the body are
 * unread.
 */
export class Http1Request extends IncomingMessage {
  private smallChunks = 0;
  private isHeld = false;
  /** Whether the reader requested more data while the request was held. */
  private isReadRequested = false;

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding);
    if (chunk === null || chunk.length >= leastChunkBytes) return wantsMore;
    this.smallChunks++;
    if (this.smallChunks % smallChunksPerTurn !== 0) return wantsMore;
    this.holdUntilTurn();
    return false;
  }

  override _read(size: number): void {
    if (this.isHeld) this.isReadRequested = true;
    else super._read(size);
  }

  private holdUntilTurn(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    void nextRound().then(() => {
      this.isHeld = false;
      if (!this.isReadRequested || this.destroyed) return;
      this.isReadRequested = false;
      super._read(this.readableHighWaterMark);
    });
  }
}

let lastRound = Promise.resolve();

/**
 * Resolves in a round of the event loop that no other request shares, so that data from many connections is not parsed
 * all at once.
 */
function nextRound(): Promise<void> {
  lastRound = lastRound.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastRound;
}
