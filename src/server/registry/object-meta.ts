/**
 * The metadata that the server keeps: what is filled in at creation, and what an update cannot take away.
 *
 * @module
 */
import { randomInt } from "node:crypto";
import { madeName, nameSuffixLength } from "../../kind/new-metadata.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Letters and digits that make up no words. */
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";

/** A name that begins with `base`. */
export function generateName(base: string): string {
  const suffix = Array.from({ length: nameSuffixLength }, () => nameAlphabet[randomInt(nameAlphabet.length)]);
  return madeName(base, suffix.join(""));
}

/** RFC 3339 in whole seconds, as times of metadata are. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** One owner counts once; true when there was one too many. */
export function dropRepeatedOwners({ metadata }: ApiObject): boolean {
  const owners = metadata.ownerReferences ?? [];
  const seen = new Set<string>();
  const distinct = owners.filter((owner) => {
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner;
    const identity = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    return seen.has(identity) ? false : seen.add(identity);
  });
  if (distinct.length === owners.length) return false;
  metadata.ownerReferences = distinct;
  return true;
}
