/**
 * Writes of controllers, which others may be ahead of: another server over the same store does the same work.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { StatusError } from "../request/status.ts";

/** Someone else was faster: the next look will tell. */
export async function quietly(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StatusError && (error.code === 404 || error.code === 409))) throw error;
  }
}

/**
 * A change to the object that was seen, not to one that took its name.
 *
 * @returns what throws NotFound when it meets another one
 */
export function changeOnly(
  seen: ApiObject,
  change: (current: ApiObject) => ApiObject,
): (current: ApiObject | undefined) => ApiObject {
  return (current) => {
    if (current && current.metadata.uid === seen.metadata.uid) return change(current);
    throw new StatusError(404, "NotFound", "the object is another one now");
  };
}
