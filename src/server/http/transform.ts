/**
 * Another form of objects that clients ask for in `Accept`: `as=Table`, `as=PartialObjectMetadata`.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";

/** What the form depends on besides the objects. */
export interface TransformContext {
  readonly query: URLSearchParams;
  /** `v1`, as asked for. */
  readonly version: string;
  readonly nowMs: number;
  /** In a watch, whether an event was sent before this one. */
  readonly isFollowUp: boolean;
}

/** Results have `apiVersion` and `kind`. */
export interface Transform {
  /** `Table`. */
  readonly as: string;
  readonly group: string;
  /** The one that is best first. */
  readonly versions: readonly string[];
  object(object: ApiObject, resource: ServedResource, context: TransformContext): object;
  /** Absent for a form that lists cannot have. */
  list?(list: ApiList, resource: ServedResource, context: TransformContext): object;
}
