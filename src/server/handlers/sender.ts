/**
 * Records the owner of the fields of an object that is sent but not stored.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";
import { trackFields } from "../registry/fields.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ServedKind } from "../request/served-resource.ts";

export interface SentObjectContext {
  readonly kind: ServedKind;
  /** Empty if the object is sent to the resource itself. */
  readonly subresource: string;
  readonly write: Pick<WriteContext, "fieldManager">;
}

/**
 * Records in the managedFields of the object that the client owns all fields it has sent. Admission sees that, and so
 * does the client if the object is returned.
 */
export function recordFieldOwner(
  object: ApiObject,
  { kind, subresource, write }: SentObjectContext,
  { receivedMs }: Exchange,
): void {
  const forms = new Map([[kind.apiVersion, kind]]);
  const now = formatTime(receivedMs);
  trackFields(undefined, object, {
    forms,
    stored: kind,
    written: kind,
    subresource,
    manager: write.fieldManager,
    now,
  });
}
