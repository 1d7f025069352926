/**
 * Long runs of bytes in pages of their own, which go back to the system with them: V8 takes a buffer that may be resized from
 * there. A block of malloc does so only where nothing that lives longer lies behind it.
 *
 * @module
 */

/** Shorter ones are blocks of malloc: each run of pages is a mapping, of which a process has 65,530. */
export const minOwnPagesBytes = 32 * 1024;

const encoder = new TextEncoder();

/** Text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  // No text has fewer bytes than UTF-16 units.
  if (text.length < minOwnPagesBytes) return encoder.encode(text);
  const bytes = zeros(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Blocks one after the other, as one. */
export function joinBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const size = blocks.reduce((sum, { length }) => sum + length, 0);
  if (size < minOwnPagesBytes) return Buffer.concat(blocks, size);
  const bytes = zeros(size);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** The memory of those that have it for themselves. */
export const movable = (blocks: readonly (Uint8Array | undefined)[]): ArrayBuffer[] =>
  blocks.flatMap((block) => (block && isWhole(block) ? [block.buffer] : []));

/** Whether no other bytes share its memory. */
export const isWhole = (block: Uint8Array): block is Uint8Array<ArrayBuffer> =>
  block.buffer instanceof ArrayBuffer && block.buffer.byteLength === block.byteLength;

function zeros(size: number): Buffer {
  // The types of ES2023 know no options.
  return Buffer.from(Reflect.construct(ArrayBuffer, [size, { maxByteLength: size }]) as ArrayBuffer);
}
