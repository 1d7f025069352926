/**
 * Another form of objects that clients ask for in `Accept`: `as=Table`, `as=PartialObjectMetadata`.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ObjectType, ServedResource } from "../request/served-resource.ts";

/** The options of the form apart from the objects. */
export interface TransformContext {
  readonly query: URLSearchParams;
  /** `v1`, as asked for. */
  readonly version: string;
  readonly nowMs: number;
  /** In a watch, whether an event was sent before this one. */
  readonly isFollowUp: boolean;
}

/** A list, with what is in it for each object. */
export interface ListForm {
  /** All but the entries; not empty. */
  readonly head: object;
  /** The name of the list of entries. */
  readonly member: "items" | "rows";
  entry(object: ApiObject): object;
  /** Whether an empty list is null in text, as a slice of Go that nothing was put into. */
  readonly isNullIfEmpty?: boolean;
  /** Compares objects for the order of entries; absent: the order of the list. */
  compare?(a: ApiObject, b: ApiObject): number;
}

/** Results have `apiVersion` and `kind`. */
export interface Transform {
  /** `Table`. */
  readonly as: string;
  readonly group: string;
  /** The one that is best first. */
  readonly versions: readonly string[];
  /** Whether objects of a resource have this form where a subresource, empty for none, shows them; absent: all have it. */
  isOf?(resource: ServedResource, subresource: string): boolean;
  /** The type of an object in this form, for encodings that need to know its fields; absent: those do not have it. */
  shape?(version: string): ObjectType;
  /** Throws the StatusError of a query that the form cannot be made with; absent: any will do. */
  assertCan?(query: URLSearchParams): void;
  object(object: ApiObject, resource: ServedResource, context: TransformContext): object;
  /** Absent for a form that lists cannot have. */
  list?(metadata: ApiList["metadata"], resource: ServedResource, context: TransformContext): ListForm;
}
