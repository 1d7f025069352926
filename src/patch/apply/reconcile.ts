/**
 * Adapts stored field sets to a type that has changed since they were written.
 *
 * @module
 */
import { type ApplyType, typeOfMember } from "./apply-type.ts";
import { type FieldSet, filteredNode, filterNodes, hasChildren, noFields } from "./field-set.ts";
import { fieldNameOf, type PathElement } from "./path-element.ts";

/** Replaces fields below a value that is now atomic by the value itself. Returns the same set if nothing changes. */
export function reconcileFields(type: ApplyType, set: FieldSet): FieldSet {
  if (isScalarMap(type)) return set;
  return filterNodes(set, (node, element) => {
    const inner = typeOfElement(type, element);
    if (!inner) return node;
    if (isAtomicType(inner)) return hasChildren(node) ? noFields : node;
    return filteredNode(node, reconcileFields(inner, node));
  });
}

/** Whether the type is a map of scalars, such as labels: none of its values can be atomic. */
const isScalarMap = ({ map }: ApplyType): boolean =>
  map?.hasFields === false && map.rest?.scalar !== undefined && !map.rest.map && !map.rest.list;

/** Returns the type of the path element's value; undefined if the type does not declare it. */
export function typeOfElement(type: ApplyType, element: PathElement): ApplyType | undefined {
  if (type.map) {
    const name = fieldNameOf(element);
    return name === undefined ? type.map.rest : typeOfMember(type.map, name);
  }
  return type.scalar ? undefined : type.list?.item;
}

/** Whether the type is atomic. Open maps are excluded, since their type is unknown. */
const isAtomicType = ({ map, scalar, list }: ApplyType): boolean =>
  map ? map.isAtomic && !map.isOpen : !scalar && list?.isAtomic === true;
