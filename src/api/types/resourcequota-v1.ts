/**
 * The types of `resourcequota/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";

/** Which resources may be used only where a resource quota covers them. */
export interface Configuration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Resources that may be used only where a quota covers them. */
  limitedResources?: LimitedResource[];
}

export interface LimitedResource {
  /** Group of the resource; empty for the core group. */
  apiGroup?: string;
  /** The resource, such as pods. */
  resource?: string;
  /** Limited are usages whose names contain one of these texts. */
  matchContains?: string[];
  /** Limited are objects in one of these scopes. */
  matchScopes?: coreV1.ScopedResourceSelectorRequirement[];
}
