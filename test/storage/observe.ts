/**
 * Helpers to observe the effects of a store.
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

/** Returns the code of the error with which a call fails, or "none". */
export async function codeOf(call: Promise<unknown>): Promise<StorageErrorCode | "none"> {
  try {
    await call;
    return "none";
  } catch (error) {
    if (isStorageError(error)) return error.code;
    throw error;
  }
}

/** Reads a watch until it has delivered the number of events. */
export async function takeEvents(watch: AsyncIterable<WatchBatch>, count: number): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  if (count === 0) return events;
  for await (const batch of watch) {
    events.push(...batch.events);
    if (events.length >= count) break;
  }
  return events;
}

/**
 * Formats an event as `key=value was previous` or `key deleted was previous`, without the previous value if there was
 * no entry before.
 */
export function eventLine({ key, entry, previous }: WatchEvent): string {
  const now = entry ? `${key}=${text(entry)}` : `${key} deleted`;
  return previous ? `${now} was ${text(previous)}` : now;
}
