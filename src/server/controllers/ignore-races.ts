/**
 * Writes of controllers that tolerate conflicts: another server with the same store may do the same work.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { StatusError } from "../request/status.ts";

/**
 * Ignores NotFound and Conflict errors of a write. Another writer was faster, and the controller will see its change.
 */
export async function ignoreRaces(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StatusError && (error.code === 404 || error.code === 409))) throw error;
  }
}

/**
 * Restricts a change to the object that the controller has seen: it must not apply to another object that has taken the
 * name.
 *
 * @returns a change that throws NotFound if the current object is another one
 */
export function changeIfSame(
  seen: ApiObject,
  change: (current: ApiObject) => ApiObject,
): (current: ApiObject | undefined) => ApiObject {
  return (current) => {
    if (current && current.metadata.uid === seen.metadata.uid) return change(current);
    throw new StatusError(404, "NotFound", "the object is another one now");
  };
}
