/**
 * Converts errors of the store to errors for clients.
 *
 * @module
 */
import { isStorageError } from "../../storage/storage.ts";
import { expired, tooLarge, unreadable } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";

/** Seconds after which a client may retry when the store is unavailable. */
const unavailableRetryS = 1;

/** Converts an error of the store to a StatusError; returns other errors unchanged. */
export function asStatusError(error: unknown): unknown {
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

/** Runs a call of the store, and converts its errors. */
export async function withStatusErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asStatusError(error);
  }
}
