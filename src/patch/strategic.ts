/**
 * Strategic merge patch: a merge patch that depends on the types of the API. Lists of objects are merged by a key, and
 * directives in the patch (`$patch`, `$retainKeys`, `$deleteFromPrimitiveList/`, `$setElementOrder/`) specify what a
 * plain document cannot.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { success } from "../text/result.ts";
import { ItemIdentity, mergeInOrder, partition, positionsOf } from "./element-order.ts";
import { goType } from "./go-text.ts";
import type { JsonObject } from "./json-value.ts";
import { withoutNulls } from "./merge-patch.ts";
import { type Patched, patchFailure } from "./patch-fault.ts";
import type { PatchField, PatchSchema } from "./patch-schema.ts";
import {
  badDirective,
  badElementOrder,
  badPrimitiveList,
  badRetainKeys,
  listOfLists,
  mergeDirectiveInList,
  mixedItems,
  noItems,
  noMergeKey,
  noMergeKeyDeclared,
  notAList,
  notAListField,
  notAMap,
  nullItem,
  orderMismatch,
  StrategicFault,
  unknownField,
} from "./strategic-fault.ts";

const patchDirective = "$patch";
const retainKeysDirective = "$retainKeys";
const deletionPrefix = "$deleteFromPrimitiveList";
const orderPrefix = "$setElementOrder";

/**
 * Applies a strategic merge patch. The result shares parts of both arguments, which do not change.
 *
 * @param schema - the type of the object
 */
export function applyStrategicPatch(original: JsonObject, patch: JsonObject, schema: PatchSchema): Patched<JsonObject> {
  try {
    return success(mergeMap(original, patch, schema));
  } catch (fault) {
    if (fault instanceof StrategicFault) return patchFailure(fault.reason, fault.message);
    throw fault;
  }
}

/** Merges two maps into a new one, which shares values with both. */
function mergeMap(before: JsonObject, patch: JsonObject, schema: PatchSchema): JsonObject {
  const directive = memberOf(patch, patchDirective);
  if (directive === "delete") return {};
  if (directive === "replace") {
    const { [patchDirective]: _directive, ...replacement } = patch;
    return replacement;
  }
  if (directive !== undefined) throw badDirective(directive, patch);
  const original = { ...before };
  // Computed once, since V8 sorts the members of a wide object for each enumeration.
  const names = Object.keys(patch);
  retainKeys(original, patch);
  const settled = new Set([retainKeysDirective]);
  for (const name of names) {
    if (name.startsWith(orderPrefix)) mergeOrdered(original, patch, name, schema, settled);
  }
  // Upstream processes the fields in random order. Deletions come last, so that everything that the patch deletes is
  // gone.
  const deletions: string[] = [];
  for (const name of names) {
    const value = memberOf(patch, name);
    if (value === undefined || settled.has(name)) continue;
    if (name.startsWith(deletionPrefix)) deletions.push(name);
    else if (value === null) delete original[name];
    else mergeField(original, name, value, schema);
  }
  for (const name of deletions) deleteFromList(original, name, memberOf(patch, name), schema);
  return original;
}

/** Removes all fields that `$retainKeys` does not list. */
function retainKeys(original: JsonObject, patch: JsonObject): void {
  const keys = memberOf(patch, retainKeysDirective);
  if (keys === undefined) return;
  if (!Array.isArray(keys)) throw badRetainKeys();
  const retained = new Set<unknown>(keys);
  for (const [name, value] of Object.entries(patch)) {
    const isDirectiveName =
      name === retainKeysDirective || [deletionPrefix, orderPrefix].some((each) => name.startsWith(each));
    if (value !== null && !isDirectiveName && !retained.has(name)) throw badRetainKeys();
  }
  for (const name of Object.keys(original)) if (!retained.has(name)) delete original[name];
}

/**
 * Merges and orders a list whose order the patch specifies. Afterwards the list is settled, so that `mergeMap` does not
 * merge it again.
 */
function mergeOrdered(
  original: JsonObject,
  patch: JsonObject,
  directive: string,
  schema: PatchSchema,
  settled: Set<string>,
): void {
  settled.add(directive);
  const name = fieldNamed(directive, orderPrefix);
  const merged = mergeOrderedList(
    listOf(memberOf(patch, directive)),
    listAt(original, name),
    settled.has(name) ? undefined : listAt(patch, name),
    listField(schema, name),
  );
  if (!merged) return;
  setMember(original, name, merged);
  settled.add(name);
}

