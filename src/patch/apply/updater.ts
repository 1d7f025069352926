/**
 * Who owns what after a write, and what a configuration makes of an object.
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

/** Who acts, and by which rules. */
export interface Act {
  readonly identity: string;
  /** Fields that it owned before do not count. */
  readonly actor: Omit<Owner, "fields">;
  readonly convert: ConvertObject;
  /** The owner that gets what the actor gains: of fields that change it only loses these. */
  readonly heir?: { readonly identity: string; readonly loses: FieldSet };
  /** The part of a set in a version that the endpoint lets its clients own; absent: all of it. */
  readonly keepFields?: KeepFields | undefined;
}

export type KeepFields = (fields: FieldSet, apiVersion: string) => FieldSet;

/**
 * The owners once the actor wrote `updated`: other owners of the fields that it changed lose them. The map is the caller's.
 *
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function ownersAfterUpdate(
  live: TypedObject,
  updated: TypedObject,
  owners: Owners,
  act: Act,
): Map<string, Owner> {
  const { identity, actor } = act;
  const changes = new Changes(live, updated, act);
  const known = reconcileOwners(live, owners, act);
  const after = withoutTaken(known, changes, act).owners;
  const { removed, written } = changes.in(actor.apiVersion) ?? noChange;
  const kept = difference(known.get(identity)?.fields ?? noFields, removed);
  const fields = keptFields(union(kept, written), actor.apiVersion, act);
  after.delete(identity);
  if (!isEmpty(fields)) after.set(identity, { ...actor, fields });
  return after;
}

export interface Application {
  readonly object: TypedObject;
  readonly isChanged: boolean;
  readonly owners: Owners;
}

/**
 * The object and its owners once the actor applied `applied`.
 *
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function applyObject(
  live: TypedObject,
  applied: TypedObject,
  owners: Owners,
  act: Act & { readonly isForced: boolean },
): Result<Application, readonly Conflict[]> {
  const { identity, actor, convert } = act;
  const known = reconcileOwners(live, owners, act);
  const fields = keptFields(fieldsOf(applied.type, applied.value), actor.apiVersion, act);
  const now = { ...actor, fields };
  const claimed = new Map(known).set(identity, now);
  const merged = { ...live, value: mergeValues(live.type, live.value, applied.value) };
  const object = prune(merged, claimed, { now, last: known.get(identity) }, convert);
  const { owners: after, taken } = withoutTaken(claimed, new Changes(live, object, act), act);
  if (taken.length > 0 && !act.isForced) return failure(conflictsOf(taken));
  return success({ object, isChanged: !equalJson(live.value, object.value), owners: after });
}

/** The change of fields by a write. */
interface Change {
  readonly removed: FieldSet;
  /** Modified and added. */
  readonly written: FieldSet;
}

const noChange: Change = { removed: noFields, written: noFields };

const keptFields = (fields: FieldSet, apiVersion: string, { keepFields }: Act): FieldSet =>
  keepFields ? keepFields(fields, apiVersion) : fields;

/** The changes, in any version. */
class Changes {
  private readonly before: TypedObject;
  private readonly after: TypedObject;
  private readonly act: Act;
  private readonly comparisons = new Map<string, Change | undefined>();

  constructor(before: TypedObject, after: TypedObject, act: Act) {
    this.before = before;
    this.after = after;
    this.act = act;
  }

  /** Undefined for a version that there is no longer. */
  in(apiVersion: string): Change | undefined {
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

/** The owners without what changed, except for the one that changed it; and what was changed although it had another owner. */
function withoutTaken(owners: Owners, changes: Changes, { identity, heir }: Act): Settlement {
  const after = new Map<string, Owner>();
  const taken: { owner: Owner; fields: FieldSet }[] = [];
  for (const [name, owner] of owners) {
    const change = name === identity ? noChange : changes.in(owner.apiVersion);
    if (!change) continue;
    const written = name === heir?.identity ? intersection(change.written, heir.loses) : change.written;
    const conflict = intersection(owner.fields, written);
    if (!isEmpty(conflict)) taken.push({ owner, fields: conflict });
    const fields = difference(difference(owner.fields, conflict), change.removed);
    if (!isEmpty(fields)) after.set(name, fields === owner.fields ? owner : { ...owner, fields });
  }
  return { owners: after, taken };
}

interface Settlement {
  readonly owners: Map<string, Owner>;
  readonly taken: readonly { readonly owner: Owner; readonly fields: FieldSet }[];
}

/** Owners of versions that there are no longer go; sets of others are as the type is now. */
function reconcileOwners(live: TypedObject, owners: Owners, { convert }: Act): Owners {
  const known = new Map<string, Owner>();
  for (const [identity, owner] of owners) {
    const type = convert(live, owner.apiVersion)?.type;
    if (type) known.set(identity, { ...owner, fields: reconcileFields(type, owner.fields) });
  }
  return known;
}
