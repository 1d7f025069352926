/**
 * Errors of the store as errors for clients.
 *
 * @module
 */
import { isStorageError } from "../../storage/storage.ts";
import { expired, tooLarge, unreadable } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";

/** Seconds until a client may ask again for what the store could not do. */
const unavailableRetryS = 1;

/** Errors of the store become those of requests; others stay as they are. */
export function storeFailure(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  if (error.damage) return unreadable(error.damage);
  switch (error.code) {
    case "too-large":
      return tooLarge(`Request entity too large: ${error.message}`);
    case "compacted":
      return expired("The provided resource version is too old.");
    default:
      return new StatusError(503, "ServiceUnavailable", `the store cannot be used: ${error.message}`, {
        details: { retryAfterSeconds: unavailableRetryS },
      });
  }
}

/** Runs a call of the store. */
export async function fromStore<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw storeFailure(error);
  }
}
