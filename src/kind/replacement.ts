/**
 * The object that the API server makes of one that replaces a stored one, before anything looks at it: whatever a
 * write cannot
 * change is as it is stored.
 *
 * @module
 */
import { cloneJson } from "../json/clone-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { RuleContext } from "../rule/context.ts";
import type { Kind } from "./kind.ts";

/** The part of metadata that the server keeps. */
interface KeptMetadata {
  uid?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint;
  generation?: number | bigint;
  selfLink?: string;
}

/** Changes `object`, which was decoded and has its defaults; without a stored object it does nothing. */
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

/** Times, generation and uid of an update give way to the stored ones. */
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
