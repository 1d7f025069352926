/**
 * Takes out of an object what its manager applied before and does not apply any more, where nobody else owns it.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import type { ApplyType } from "./apply-type.ts";
import {
  difference,
  elementsOf,
  type FieldSet,
  hasInside,
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
 * @param owners - all of them
 * @param now - what the manager applies, one of the owners
 * @param last - what the manager applied before
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
  const pruning = { merged: before, pruned: without(before, applied), named };
  const pruned = convert(addBackOwned(pruning, owners, last.apiVersion, convert), last.apiVersion);
  if (!pruned) return merged;
  // Fields that went with their parent, and were not applied, come back.
  const gone = difference(named.of(before), named.of(pruned));
  return convert(without(before, intersection(gone, applied)), merged.apiVersion) ?? merged;
}

/** Nothing is converted then, and what the manager goes on to apply stays: sets of a configuration hold each item on the way. */
function isInOneVersion(owners: Owners, version: string): boolean {
  for (const { apiVersion } of owners.values()) if (apiVersion !== version) return false;
  return true;
}

const without = (object: TypedObject, fields: FieldSet): TypedObject =>
  isEmpty(fields) ? object : { ...object, value: removeFields(object.type, object.value, fields) };

/** The fields of objects, each looked at once. */
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

/** The pruned object with all that somebody owns, told in each owner's version: first in the one that it was pruned in. */
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
    pruned = without(mergedThere, difference(named.of(mergedThere), kept));
  }
  return pruned;
}

/** The set with the declared fields that it holds nothing of but what is inside them. */
function withNamedFields(type: ApplyType | undefined, set: FieldSet): FieldSet {
  const named: Record<string, FieldSet> = {};
  for (const element of elementsOf(set)) {
    const node = memberOf(set, element) ?? noFields;
    setMember(named, element, hasInside(node) ? withNamedInside(type, element, node) : node);
  }
  return named;
}

function withNamedInside(type: ApplyType | undefined, element: PathElement, node: FieldSet): FieldSet {
  const name = fieldNameOf(element);
  const isNamed = name !== undefined && type?.map?.field(name) !== undefined;
  const inside = withNamedFields(type && typeOfElement(type, element), node);
  return nodeOf(isNamed || isField(node), inside) ?? noFields;
}
