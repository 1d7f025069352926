/**
 * Long answers in parts of 64 KiB at least. Text waits in the heap of V8, which moves together what is left of it, until it is
 * enough for a part: the bytes of each text by itself would be blocks of malloc, which keep the pages around them.
 *
 * @module
 */
import { encodeText, joinBytes } from "../request/own-pages.ts";

/** Parts are written one by one, which takes longer than making them when they are small. */
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

  /** Takes the parts that are done. */
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
