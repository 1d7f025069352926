/**
 * Reading bytes that others wrote: whatever is wrong with them becomes a fault.
 *
 * @module
 */
import { failure, type Result, success } from "../text/result.ts";

/** @param read - throws for bytes that are not what they should be; the reader of the wire format has many errors */
export function attempt<T>(read: () => T): Result<T> {
  try {
    return success(read());
  } catch (error) {
    return failure(`proto: ${error instanceof Error ? error.message : String(error)}`);
  }
}
