/**
 * Marks objects whose content a policy or a webhook has replaced.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import type { ApiObject } from "./api-object.ts";

const replacedObjects = new WeakSet<ApiObject>();

/** Whether the object has content that the decoder of its kind has not checked. */
export const hasReplacedContent = (object: ApiObject): boolean => replacedObjects.has(object);

/**
 * Replaces the content in place, because other code holds the object. Metadata that the new content lacks become empty;
 * connection options have no metadata.
 */
export function replaceContent(object: ApiObject, content: Readonly<Record<string, unknown>>): void {
  const bare = Object.hasOwn(object, "metadata") ? { metadata: {} } : {};
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries({ ...bare, ...content })) setMember(object, name, value);
  replacedObjects.add(object);
}
