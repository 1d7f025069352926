/**
 * Collects long responses in parts of at least 64 KiB. Text stays in the V8 heap, which is compacted, until it is long
 * enough for a part. Bytes of each single text would be malloc blocks, which keep the pages around them.
 *
 * @module
 */
import { encodeText, joinBytes } from "../request/own-pages.ts";

/** Parts are written one by one. For small parts, writing takes longer than making them. */
const minPartBytes = 64 * 1024;

export class Parts {
  private texts: string[] = [];
  /** In UTF-16 units. */
  private length = 0;
  private blocks: Uint8Array[] = [];
  private bytes = 0;
  private parts: Uint8Array[] = [];

  add(text: string): void {
    this.texts.push(text);
    this.length += text.length;
    if (this.length >= minPartBytes) this.close();
  }

  addBytes(bytes: Uint8Array): void {
    this.endText();
    this.addBlock(bytes);
    if (this.bytes >= minPartBytes) this.close();
  }

  /** Returns and removes the finished parts. */
  take(): readonly Uint8Array[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  takeAll(): readonly Uint8Array[] {
    this.close();
    return this.take();
  }

  private close(): void {
    this.endText();
    const [first, ...others] = this.blocks;
    if (first) this.parts.push(others.length > 0 ? joinBytes(this.blocks) : first);
    this.blocks = [];
    this.bytes = 0;
  }

  private endText(): void {
    if (this.length > 0) this.addBlock(encodeText(this.texts.join("")));
    this.texts = [];
    this.length = 0;
  }

  private addBlock(bytes: Uint8Array): void {
    this.blocks.push(bytes);
    this.bytes += bytes.length;
  }
}
