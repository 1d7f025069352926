/**
 * Long byte arrays in separate memory pages, which return to the system together with the array. V8 allocates resizable
 * buffers in that way. The memory of a malloc block returns only if no longer-lived block lies behind it.
 *
 * @module
 */

/** Shorter arrays are malloc blocks: each array in separate pages is a mapping, of which a process has 65,530. */
export const minOwnPagesBytes = 32 * 1024;

const encoder = new TextEncoder();

/** Encodes a text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  // No text has fewer bytes than UTF-16 units.
  if (text.length < minOwnPagesBytes) return encoder.encode(text);
  const bytes = allocatePages(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Joins blocks to one array. */
export function joinBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const size = blocks.reduce((sum, { length }) => sum + length, 0);
  if (size < minOwnPagesBytes) return Buffer.concat(blocks, size);
  const bytes = allocatePages(size);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** Returns the buffers of the blocks that do not share their memory, so that they can be transferred. */
export const transferableBuffers = (blocks: readonly (Uint8Array | undefined)[]): ArrayBuffer[] =>
  blocks.flatMap((block) => (block && ownsBuffer(block) ? [block.buffer] : []));

/** Whether the block does not share its memory with other bytes. */
export const ownsBuffer = (block: Uint8Array): block is Uint8Array<ArrayBuffer> =>
  block.buffer instanceof ArrayBuffer && block.buffer.byteLength === block.byteLength;

function allocatePages(size: number): Buffer {
  // The ES2023 types lack the options of the constructor.
  return Buffer.from(Reflect.construct(ArrayBuffer, [size, { maxByteLength: size }]) as ArrayBuffer);
}
