/**
 * Collects long responses in parts of at least 64 KiB. Text stays in the V8 heap, which is compacted, until it is long
 * enough for a part. Bytes of each single text would be malloc blocks, which keep the pages around them.
 *
 * @module
 */
import { encodeText, joinBytes } from "../request/own-pages.ts";

/** Parts are written one by one. For small parts, writing takes longer than making them. */
const minPartBytes = 64 * 1024;

export class PartBuffer {
  private texts: string[] = [];
  /** In UTF-16 units. */
  private textLength = 0;
  private blocks: Uint8Array[] = [];
  private blockBytes = 0;
  private parts: Uint8Array[] = [];

  add(text: string): void {
    this.texts.push(text);
    this.textLength += text.length;
    if (this.textLength >= minPartBytes) this.finishPart();
  }

  addBytes(bytes: Uint8Array): void {
    this.endText();
    this.addBlock(bytes);
    if (this.blockBytes >= minPartBytes) this.finishPart();
  }

  /** Returns and removes the finished parts. */
  take(): readonly Uint8Array[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  takeAll(): readonly Uint8Array[] {
    this.finishPart();
    return this.take();
  }

  private finishPart(): void {
    this.endText();
    const [first, ...others] = this.blocks;
    if (first) this.parts.push(others.length > 0 ? joinBytes(this.blocks) : first);
    this.blocks = [];
    this.blockBytes = 0;
  }

  private endText(): void {
    if (this.textLength > 0) this.addBlock(encodeText(this.texts.join("")));
    this.texts = [];
    this.textLength = 0;
  }

  private addBlock(bytes: Uint8Array): void {
    this.blocks.push(bytes);
    this.blockBytes += bytes.length;
  }
}
