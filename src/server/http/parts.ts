/**
 * Long answers in parts of 64 KiB at least. Text waits in the heap of V8, which moves together what is left of it, until it is
 * enough for a part: the bytes of each text by itself would be blocks of malloc, which keep the pages around them.
 *
 * @module
 */
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
    if (first) this.parts.push(others.length > 0 ? joined(this.blocks, this.bytes) : first);
    this.blocks = [];
    this.bytes = 0;
  }

  private endText(): void {
    if (this.length > 0) this.addBlock(encoded(this.texts.join("")));
    this.texts = [];
    this.length = 0;
  }

  private addBlock(bytes: Uint8Array): void {
    this.blocks.push(bytes);
    this.bytes += bytes.length;
  }
}

function encoded(text: string): Uint8Array {
  const bytes = ownPages(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

function joined(blocks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = ownPages(size);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/**
 * Zeros in pages of their own, which go back to the system with them: V8 takes a buffer that may be resized from there. A block of
 * malloc does so only where nothing that lives longer lies behind it.
 */
function ownPages(size: number): Buffer {
  if (size < minPartBytes) return Buffer.alloc(size);
  // The types of ES2023 know no options.
  return Buffer.from(Reflect.construct(ArrayBuffer, [size, { maxByteLength: size }]) as ArrayBuffer);
}
