/**
 * Reading bytes that others wrote: whatever is wrong with them becomes a fault.
 *
 * @module
 */
import { fault, type Parsed, parsed } from "../text/parsed.ts";

/** @param read - throws for bytes that are not what they should be; the reader of the wire format has many errors */
export function attempt<T>(read: () => T): Parsed<T> {
  try {
    return parsed(read());
  } catch (error) {
    return fault(`proto: ${error instanceof Error ? error.message : String(error)}`);
  }
}
