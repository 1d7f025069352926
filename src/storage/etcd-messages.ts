/**
 * Encodes and decodes the messages of etcd's gRPC services that a store needs. Field numbers are from etcd's rpc.proto
 * and kv.proto; unused fields are skipped.
 *
 * @module
 */
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Revision } from "./storage.ts";

export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  /** The number of writes to the key since its creation. */
  readonly version: number;
}

/** All keys from `key` up to, but excluding, `rangeEnd`; without `rangeEnd`, one key. */
export interface KeyRange {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
}

export interface RangeRequestMessage extends KeyRange {
  /** 0: no limit. */
  readonly limit?: number;
  /** 0: the current revision. */
  readonly revision?: Revision;
  readonly isCountOnly?: boolean;
}

export interface RangeResponseMessage {
  readonly revision: Revision;
  readonly entries: readonly KeyValue[];
  /** The number of keys in the range, regardless of the limit. */
  readonly count: number;
}

/** The condition of a transaction: if it holds, the transaction writes or deletes the key, otherwise it reads it. */
export interface Condition {
  readonly target: "version" | "mod-revision";
  readonly value: number;
}

export interface TxnRequestMessage {
  readonly key: Uint8Array;
  readonly condition: Condition;
  /** The value to put; absent for a deletion. */
  readonly value?: Uint8Array;
}

export interface TxnResponseMessage {
  readonly revision: Revision;
  readonly isDone: boolean;
  /** The current value, if the condition does not hold and the key exists. */
  readonly found?: KeyValue;
}

export interface WatchCreateMessage extends KeyRange {
  readonly startRevision: Revision;
  readonly withProgress: boolean;
}

export interface EventMessage {
  readonly isDelete: boolean;
  readonly entry: KeyValue;
  readonly previous?: KeyValue;
}

export interface WatchResponseMessage {
  readonly revision: Revision;
  readonly isCreated: boolean;
  readonly isCanceled: boolean;
  /** The compacted revision if the watch started before it; otherwise 0. */
  readonly compactRevision: Revision;
  readonly cancelReason: string;
  readonly events: readonly EventMessage[];
}

export function encodeRangeRequest(request: RangeRequestMessage): Uint8Array {
  return writeRange(new BinaryWriter(), request).finish();
}

function writeRange(
  writer: BinaryWriter,
  { key, rangeEnd, limit = 0, revision = 0, isCountOnly = false }: RangeRequestMessage,
): BinaryWriter {
  writeBytes(writer, 1, key);
  if (rangeEnd) writeBytes(writer, 2, rangeEnd);
  writeInteger(writer, 3, limit);
  writeInteger(writer, 4, revision);
  writeBoolean(writer, 9, isCountOnly);
  return writer;
}

export function decodeRangeResponse(bytes: Uint8Array): RangeResponseMessage {
  return readRange(new BinaryReader(bytes), bytes.length);
}

function readRange(reader: BinaryReader, end: number): RangeResponseMessage {
  let revision = 0;
  let count = 0;
  const entries: KeyValue[] = [];
  readFields(reader, end, (field) => {
    if (field === 1) revision = readNested(reader, readHeader);
    else if (field === 2) entries.push(readNested(reader, readKeyValue));
    else if (field === 4) count = readInteger(reader);
    else return false;
    return true;
  });
  return { revision, entries, count };
}

const compareTargets = { version: { target: 0, field: 4 }, "mod-revision": { target: 2, field: 6 } } as const;

export function encodeTxnRequest({ key, condition, value }: TxnRequestMessage): Uint8Array {
  const { target, field } = compareTargets[condition.target];
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).fork();
  writeInteger(writer, 2, target);
  writeBytes(writer, 3, key);
  // Written even if it is 0, since etcd compares it.
  writer.tag(field, WireType.Varint).int64(condition.value);
  writer.join();
  writer.tag(2, WireType.LengthDelimited).fork();
  writer.tag(value ? 2 : 3, WireType.LengthDelimited).fork();
  writeBytes(writer, 1, key);
  if (value) writeBytes(writer, 2, value);
  writer.join().join();
  writer.tag(3, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).fork();
  writeRange(writer, { key });
  return writer.join().join().finish();
}

export function decodeTxnResponse(bytes: Uint8Array): TxnResponseMessage {
  const reader = new BinaryReader(bytes);
  let revision = 0;
  let isDone = false;
  let found: KeyValue | undefined;
  readFields(reader, bytes.length, (field) => {
    if (field === 1) revision = readNested(reader, readHeader);
    else if (field === 2) isDone = reader.bool();
    else if (field === 3) found = readNested(reader, readFound) ?? found;
    else return false;
    return true;
  });
  return { revision, isDone, ...(found && { found }) };
}