/** Returns the merged and ordered list; undefined if neither side has the list. */
function mergeOrderedList(
  order: readonly unknown[],
  before: readonly unknown[] | undefined,
  patch: readonly unknown[] | undefined,
  field: ListField,
): unknown[] | undefined {
  const identity = new ItemIdentity(field.mergeKey);
  checkOrder(patch ?? [], order, identity);
  if (!before && !patch) return undefined;
  const merged = mergeIfBoth(before, patch, field);
  const parts = partition(merged.items, order, identity);
  const isOfMaps = itemType(before ?? [], patch ?? []) === goType({});
  const [first] = [...parts.patched, ...order, ...parts.serverOnly, ...(before ?? [])];
  if (isOfMaps && field.mergeKey === undefined) throw noMergeKey(asMap(first), "");
  return mergeInOrder(parts, { patch: order, server: merged.before.slice(0, before?.length) }, identity);
}

/** Checks that the patch contains only items of the order, and in that order. Items that it deletes are ignored. */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], identity: ItemIdentity): void {
  if (order.length === 0 || patch.length === 0) return;
  const kept = identity.mergeKey === undefined ? patch : patch.filter((item) => directiveOf(asMap(item)) !== "delete");
  let index = 0;
  for (const place of order) {
    while (isDirective(kept[index])) index++;
    if (index >= kept.length) return;
    if (identity.keyOf(kept[index]) === identity.keyOf(place)) index++;
  }
  if (index < kept.length) throw orderMismatch(patch, order);
}

/** Removes the values that `$deleteFromPrimitiveList/name` lists from a list of scalars. */
function deleteFromList(original: JsonObject, directive: string, values: unknown, schema: PatchSchema): void {
  const name = fieldNamed(directive, deletionPrefix);
  if (values === null) delete original[name];
  const before = memberOf(original, name);
  if (before === undefined || goType(before) !== goType(values)) return;
  if (!Array.isArray(before) || !Array.isArray(values)) {
    mergeField(original, name, values, schema);
    return;
  }
  const field = listField(schema, name);
  if (before.length === 0 && values.length === 0) return;
  const isOfMaps = itemType(before, values) === goType({});
  const deleted = new Set<unknown>(values);
  const rest = isOfMaps ? mergeList(before, values, field).items : before.filter((item) => !deleted.has(item));
  setMember(original, name, rest);
}

function mergeField(original: JsonObject, name: string, value: unknown, schema: PatchSchema): void {
  const before = memberOf(original, name);
  if (isPlainObject(before) && isPlainObject(value)) {
    const field = fieldOf(schema, name);
    setMember(original, name, isReplaced(field) ? value : mergeMap(before, value, field.value));
  } else if (Array.isArray(before) && Array.isArray(value)) {
    const field = listField(schema, name);
    setMember(original, name, isMerged(field) ? mergeList(before, value, field).items : value);
  } else if (isDirective(value)) {
    delete original[name];
  } else {
    const isNew = before === undefined || goType(before) !== goType(value);
    setMember(original, name, withoutDirectives(isNew ? withoutNulls(value) : value));
  }
}

interface MergedList {
  readonly items: readonly unknown[];
  /**
   * The items in the order of the list before the patch, with merged content. They determine the order of items that
   * the patch does not name.
   */
  readonly before: readonly unknown[];
}

function mergeIfBoth(
  before: readonly unknown[] | undefined,
  patch: readonly unknown[] | undefined,
  field: ListField,
): MergedList {
  if (!before) return { items: listWithoutDirectives(patch ?? []), before: [] };
  return patch ? mergeList(before, patch, field) : { items: before, before };
}

function mergeList(before: readonly unknown[], patch: readonly unknown[], field: ListField): MergedList {
  if (!isMerged(field)) return { items: patch, before };
  if (before.length === 0 && patch.length === 0) return { items: before, before };
  if (itemType(before, patch) !== goType({})) return mergeScalars(before, patch);
  const { mergeKey } = field;
  if (mergeKey === undefined) throw noMergeKeyDeclared(field.item.name);
  const identity = new ItemIdentity(mergeKey);
  const { kept, patch: items } = applyItemDirectives(before.map(asMap), patch.map(asMap), mergeKey);
  const merged = mergeItems(kept, items, identity, field);
  const orders = { patch: items, server: merged.slice(0, kept.length) };
  return { items: mergeInOrder(partition(merged, items, identity), orders, identity), before: merged };
}

