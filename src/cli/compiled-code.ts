/**
 * Files with the V8 code cache of a program part, written when the package is built. V8 itself rejects a cache of
 * another V8 version or with other flags, but it does not check that the cache is intact and belongs to the source
 * text; a checksum over both does.
 *
 * @module
 */
const checksumBytes = 4;
/** A multiple of the pointer size, because V8 copies data that is not aligned. */
const headerBytes = 8;

/** Returns the content of a cache file: a checksum, then the data. */
export function sealCode(source: Uint8Array, data: Uint8Array): Uint8Array {
  const file = new Uint8Array(headerBytes + data.length);
  file.set(data, headerBytes);
  viewOf(file).setUint32(0, checksum(source, data));
  return file;
}

/** Returns the data of a cache file, or undefined if it is damaged or belongs to another source text. */
export function openCode(source: Uint8Array, file: Uint8Array): Uint8Array | undefined {
  if (file.length < headerBytes) return undefined;
  const data = file.subarray(headerBytes);
  return viewOf(file).getUint32(0) === checksum(source, data) ? data : undefined;
}

function viewOf({ buffer, byteOffset }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, checksumBytes);
}

// An import would create an export for every member of the built-in module, including those that are expensive to load.
function checksum(source: Uint8Array, data: Uint8Array): number {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  return crc32(data, crc32(source));
}