function readFound(reader: BinaryReader, end: number): KeyValue | undefined {
  let found: KeyValue | undefined;
  readFields(reader, end, (field) => {
    if (field !== 1) return false;
    found = readNested(reader, readRange).entries[0];
    return true;
  });
  return found;
}

export function encodeCompactionRequest(revision: Revision): Uint8Array {
  const writer = new BinaryWriter();
  writeInteger(writer, 1, revision);
  return writer.finish();
}

/** Decodes a response without content. */
export function decodeNothing(_bytes: Uint8Array): true {
  return true;
}

export function encodeWatchCreate({ key, rangeEnd, startRevision, withProgress }: WatchCreateMessage): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).fork();
  writeBytes(writer, 1, key);
  if (rangeEnd) writeBytes(writer, 2, rangeEnd);
  writeInteger(writer, 3, startRevision);
  writeBoolean(writer, 4, withProgress);
  // Requests the previous values in events.
  writeBoolean(writer, 6, true);
  return writer.join().finish();
}

export function encodeWatchProgress(): Uint8Array {
  return new BinaryWriter().tag(3, WireType.LengthDelimited).fork().join().finish();
}

export function decodeWatchResponse(bytes: Uint8Array): WatchResponseMessage {
  const reader = new BinaryReader(bytes);
  let revision = 0;
  let isCreated = false;
  let isCanceled = false;
  let compactRevision = 0;
  let cancelReason = "";
  const events: EventMessage[] = [];
  readFields(reader, bytes.length, (field) => {
    if (field === 1) revision = readNested(reader, readHeader);
    else if (field === 3) isCreated = reader.bool();
    else if (field === 4) isCanceled = reader.bool();
    else if (field === 5) compactRevision = readInteger(reader);
    else if (field === 6) cancelReason = reader.string();
    else if (field === 11) events.push(readNested(reader, readEvent));
    else return false;
    return true;
  });
  return { revision, isCreated, isCanceled, compactRevision, cancelReason, events };
}

const deleteEvent = 1;
const noEntry: KeyValue = { key: "", value: new Uint8Array(), createRevision: 0, modRevision: 0, version: 0 };

function readEvent(reader: BinaryReader, end: number): EventMessage {
  let type = 0;
  let entry = noEntry;
  let previous: KeyValue | undefined;
  readFields(reader, end, (field) => {
    if (field === 1) type = reader.uint32();
    else if (field === 2) entry = readNested(reader, readKeyValue);
    else if (field === 3) previous = readNested(reader, readKeyValue);
    else return false;
    return true;
  });
  return { isDelete: type === deleteEvent, entry, ...(previous && { previous }) };
}

/** Returns the version of the responding server, for example "3.5.13". */
export function decodeStatusResponse(bytes: Uint8Array): string {
  const reader = new BinaryReader(bytes);
  let version = "";
  readFields(reader, bytes.length, (field) => {
    if (field !== 2) return false;
    version = reader.string();
    return true;
  });
  return version;
}

function readHeader(reader: BinaryReader, end: number): Revision {
  let revision = 0;
  readFields(reader, end, (field) => {
    if (field !== 3) return false;
    revision = readInteger(reader);
    return true;
  });
  return revision;
}

const utf8 = new TextDecoder();

function readKeyValue(reader: BinaryReader, end: number): KeyValue {
  let { key, value, createRevision, modRevision, version } = noEntry;
  readFields(reader, end, (field) => {
    if (field === 1) key = utf8.decode(reader.bytes());
    else if (field === 2) createRevision = readInteger(reader);
    else if (field === 3) modRevision = readInteger(reader);
    else if (field === 4) version = readInteger(reader);
    // A copy, so that one value does not keep the whole message in memory.
    else if (field === 5) value = new Uint8Array(reader.bytes());
    else return false;
    return true;
  });
  return { key, value, createRevision, modRevision, version };
}

/**
 * Reads all fields of a message.
 *
 * @param read - reads the field with the number, or returns false so that it is skipped
 */
function readFields(reader: BinaryReader, end: number, read: (field: number) => boolean): void {
  while (reader.pos < end) {
    const [field, wireType] = reader.tag();
    if (!read(field)) reader.skip(wireType, field);
  }
}

function readNested<T>(reader: BinaryReader, read: (reader: BinaryReader, end: number) => T): T {
  const length = reader.uint32();
  return read(reader, reader.pos + length);
}

function readInteger(reader: BinaryReader): number {
  return Number(reader.int64());
}

/** Omits the default value, as protobuf does; so do the two functions below. */
function writeInteger(writer: BinaryWriter, field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Varint).int64(value);
}

function writeBoolean(writer: BinaryWriter, field: number, value: boolean): void {
  if (value) writer.tag(field, WireType.Varint).bool(true);
}

function writeBytes(writer: BinaryWriter, field: number, value: Uint8Array): void {
  if (value.length > 0) writer.tag(field, WireType.LengthDelimited).bytes(value);
}
