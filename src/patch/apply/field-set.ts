/**
 * Sets of fields, held in the very form that `fieldsV1` has: a tree of path elements. A node with nothing inside is a field
 * of the set; one with something inside is so as well if it has the member `.`. The root is no field. No name of a member
 * is one that objects inherit: each begins with a letter and a colon.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import { compareElements, type FieldPath, type PathElement } from "./path-element.ts";

export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

const self = ".";
const leaf: FieldSet = Object.freeze({});
export const noFields: FieldSet = leaf;

export function isEmpty(set: FieldSet): boolean {
  for (const _element in set) return false;
  return true;
}

/** Whether the node is a field of the set itself. */
export const isField = (node: FieldSet): boolean => self in node || isEmpty(node);

export function hasInside(node: FieldSet): boolean {
  for (const element in node) if (element !== self) return true;
  return false;
}

export function elementsOf(set: FieldSet): PathElement[] {
  return Object.keys(set).filter((element) => element !== self);
}

export function contains(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) {
    node = memberOf(node, element);
    if (!node) return false;
  }
  return path.length > 0 && isField(node);
}

/** A set that grows; nobody else holds any of its nodes. */
export type GrowingSet = { [element: PathElement]: GrowingSet };

export function insert(set: GrowingSet, path: FieldPath): void {
  let node = set;
  for (const [index, element] of path.entries()) {
    const isLast = index === path.length - 1;
    const known: GrowingSet | undefined = memberOf(node, element);
    // A node with nothing inside that was there before is a field.
    if (known && (isLast ? !isEmpty(known) : isEmpty(known))) known[self] ??= {};
    const next = known ?? {};
    setMember(node, element, next);
    node = next;
  }
}

/** The set of what `pick` leaves of each node of `set`. */
export function filterNodes(
  set: FieldSet,
  pick: (node: FieldSet, element: PathElement) => FieldSet | undefined,
): FieldSet {
  const kept: Record<PathElement, FieldSet> = {};
  let isWhole = true;
  for (const element in set) {
    const node = set[element];
    if (element === self || !node) continue;
    const picked = pick(node, element);
    if (picked) setMember(kept, element, picked);
    if (picked !== node) isWhole = false;
  }
  return isWhole && !(self in set) ? set : kept;
}

/** A node with something inside; undefined when it would be nothing at all. */
export function nodeOf(isOneself: boolean, inside: FieldSet): FieldSet | undefined {
  if (isEmpty(inside)) return isOneself ? leaf : undefined;
  return isOneself ? { [self]: leaf, ...inside } : inside;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || a === b) return b;
  const united: Record<PathElement, FieldSet> = { ...a };
  for (const element in b) {
    const [node, other] = [memberOf(a, element), b[element] ?? leaf];
    setMember(united, element, node ? uniteNodes(node, other) : other);
  }
  return united;
}

function uniteNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a)) return isEmpty(b) || self in b ? b : { [self]: leaf, ...b };
  if (isEmpty(b)) return self in a ? a : { [self]: leaf, ...a };
  return union(a, b);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    return other && nodeOf(isField(node) && isField(other), intersection(node, other));
  });
}

/** The fields of `a` that are not in `b`; fields inside of those stay. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    if (!other) return node;
    const inside = difference(node, other);
    const isKept = isField(node) && !isField(other);
    return isKept === isField(node) && inside === node ? node : nodeOf(isKept, inside);
  });
}

/** The fields of `a` that are not in `b`, nor inside of any that is. */
export function differenceWithInside(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    if (!other) return node;
    return isField(other) ? undefined : nodeOf(isField(node), differenceWithInside(node, other));
  });
}

/** The fields of the set at any of the paths, or inside; `*` is any path element. Fields on the way to them stay as well. */
export function onlyInside(set: FieldSet, paths: readonly FieldPath[]): FieldSet {
  return filterNodes(set, (node, element) => {
    const rests = paths.filter(([first]) => first === "*" || first === element).map((path) => path.slice(1));
    if (rests.length === 0) return undefined;
    return rests.some((rest) => rest.length === 0) ? node : nodeOf(isField(node), onlyInside(node, rests));
  });
}

/** The fields of the set that have none inside. */
export const leavesOf = (set: FieldSet): FieldSet =>
  filterNodes(set, (node) => (hasInside(node) ? leavesOf(node) : node));

/** Paths of all fields: those of a level before those inside of them. */
export function pathsOf(set: FieldSet, parent: FieldPath = []): FieldPath[] {
  const elements = elementsOf(set).sort(compareElements);
  const paths: FieldPath[] = elements
    .filter((element) => isField(memberOf(set, element) ?? leaf))
    .map((element) => [...parent, element]);
  return paths.concat(elements.flatMap((element) => pathsOf(memberOf(set, element) ?? leaf, [...parent, element])));
}

/** The set with its members in the order in which they are written. */
export function inOrder(set: FieldSet): FieldSet {
  const elements = elementsOf(set);
  if (elements.length > 1) elements.sort(compareElements);
  const ordered: Record<PathElement, FieldSet> = self in set ? { [self]: leaf } : {};
  for (const element of elements) setMember(ordered, element, inOrder(memberOf(set, element) ?? leaf));
  return ordered;
}
