/**
 * How the tables of a history are bytes on disk. Revisions have 6 bytes, the most significant first, so that their order is
 * that of the bytes.
 *
 *     head:    flags 1, revision 6
 *     version: checksum 4, flags 1, create revision 6, version before 6, length of the key 2, key, value
 *
 * Of the flags, 1 says that the key was deleted. The checksum is a CRC-32 of all behind it.
 *
 * @module
 */
import { crc32 } from "node:zlib";
import type { Head, Version } from "./history.ts";
import { type Revision, StorageError } from "./storage.ts";

/** Enough for eight years of a million writes per second. */
const revisionBytes = 6;
const deletedFlag = 1;

const checksumBytes = 4;
const flagsAt = checksumBytes;
const createRevisionAt = flagsAt + 1;
const beforeAt = createRevisionAt + revisionBytes;
const keyLengthAt = beforeAt + revisionBytes;
const keyAt = keyLengthAt + 2;

export function encodeRevision(revision: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(revisionBytes);
  bytes.writeUIntBE(revision, 0, revisionBytes);
  return bytes;
}

export function decodeRevision(bytes: Buffer): Revision {
  return bytes.readUIntBE(0, revisionBytes);
}

export function encodeHead({ revision, isDeleted }: Head): Buffer {
  const bytes = Buffer.allocUnsafe(1 + revisionBytes);
  bytes[0] = isDeleted ? deletedFlag : 0;
  bytes.writeUIntBE(revision, 1, revisionBytes);
  return bytes;
}

/** @throws {StorageError} `corrupt` */
export function decodeHead(key: string, bytes: Buffer): Head {
  if (bytes.length !== 1 + revisionBytes) throw corrupt(`the head of ${key} has ${bytes.length} bytes`);
  return { key, revision: bytes.readUIntBE(1, revisionBytes), isDeleted: bytes[0] === deletedFlag };
}

export function encodeVersion({ key, value, createRevision, before }: Version): Buffer {
  const keyBytes = Buffer.byteLength(key);
  const bytes = Buffer.allocUnsafe(keyAt + keyBytes + (value?.length ?? 0));
  bytes[flagsAt] = value === undefined ? deletedFlag : 0;
  bytes.writeUIntBE(createRevision, createRevisionAt, revisionBytes);
  bytes.writeUIntBE(before, beforeAt, revisionBytes);
  bytes.writeUInt16BE(keyBytes, keyLengthAt);
  bytes.write(key, keyAt);
  if (value) bytes.set(value, keyAt + keyBytes);
  bytes.writeUInt32BE(crc32(bytes.subarray(checksumBytes)), 0);
  return bytes;
}

/**
 * @param bytes - may change afterwards: what is returned is a copy
 * @throws {StorageError} `corrupt`
 */
export function decodeVersion(revision: Revision, bytes: Buffer): Version {
  if (bytes.length < keyAt || crc32(bytes.subarray(checksumBytes)) !== bytes.readUInt32BE(0)) {
    throw corrupt(`the version at revision ${revision} does not match its checksum`);
  }
  const valueAt = keyAt + bytes.readUInt16BE(keyLengthAt);
  const isDeleted = bytes[flagsAt] === deletedFlag;
  return {
    key: bytes.toString("utf8", keyAt, valueAt),
    createRevision: bytes.readUIntBE(createRevisionAt, revisionBytes),
    before: bytes.readUIntBE(beforeAt, revisionBytes),
    ...(isDeleted ? {} : { value: new Uint8Array(bytes.subarray(valueAt)) }),
  };
}

export function corrupt(message: string): StorageError {
  return new StorageError("corrupt", `the store is damaged: ${message}`);
}
