/**
 * Reading what a store did, for tests of it.
 *
 * @module
 */
import {
  type Entry,
  isStorageError,
  type StorageErrorCode,
  type WatchBatch,
  type WatchEvent,
} from "../../src/storage/storage.ts";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (entry: Entry | undefined): string | undefined => entry && new TextDecoder().decode(entry.value);

/** The error that refuses a call. */
export async function codeOf(call: Promise<unknown>): Promise<StorageErrorCode | "none"> {
  try {
    await call;
    return "none";
  } catch (error) {
    if (isStorageError(error)) return error.code;
    throw error;
  }
}

/** Reads a watch until it has delivered so many events. */
export async function takeEvents(watch: AsyncIterable<WatchBatch>, count: number): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  if (count === 0) return events;
  for await (const batch of watch) {
    events.push(...batch.events);
    if (events.length >= count) break;
  }
  return events;
}

/** `put key=value was value`, as much of it as there is. */
export function eventLine({ key, entry, previous }: WatchEvent): string {
  const now = entry ? `${key}=${text(entry)}` : `${key} deleted`;
  return previous ? `${now} was ${text(previous)}` : now;
}
