/**
 * System metadata: fields that the server sets on creation and that an update cannot remove.
 *
 * @module
 */

import { randomInt } from "node:crypto";
import { formatJson } from "../../json/format-json.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { generatedNameOf, nameSuffixLength } from "../../kind/new-metadata.ts";
import type { ApiObject } from "../request/api-object.ts";
import { namespaceMismatch } from "../request/failures.ts";

/** Letters and digits that cannot form words. */
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Returns a random name that begins with `base`. */
export function generateName(base: string): string {
  const suffix = Array.from({ length: nameSuffixLength }, () => nameAlphabet[randomInt(nameAlphabet.length)]);
  return generatedNameOf(base, suffix.join(""));
}

/** The last formatted second: each write formats three times, and many writes fall into one second. */
let formatted = { second: Number.NaN, text: "" };

/** Returns RFC 3339 in whole seconds, like the times in metadata. */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== formatted.second) {
    formatted = { second, text: new Date(second * 1000).toISOString().replace(".000Z", "Z") };
  }
  return formatted.text;
}

/**
 * Sets or checks the namespace after admission: an object without a namespace gets that of the request, and a
 * cluster-wide object has no namespace.
 *
 * @param namespace - namespace of the request; empty for a cluster-wide object
 * @throws {StatusError} BadRequest if the object has another namespace
 */
export function settleNamespace(object: ApiObject, namespace: string): void {
  const { metadata } = object;
  if (namespace === "") delete metadata.namespace;
  else if (!metadata.namespace) metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) throw namespaceMismatch();
}

/**
 * Removes duplicate owner references.
 *
 * @returns the UIDs of the removed references
 */
export function dropRepeatedOwners({ metadata }: ApiObject): readonly unknown[] {
  const owners = metadata.ownerReferences ?? [];
  // A webhook may leave a value of another type, which is rejected later.
  if (!Array.isArray(owners) || !owners.every(isPlainObject)) return [];
  const seen = new Set<string>();
  const isRepeat = owners.map(({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) => {
    const identity = formatJson([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    return seen.size === seen.add(identity).size;
  });
  const repeats = owners.filter((_, index) => isRepeat[index]);
  if (repeats.length > 0) metadata.ownerReferences = owners.filter((_, index) => !isRepeat[index]);
  return repeats.map(({ uid = "" }) => uid);
}

/**
 * Warns the client about duplicate owner references in its object. Those of a patch are only checked after admission.
 */
export function warnOfRepeatedOwners(
  uids: readonly unknown[],
  { verb, warn }: { readonly verb?: string; warn(text: string): void },
): void {
  if (uids.length === 0) return;
  const when = verb === "patch" ? " after mutating admission happens" : "";
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(", ")}`,
  );
}
