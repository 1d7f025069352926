/**
 * The fields that an apply configuration sets: scalars, atomic values, items of lists and maps, and empty structs.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { JsonObject } from "../json-value.ts";
import { type ApplyType, branchOf, type ListType, type MapType, untypedAtomic } from "./apply-type.ts";
import { type FieldSet, FieldSetBuilder } from "./field-set.ts";
import { itemsByAnyElement } from "./list-items.ts";
import { fieldElement, type PathElement } from "./path-element.ts";

export function fieldsOf(type: ApplyType, value: unknown): FieldSet {
  const builder = new FieldSetBuilder();
  collect(type, value, [], builder);
  return builder.set;
}

function collect(type: ApplyType, value: unknown, path: PathElement[], builder: FieldSetBuilder): void {
  switch (branchOf(type, value)) {
    case "map":
      if (!type.map || type.map.isAtomic) builder.insert(path);
      else if (isPlainObject(value)) collectMembers(type.map, value, path, builder);
      break;
    case "list":
      if (!type.list || type.list.isAtomic) builder.insert(path);
      else if (Array.isArray(value)) collectItems(type.list, value, path, builder);
      break;
    default:
      builder.insert(path);
  }
}

function collectMembers(type: MapType, map: JsonObject, path: PathElement[], builder: FieldSetBuilder): void {
  for (const name of Object.keys(map)) {
    const value = map[name];
    const declared = type.field(name);
    path.push(fieldElement(name));
    collect(declared ?? type.rest ?? untypedAtomic, value, path, builder);
    if (!declared || value === null || isEmptyMap(value)) builder.insert(path);
    path.pop();
    builder.leave(path.length);
  }
}

const isEmptyMap = (value: unknown): boolean => isPlainObject(value) && Object.keys(value).length === 0;

/** Items with the same identity count as one field, without the fields inside them. */
function collectItems(type: ListType, items: readonly unknown[], path: PathElement[], builder: FieldSetBuilder): void {
  for (const [element, [item, ...others]] of itemsByAnyElement(type, items)) {
    path.push(element);
    if (others.length === 0) collect(type.item, item, path, builder);
    builder.insert(path);
    path.pop();
    builder.leave(path.length);
  }
}
