/**
 * The code that V8 compiled of a part when the package was built, as a file next to it. V8 itself refuses data of
 * another version
 * or other flags, but it believes that the data is whole and of the text at hand; a checksum over both says so.
 *
 * @module
 */
const checksumBytes = 4;
/** A multiple of the size of a pointer: V8 copies data that is not aligned. */
const headerBytes = 8;

/** Data of a part as a file: a checksum, then the data. */
export function sealCode(source: Uint8Array, data: Uint8Array): Uint8Array {
  const file = new Uint8Array(headerBytes + data.length);
  file.set(data, headerBytes);
  viewOf(file).setUint32(0, checksum(source, data));
  return file;
}

/** @returns the data, or undefined when it is damaged or of another text */
export function openCode(source: Uint8Array, file: Uint8Array): Uint8Array | undefined {
  if (file.length < headerBytes) return undefined;
  const data = file.subarray(headerBytes);
  return viewOf(file).getUint32(0) === checksum(source, data) ? data : undefined;
}

function viewOf({ buffer, byteOffset }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, checksumBytes);
}

// An import would make a module of every member of a built-in module, the costly ones as well.
function checksum(source: Uint8Array, data: Uint8Array): number {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  return crc32(data, crc32(source));
}
