/**
 * The metadata that the server keeps: what is filled in at creation, and what an update cannot take away.
 *
 * @module
 */

import { randomInt } from "node:crypto";
import { formatJson } from "../../json/format-json.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { madeName, nameSuffixLength } from "../../kind/new-metadata.ts";
import type { ApiObject } from "../request/api-object.ts";
import { otherNamespace } from "../request/failures.ts";

/** Letters and digits that make up no words. */
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";

/** A name that begins with `base`. */
export function generateName(base: string): string {
  const suffix = Array.from({ length: nameSuffixLength }, () => nameAlphabet[randomInt(nameAlphabet.length)]);
  return madeName(base, suffix.join(""));
}

/** The text of the second that was asked for last: each write asks three times, and many writes are of one second. */
let formatted = { second: Number.NaN, text: "" };

/** RFC 3339 in whole seconds, as times of metadata are. */
export function formatTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== formatted.second) {
    formatted = { second, text: new Date(second * 1000).toISOString().replace(".000Z", "Z") };
  }
  return formatted.text;
}

/**
 * After admission: an object without a namespace gets that of the request, and one of the whole cluster has none.
 *
 * @param namespace - of the request; empty for the whole cluster
 * @throws {StatusError} BadRequest for an object of another namespace
 */
export function settleNamespace(object: ApiObject, namespace: string): void {
  const { metadata } = object;
  if (namespace === "") delete metadata.namespace;
  else if (!metadata.namespace) metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) throw otherNamespace();
}

/** One owner counts once. @returns the uids of those that there were too many */
export function dropRepeatedOwners({ metadata }: ApiObject): readonly unknown[] {
  const owners = metadata.ownerReferences ?? [];
  // A webhook can leave something else, which is refused later.
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

/** Warns the client whose object had repeats; those of a patch are looked at after admission alone. */
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
