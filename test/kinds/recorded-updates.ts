/**
 * What the real API server said to updates of stored objects.
 *
 * @module
 */
import type { Change } from "./edited.ts";

export interface Update {
  readonly changes: readonly Change[];
  /** Absent for an update of the object itself. */
  readonly subresource?: string;
}
