/**
 * Other forms of objects that clients request in `Accept`: `as=Table`, `as=PartialObjectMetadata`.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType, ServedResource } from "../request/served-resource.ts";

/** The options of a form that do not depend on the object. */
export interface TransformContext {
  readonly query: URLSearchParams;
  /** The requested version: `v1`. */
  readonly version: string;
  readonly nowMs: number;
  /** In a watch, whether an event was sent before this one. */
  readonly isFollowUp: boolean;
}

/** The form of a list, with an entry for each object. */
export interface ListForm {
  /** All members but the entries; not empty. */
  readonly head: object;
  /** The name of the member with the entries. */
  readonly member: "items" | "rows";
  entry(object: ApiObject): object;
  /** Whether an empty list is null in text formats, like a nil slice in Go. */
  readonly isNullIfEmpty?: boolean;
  /** Compares objects for the order of the entries; absent: the order of the list. */
  compare?(a: ApiObject, b: ApiObject): number;
}

/** A form of objects. Results contain `apiVersion` and `kind`. */
export interface Transform {
  /** The name of the form: `Table`. */
  readonly as: string;
  readonly group: string;
  /** The preferred version comes first. */
  readonly versions: readonly string[];
  /**
   * Whether the form exists for the objects of a resource, returned by a subresource or, if it is empty, by the
   * resource itself; absent: for all.
   */
  isAvailableFor?(resource: ServedResource, subresource: string): boolean;
  /**
   * The type of an object in this form, for encodings that depend on its fields; absent: these encodings do not support
   * the form.
   */
  shape?(version: string): ObjectType;
  /** Throws a StatusError if the query does not fit the form; absent: every query does. */
  assertQuery?(query: URLSearchParams): void;
  object(object: ApiObject, resource: ServedResource, context: TransformContext): object;
  /** Absent if the form does not exist for lists. */
  list?(list: ApiList, resource: ServedResource, context: TransformContext): ListForm;
}
