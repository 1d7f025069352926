/**
 * Removes fields from objects.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { type ApplyType, branchOf, type ListType, type MapType, typeOfMember, untypedAtomic } from "./apply-type.ts";
import { type FieldSet, isField } from "./field-set.ts";
import { tryElementOfItem } from "./list-items.ts";
import { fieldElement } from "./path-element.ts";

/**
 * Returns the value without the fields of a non-empty set; null if nothing is left. The result shares the other parts.
 */
export function removeFields(type: ApplyType, value: unknown, set: FieldSet): unknown {
  const branch = branchOf(type, value);
  if (branch === "map" && type.map) return removeMembers(type.map, value, set);
  if (branch === "list" && type.list) return removeItems(type.list, value, set);
  return value;
}

function removeMembers(type: MapType, map: unknown, set: FieldSet): unknown {
  if (type.isAtomic || !isPlainObject(map)) return null;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(map)) {
    const element = fieldElement(name);
    const node = memberOf(set, element);
    if (node && isField(node)) continue;
    const memberType = typeOfMember(type, name) ?? untypedAtomic;
    setMember(kept, name, node ? removeFields(memberType, map[name], node) : map[name]);
  }
  return Object.keys(kept).length > 0 ? kept : null;
}

function removeItems(type: ListType, items: unknown, set: FieldSet): unknown {
  if (type.isAtomic || !Array.isArray(items)) return null;
  const kept: unknown[] = [];
  for (const item of items) {
    const element = tryElementOfItem(type, item);
    const node = element === undefined ? undefined : memberOf(set, element);
    if (!node) kept.push(item);
    else if (!isField(node)) kept.push(removeFields(type.item, item, node));
  }
  return kept.length > 0 ? kept : null;
}
