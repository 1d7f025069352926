/**
 * Computes the owners of fields after a write, and the object and owners after an apply.
 *
 * @module
 */
import { failure, type Result, success } from "../../text/result.ts";
import { equalJson } from "../json-value.ts";
import { compare } from "./compare.ts";
import { type Conflict, conflictsOf } from "./conflicts.ts";
import { difference, type FieldSet, intersection, isEmpty, noFields, union } from "./field-set.ts";
import { mergeValues } from "./merge.ts";
import { fieldsOf } from "./own-fields.ts";
import type { Owner, Owners } from "./owners.ts";
import { prune } from "./prune.ts";
import { reconcileFields } from "./reconcile.ts";
import type { ConvertObject, TypedObject } from "./typed-object.ts";

/** The writer, and the rules for its write. */
export interface WriteContext {
  readonly identity: string;
  /** The writer as an owner; without its fields. */
  readonly actor: Omit<Owner, "fields">;
  readonly convert: ConvertObject;
  /** The owner that later gets the fields that the actor gains. When fields change, it loses only those in `losableFields`. */
  readonly finalOwner?: { readonly identity: string; readonly losableFields: FieldSet };
  /** Reduces a field set of a version to the fields that clients of the endpoint can own; absent: all of them. */
  readonly keepFields?: KeepFields | undefined;
}

export type KeepFields = (fields: FieldSet, apiVersion: string) => FieldSet;

/**
 * Returns the owners after the actor wrote `updated`: other owners lose the fields that it changed. The caller owns the
 * map.
 *
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function ownersAfterUpdate(
  live: TypedObject,
  updated: TypedObject,
  owners: Owners,
  act: WriteContext,
): Map<string, Owner> {
  const { identity, actor } = act;
  const changes = new Changes(live, updated, act);
  const known = reconcileOwners(live, owners, act);
  const after = removeChangedFields(known, changes, act).owners;
  const { removed, written } = changes.changesIn(actor.apiVersion) ?? noChange;
  const kept = difference(known.get(identity)?.fields ?? noFields, removed);
  const fields = keptFields(union(kept, written), actor.apiVersion, act);
  after.delete(identity);
  if (!isEmpty(fields)) after.set(identity, { ...actor, fields });
  return after;
}

export interface AppliedObject {
  readonly object: TypedObject;
  readonly isChanged: boolean;
  readonly owners: Owners;
}

/**
 * Returns the object and its owners after the actor applied `applied`, or the conflicts.
 *
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function applyObject(
  live: TypedObject,
  applied: TypedObject,
  owners: Owners,
  act: WriteContext & { readonly isForced: boolean },
): Result<AppliedObject, readonly Conflict[]> {
  const { identity, actor, convert } = act;
  const known = reconcileOwners(live, owners, act);
  const fields = keptFields(fieldsOf(applied.type, applied.value), actor.apiVersion, act);
  const now = { ...actor, fields };
  const claimed = new Map(known).set(identity, now);
  const merged = { ...live, value: mergeValues(live.type, live.value, applied.value) };
  const object = prune(merged, claimed, { now, last: known.get(identity) }, convert);
  const { owners: after, takenFields } = removeChangedFields(claimed, new Changes(live, object, act), act);
  if (takenFields.length > 0 && !act.isForced) return failure(conflictsOf(takenFields));
  return success({ object, isChanged: !equalJson(live.value, object.value), owners: after });
}

/** The fields that a write changes. */
interface Change {
  readonly removed: FieldSet;
  /** Modified and added. */
  readonly written: FieldSet;
}

const noChange: Change = { removed: noFields, written: noFields };

const keptFields = (fields: FieldSet, apiVersion: string, { keepFields }: WriteContext): FieldSet =>
  keepFields ? keepFields(fields, apiVersion) : fields;

/** The changes of a write in any version, compared once for each version. */
class Changes {
  private readonly before: TypedObject;
  private readonly after: TypedObject;
  private readonly act: WriteContext;
  private readonly comparisons = new Map<string, Change | undefined>();

  constructor(before: TypedObject, after: TypedObject, act: WriteContext) {
    this.before = before;
    this.after = after;
    this.act = act;
  }

  /** Returns undefined for a version that no longer exists. */
  changesIn(apiVersion: string): Change | undefined {
    if (!this.comparisons.has(apiVersion)) this.comparisons.set(apiVersion, this.compareIn(apiVersion));
    return this.comparisons.get(apiVersion);
  }

  private compareIn(apiVersion: string): Change | undefined {
    const [before, after] = [this.act.convert(this.before, apiVersion), this.act.convert(this.after, apiVersion)];
    if (!before || !after) return undefined;
    const { removed, modified, added } = compare(before.type, before.value, after.value);
    const kept = (fields: FieldSet) => keptFields(fields, apiVersion, this.act);
    return { removed: kept(removed), written: union(kept(modified), kept(added)) };
  }
}

/**
 * Removes changed fields from all owners but the actor, and returns the fields that were written although another owner
 * had them.
 */
function removeChangedFields(owners: Owners, changes: Changes, { identity, finalOwner }: WriteContext): OwnerChanges {
  const after = new Map<string, Owner>();
  const takenFields: { owner: Owner; fields: FieldSet }[] = [];
  for (const [name, owner] of owners) {
    const change = name === identity ? noChange : changes.changesIn(owner.apiVersion);
    if (!change) continue;
    const written =
      name === finalOwner?.identity ? intersection(change.written, finalOwner.losableFields) : change.written;
    const conflict = intersection(owner.fields, written);
    if (!isEmpty(conflict)) takenFields.push({ owner, fields: conflict });
    const fields = difference(difference(owner.fields, conflict), change.removed);
    if (!isEmpty(fields)) after.set(name, fields === owner.fields ? owner : { ...owner, fields });
  }
  return { owners: after, takenFields };
}

interface OwnerChanges {
  readonly owners: Map<string, Owner>;
  readonly takenFields: readonly { readonly owner: Owner; readonly fields: FieldSet }[];
}

/** Drops owners of versions that no longer exist, and adapts the sets of the others to the current type. */
function reconcileOwners(live: TypedObject, owners: Owners, { convert }: WriteContext): Owners {
  const known = new Map<string, Owner>();
  for (const [identity, owner] of owners) {
    const type = convert(live, owner.apiVersion)?.type;
    if (type) known.set(identity, { ...owner, fields: reconcileFields(type, owner.fields) });
  }
  return known;
}