/** Merges each item of the patch into the item with the same key, or appends it. */
function mergeItems(
  before: readonly JsonObject[],
  patch: readonly JsonObject[],
  identity: ItemIdentity,
  field: ListField,
): readonly JsonObject[] {
  const items = [...before];
  const indexes = positionsOf(items, identity);
  for (const item of patch) {
    const key = identity.keyOf(item);
    const index = indexes.get(key) ?? items.length;
    const known = items[index];
    items[index] = known ? mergeMap(known, item, field.item) : item;
    if (!known) indexes.set(key, index);
  }
  return items;
}

/** Returns the union of both lists of scalars. */
function mergeScalars(before: readonly unknown[], patch: readonly unknown[]): MergedList {
  const identity = new ItemIdentity(undefined);
  const union = [...new Set([...before, ...patch])];
  return { items: mergeInOrder(partition(union, patch, identity), { patch, server: before }, identity), before };
}

/**
 * Applies `$patch: delete`, which removes the item with the key, and `$patch: replace`, which makes the patch the whole
 * list.
 */
function applyItemDirectives(
  before: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { readonly kept: readonly JsonObject[]; readonly patch: readonly JsonObject[] } {
  const deleted = new Set<unknown>();
  let replacesList = false;
  const items: JsonObject[] = [];
  for (const item of patch) {
    switch (directiveOf(item)) {
      case undefined:
        items.push(item);
        break;
      case "delete": {
        const key = memberOf(item, mergeKey);
        if (key === undefined) throw noMergeKey(item, mergeKey);
        deleted.add(key);
        break;
      }
      case "replace":
        replacesList = true;
        break;
      case "merge":
        throw mergeDirectiveInList();
      default:
        throw badDirective(directiveOf(item), item);
    }
  }
  if (replacesList) return { kept: items, patch: [] };
  return { kept: before.filter((item) => !deleted.has(memberOf(item, mergeKey))), patch: items };
}

type ListField = PatchField & { readonly item: PatchSchema };

const isMerged = ({ strategies }: PatchField): boolean => strategies.includes("merge");
const isReplaced = ({ strategies }: PatchField): boolean => strategies.includes("replace");

function fieldOf(schema: PatchSchema, name: string): PatchField {
  const field = schema.field(name);
  if (!field) throw unknownField(schema.name, name);
  return field;
}

function listField(schema: PatchSchema, name: string): ListField {
  const field = fieldOf(schema, name);
  if (!field.item) throw notAListField(schema.name);
  return { ...field, item: field.item };
}

/** Returns the field name in a directive such as `$setElementOrder/containers`. */
function fieldNamed(directive: string, prefix: string): string {
  if (directive.startsWith(`${prefix}/`)) return directive.slice(prefix.length + 1);
  throw prefix === orderPrefix ? badElementOrder() : badPrimitiveList();
}

const directiveOf = (item: JsonObject): unknown => memberOf(item, patchDirective);

function asMap(item: unknown): JsonObject {
  if (!isPlainObject(item)) throw notAMap(item);
  return item;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw notAList(value);
  return value;
}

const listAt = (object: JsonObject, name: string): readonly unknown[] | undefined =>
  Object.hasOwn(object, name) ? listOf(object[name]) : undefined;

/** Returns the type of the items, which must be the same for all. */
function itemType(...lists: readonly (readonly unknown[])[]): string {
  const types = new Set(lists.flat().map((item) => (item === null ? undefined : goType(item))));
  const [type, ...others] = types;
  if (types.has(undefined)) throw nullItem();
  if (type === undefined) throw noItems();
  if (type === goType([])) throw listOfLists();
  if (others.length > 0) throw mixedItems(lists);
  return type;
}

const isDirective = (value: unknown): boolean => isPlainObject(value) && Object.hasOwn(value, patchDirective);

function listWithoutDirectives(items: readonly unknown[]): unknown[] {
  return items.filter((item) => !isDirective(item)).map(withoutDirectives);
}

/** Returns a new value without the objects that are directives, at any depth. */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return listWithoutDirectives(value);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, item]) => !isDirective(item));
  return Object.fromEntries(members.map(([name, item]) => [name, withoutDirectives(item)]));
}
