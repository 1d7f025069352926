/**
 * Objects into which a policy or a webhook has put another content.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import type { ApiObject } from "./api-object.ts";

const replaced = new WeakSet<ApiObject>();

/** Whether the object has a content that no reader of its kind has seen. */
export const isReplaced = (object: ApiObject): boolean => replaced.has(object);

/** The object stays the same one, as others hold it. Metadata that are gone are empty; options of connections have none. */
export function replaceContent(object: ApiObject, content: Readonly<Record<string, unknown>>): void {
  const bare = Object.hasOwn(object, "metadata") ? { metadata: {} } : {};
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries({ ...bare, ...content })) setMember(object, name, value);
  replaced.add(object);
}
