/**
 * Converts exceptions while decoding untrusted bytes to failures.
 *
 * @module
 */
import { failure, type Result, success } from "../text/result.ts";

/** @param read - throws for invalid bytes; may throw any error, since the protobuf library has many */
export function tryDecode<T>(read: () => T): Result<T> {
  try {
    return success(read());
  } catch (error) {
    return failure(`proto: ${error instanceof Error ? error.message : String(error)}`);
  }
}
