/**
 * Prepares an object that replaces a stored one, as the API server does before any validation: fields that a write
 * cannot change get their stored values.
 *
 * @module
 */
import { cloneJson } from "../json/clone-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { RuleContext } from "../rule/context.ts";
import type { Kind } from "./kind.ts";

/** The metadata that the API server keeps in an update. */
interface KeptMetadata {
  uid?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint;
  generation?: number | bigint;
  selfLink?: string;
}

/** Changes `object`, which must be decoded and defaulted. Does nothing without a stored object. */
export function prepareReplacement(kind: Kind, object: unknown, context: RuleContext): void {
  const { oldObject, subresource } = context;
  if (!kind.resource || !isPlainObject(object) || !isPlainObject(oldObject)) return;
  object["metadata"] ??= {};
  if (isPlainObject(object["metadata"])) keepMetadata(object["metadata"], oldObject["metadata"] ?? {});
  const { resource } = kind;
  if (subresource === undefined) {
    resource.readmit?.(object, oldObject);
    resource.prepareForUpdate?.(object, cloneJson(oldObject), context);
  } else resource.prepareForSubresource?.(subresource, object, cloneJson(oldObject), context);
}

/** Replaces the timestamps, generation and uid of an update with the stored ones. */
export function keepMetadata(metadata: KeptMetadata, old: Readonly<KeptMetadata>): void {
  delete metadata.selfLink;
  metadata.uid ||= old.uid ?? "";
  if (metadata.uid === "") delete metadata.uid;
  if (old.creationTimestamp !== undefined) metadata.creationTimestamp = old.creationTimestamp;
  if (old.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.deletionTimestamp;
  if (old.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= old.deletionGracePeriodSeconds;
  }
  if (old.generation === undefined) delete metadata.generation;
  else metadata.generation = old.generation;
}
