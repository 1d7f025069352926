/**
 * Removes from an object the fields that its manager applied before but no longer applies, unless another manager owns
 * them.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import type { ApplyType } from "./apply-type.ts";
import {
  difference,
  elementsOf,
  type FieldSet,
  hasChildren,
  intersection,
  isEmpty,
  isField,
  isWithin,
  nodeOf,
  noFields,
  union,
  unionOfAll,
} from "./field-set.ts";
import { fieldsOf } from "./own-fields.ts";
import type { Owner, Owners } from "./owners.ts";
import { fieldNameOf, type PathElement } from "./path-element.ts";
import { typeOfElement } from "./reconcile.ts";
import { removeFields } from "./remove.ts";
import type { ConvertObject, TypedObject } from "./typed-object.ts";

/**
 * Prunes the merged object.
 *
 * @param owners - all owners
 * @param now - the manager with the fields that it applies now; one of the owners
 * @param last - the manager with the fields that it applied before
 */
export function prune(
  merged: TypedObject,
  owners: Owners,
  { now, last }: { readonly now: Owner; readonly last: Owner | undefined },
  convert: ConvertObject,
): TypedObject {
  if (!last || isEmpty(last.fields)) return merged;
  if (isInOneVersion(owners, merged.apiVersion) && isWithin(last.fields, now.fields)) return merged;
  const before = convert(merged, last.apiVersion);
  if (!before) return merged;
  const applied = withNamedFields(before.type, last.fields);
  const named = new NamedFields();
  const pruning = { merged: before, pruned: removeFieldsFrom(before, applied), named };
  const pruned = convert(addBackOwned(pruning, owners, last.apiVersion, convert), last.apiVersion);
  if (!pruned) return merged;
  // Fields that were removed with their parent but were not applied stay in the result.
  const gone = difference(named.of(before), named.of(pruned));
  return convert(removeFieldsFrom(before, intersection(gone, applied)), merged.apiVersion) ?? merged;
}

/**
 * Whether all owners use the version. Then no conversion is needed, and fields that the manager still applies stay,
 * since its set contains every item on the path to them.
 */
function isInOneVersion(owners: Owners, version: string): boolean {
  for (const { apiVersion } of owners.values()) if (apiVersion !== version) return false;
  return true;
}

const removeFieldsFrom = (object: TypedObject, fields: FieldSet): TypedObject =>
  isEmpty(fields) ? object : { ...object, value: removeFields(object.type, object.value, fields) };

/** Caches the set of fields of each object. */
class NamedFields {
  private readonly known = new Map<TypedObject, FieldSet>();

  of(object: TypedObject): FieldSet {
    const { type, value } = object;
    const known = this.known.get(object) ?? withNamedFields(type, fieldsOf(type, value));
    this.known.set(object, known);
    return known;
  }
}

interface Pruning {
  readonly merged: TypedObject;
  readonly pruned: TypedObject;
  readonly named: NamedFields;
}

/**
 * Adds back to the pruned object all fields that somebody owns, in each owner's version, beginning with the version in
 * which the object was pruned.
 */
function addBackOwned(pruning: Pruning, owners: Owners, first: string, convert: ConvertObject): TypedObject {
  const ownedByVersion = new Map<string, FieldSet[]>([[first, []]]);
  for (const { apiVersion, fields } of owners.values()) {
    const known = ownedByVersion.get(apiVersion);
    if (known) known.push(fields);
    else ownedByVersion.set(apiVersion, [fields]);
  }
  const { named } = pruning;
  let { merged, pruned } = pruning;
  for (const [apiVersion, sets] of ownedByVersion) {
    const owned = unionOfAll(sets);
    const [mergedThere, prunedThere] = [convert(merged, apiVersion), convert(pruned, apiVersion)];
    if (!mergedThere || !prunedThere || (apiVersion === first && isEmpty(owned))) continue;
    const kept = union(named.of(prunedThere), withNamedFields(mergedThere.type, owned));
    merged = mergedThere;
    pruned = removeFieldsFrom(mergedThere, difference(named.of(mergedThere), kept));
  }
  return pruned;
}

/** Returns the set with the declared fields in it that have fields below them but are not themselves in the set. */
function withNamedFields(type: ApplyType | undefined, set: FieldSet): FieldSet {
  const named: Record<string, FieldSet> = {};
  for (const element of elementsOf(set)) {
    const node = memberOf(set, element) ?? noFields;
    setMember(named, element, hasChildren(node) ? withNamedInside(type, element, node) : node);
  }
  return named;
}

function withNamedInside(type: ApplyType | undefined, element: PathElement, node: FieldSet): FieldSet {
  const name = fieldNameOf(element);
  const isNamed = name !== undefined && type?.map?.field(name) !== undefined;
  const inside = withNamedFields(type && typeOfElement(type, element), node);
  return nodeOf(isNamed || isField(node), inside) ?? noFields;
}
