/**
 * The bytes of a body, gathered as they come.
 *
 * @module
 */
import { joinBytes } from "../request/own-pages.ts";
import { leastChunkBytes } from "./http1-request.ts";

const blockBytes = 16 * 1024;

export class BodyBytes {
  /** Of all chunks. */
  length = 0;
  /** How many chunks were below 1 KiB. */
  smallChunks = 0;
  private readonly parts: Uint8Array[] = [];
  /** Small chunks are copied together: as an object of its own, each byte of a body takes more than a hundred. */
  private block = new Uint8Array();
  /** How far the block is used. */
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

  /** All in one; nothing is added behind it. */
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
