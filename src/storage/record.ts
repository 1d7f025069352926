/**
 * The binary format of the history's tables on disk. Revisions have 6 bytes, most significant byte first, so that they
 * sort as their bytes do.
 *
 * - head: flags 1, revision 6, checksum 4
 * - version: checksum 4, flags 1, create revision 6, previous version 6, key length 2, key, value
 *
 * The numbers are sizes in bytes. Flag 1 means that the key was deleted. Checksums are CRC-32: for a version, of all
 * bytes after it; for a head, of the key and all bytes before it. Heads of format 1 have no checksum; they remain until
 * their key is written again.
 *
 * @module
 */
import { crc32 } from "node:zlib";
import type { Head, Version } from "./history.ts";
import { corrupt, type Revision } from "./storage.ts";

/** Enough for eight years with a million writes per second. */
const revisionBytes = 6;
const deletedFlag = 1;

const plainHeadBytes = 1 + revisionBytes;

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

export function encodeHead({ key, revision, isDeleted }: Head): Buffer {
  const bytes = Buffer.allocUnsafe(plainHeadBytes + checksumBytes);
  bytes[0] = isDeleted ? deletedFlag : 0;
  bytes.writeUIntBE(revision, 1, revisionBytes);
  bytes.writeUInt32BE(headChecksum(key, bytes), plainHeadBytes);
  return bytes;
}

/**
 * Decodes a head.
 *
 * @param bytes - without a checksum in a store of format 1
 * @throws {StorageError} `corrupt`
 */
export function decodeHead(key: string, bytes: Buffer): Head {
  const isPlain = bytes.length === plainHeadBytes;
  if (!isPlain && bytes.length !== plainHeadBytes + checksumBytes) {
    throw corrupt(`the head of ${key} has ${bytes.length} bytes`);
  }
  if (!isPlain && headChecksum(key, bytes) !== bytes.readUInt32BE(plainHeadBytes)) {
    throw corrupt(`the head of ${key} does not match its checksum`);
  }
  return { key, revision: bytes.readUIntBE(1, revisionBytes), isDeleted: bytes[0] === deletedFlag };
}

/** The checksum includes the key, so that a head under another key is invalid. */
function headChecksum(key: string, bytes: Buffer): number {
  return crc32(bytes.subarray(0, plainHeadBytes), crc32(key));
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
 * Decodes a version.
 *
 * @param bytes - may change afterwards, since the result is a copy
 * @throws {StorageError} `corrupt`
 */
export function decodeVersion(revision: Revision, bytes: Buffer): Version {
  const link = decodeLink(revision, bytes);
  if (bytes[flagsAt] === deletedFlag) return link;
  return { ...link, value: new Uint8Array(bytes.subarray(keyAt + bytes.readUInt16BE(keyLengthAt))) };
}

/**
 * Decodes a version without its value.
 *
 * @throws {StorageError} `corrupt`
 */
export function decodeLink(revision: Revision, bytes: Buffer): Omit<Version, "value"> {
  if (bytes.length < keyAt || crc32(bytes.subarray(checksumBytes)) !== bytes.readUInt32BE(0)) {
    throw corrupt(`the version at revision ${revision} does not match its checksum`);
  }
  return {
    key: keyOf(bytes),
    createRevision: bytes.readUIntBE(createRevisionAt, revisionBytes),
    before: bytes.readUIntBE(beforeAt, revisionBytes),
  };
}

/** Decodes the key and previous version without verifying the checksum; undefined if the record is too short. */
export function decodeLinkUnchecked(bytes: Buffer): Pick<Version, "key" | "before"> | undefined {
  return bytes.length < keyAt ? undefined : { key: keyOf(bytes), before: bytes.readUIntBE(beforeAt, revisionBytes) };
}

const keyOf = (bytes: Buffer): string => bytes.toString("utf8", keyAt, keyAt + bytes.readUInt16BE(keyLengthAt));
