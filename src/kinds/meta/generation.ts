/**
 * The generation of an object: a number that kube-apiserver increments when the spec changes.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { HasMetadata } from "./object-meta-rules.ts";

interface HasSpec extends HasMetadata {
  metadata?: ObjectMeta;
  readonly spec?: unknown;
}

export function startGeneration(object: HasSpec): void {
  object.metadata ??= {};
  object.metadata.generation = 1;
}

/** Increments the generation if the spec has changed. */
export function countGeneration(object: HasSpec, oldObject: HasSpec): void {
  object.metadata ??= {};
  const before = Number(oldObject.metadata?.generation ?? 0);
  object.metadata.generation = semanticEqual(object.spec, oldObject.spec) ? before : before + 1;
}
