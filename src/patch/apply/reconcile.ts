/**
 * Sets of fields that were written when the type was another one.
 *
 * @module
 */
import { type ApplyType, typeOfMember } from "./apply-type.ts";
import { type FieldSet, filteredNode, filterNodes, hasInside, noFields } from "./field-set.ts";
import { fieldNameOf, type PathElement } from "./path-element.ts";

/** The set with fields inside of a value that has one owner by now replaced by that value; the same one where nothing is. */
export function reconcileFields(type: ApplyType, set: FieldSet): FieldSet {
  if (holdsScalars(type)) return set;
  return filterNodes(set, (node, element) => {
    const inner = typeOfElement(type, element);
    if (!inner) return node;
    if (isWhole(inner)) return hasInside(node) ? noFields : node;
    return filteredNode(node, reconcileFields(inner, node));
  });
}

/** Such as labels: no member has anything inside that could have one owner. */
const holdsScalars = ({ map }: ApplyType): boolean =>
  map?.hasFields === false && map.rest?.scalar !== undefined && !map.rest.map && !map.rest.list;

/** The type of what the element is; undefined for what no type tells. */
export function typeOfElement(type: ApplyType, element: PathElement): ApplyType | undefined {
  if (type.map) {
    const name = fieldNameOf(element);
    return name === undefined ? type.map.rest : typeOfMember(type.map, name);
  }
  return type.scalar ? undefined : type.list?.item;
}

/** Of an open map nobody says yet what it should be. */
const isWhole = ({ map, scalar, list }: ApplyType): boolean =>
  map ? map.isAtomic && !map.isOpen : !scalar && list?.isAtomic === true;
