/**
 * What a kind does to its objects on their way into the store.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { StoreParts } from "./parts.ts";

export function applyDefaults({ resource, contextFor }: StoreParts, object: ApiObject): void {
  resource.definition.applyDefaults?.(object as never, contextFor(resource.version));
}

export function prepareForCreate({ resource, contextFor }: StoreParts, object: ApiObject): void {
  resource.traits.prepareForCreate?.(object as never, contextFor(resource.version));
}

/** @param subresource - empty for an update of the object itself */
export function prepareForUpdate(
  { resource, contextFor }: StoreParts,
  subresource: string,
  object: ApiObject,
  oldObject: ApiObject,
): void {
  const { traits, version } = resource;
  const context = contextFor(version);
  if (subresource === "") traits.prepareForUpdate?.(object as never, oldObject as never, context);
  else traits.prepareForSubresource?.(subresource, object as never, oldObject as never, context);
}
