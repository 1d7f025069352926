/**
 * Collects the bytes of a body as they arrive.
 *
 * @module
 */
import { joinBytes } from "../request/own-pages.ts";
import { leastChunkBytes } from "./http1-request.ts";

const blockBytes = 16 * 1024;

export class BodyBytes {
  /** Total length of all chunks. */
  length = 0;
  /** Number of chunks below 1 KiB. */
  smallChunks = 0;
  private readonly parts: Uint8Array[] = [];
  /**
   * A buffer into which small chunks are copied: as a separate object, a chunk of a single byte takes more than a
   * hundred bytes.
   */
  private block = new Uint8Array();
  /** Number of used bytes in the block. */
  private used = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (chunk.length >= leastChunkBytes) {
      this.endBlock();
      this.parts.push(chunk);
      return;
    }
    this.smallChunks++;
    if (this.used + chunk.length > this.block.length) {
      this.endBlock();
      this.block = new Uint8Array(blockBytes);
    }
    this.block.set(chunk, this.used);
    this.used += chunk.length;
  }

  /** Returns the whole body. Nothing may be added afterwards. */
  join(): Uint8Array {
    this.endBlock();
    return joinBytes(this.parts);
  }

  private endBlock(): void {
    if (this.used > 0) this.parts.push(this.block.subarray(0, this.used));
    this.block = this.block.subarray(this.used);
    this.used = 0;
  }
}
