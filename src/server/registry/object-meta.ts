/**
 * The metadata that the server keeps: what is filled in at creation, and what an update cannot take away.
 *
 * @module
 */
import { randomInt } from "node:crypto";
import type { ApiObject } from "../request/api-object.ts";

/** Letters and digits that make up no words. */
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";
const randomSuffixLength = 5;
/** So long that the suffix still fits into a DNS label. */
const maxNameBaseLength = 58;

/** A name that begins with `base`. */
export function generateName(base: string): string {
  const suffix = Array.from({ length: randomSuffixLength }, () => nameAlphabet[randomInt(nameAlphabet.length)]);
  return base.slice(0, maxNameBaseLength) + suffix.join("");
}

/** RFC 3339 in whole seconds, as times of metadata are. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** Takes away what only the server may say, and says it. */
export function startMetadata({ metadata }: ApiObject, uid: string, nowMs: number): void {
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  metadata.uid = uid;
  metadata.creationTimestamp = formatTime(nowMs);
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
