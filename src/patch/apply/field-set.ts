/**
 * Sets of fields, stored in the same form as `fieldsV1`: a tree of path elements. A node without children is a field of
 * the set; a node with children is one only if it has the member `.`. The root is not a field. Member names cannot
 * collide with inherited properties, since each begins with a letter and a colon.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import { elementOrder, type FieldPath, type PathElement } from "./path-element.ts";

export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

const self = ".";
const leaf: FieldSet = Object.freeze({});
const justSelf: FieldSet = Object.freeze({ [self]: leaf });
export const noFields: FieldSet = leaf;

export function isEmpty(set: FieldSet): boolean {
  for (const _element in set) return false;
  return true;
}

/** Whether the node is a field of the set itself. */
export const isField = (node: FieldSet): boolean => self in node || isEmpty(node);

export function hasChildren(node: FieldSet): boolean {
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

/** A mutable set; its nodes are not shared with other sets. */
type MutableFieldSet = { [element: PathElement]: MutableFieldSet };

/** Builds a set along a path that enters and leaves nodes, so that each step is looked up only once. */
export class FieldSetBuilder {
  readonly set: MutableFieldSet = {};
  /** The nodes along the last inserted path, from the root, as far as `leave` has kept them. */
  private readonly currentNodes: MutableFieldSet[] = [this.set];
  /** Nodes with members. Checking the object instead would take V8 time proportional to its number of members. */
  private readonly filled = new Set<MutableFieldSet>();

  insert(path: FieldPath): void {
    const { currentNodes } = this;
    let node = currentNodes.at(-1) ?? this.set;
    let isNew = currentNodes.length === 1;
    for (let depth = currentNodes.length - 1; depth < path.length; depth++) {
      const element = path[depth] ?? "";
      const known = memberOf(node, element);
      // An existing node without children is a field, so it needs the member `.` when it gets a child.
      if (!known && !isNew && !this.filled.has(node)) node[self] = {};
      const next = known ?? {};
      if (!known) {
        setMember(node, element, next);
        this.filled.add(node);
      }
      isNew = !known;
      node = next;
      currentNodes.push(node);
    }
    if (!isNew && this.filled.has(node)) node[self] ??= {};
  }

  /** Shortens the current path to a number of steps. */
  leave(depth: number): void {
    if (this.currentNodes.length > depth + 1) this.currentNodes.length = depth + 1;
  }
}

export function setOf(paths: Iterable<FieldPath>): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) {
    builder.leave(0);
    builder.insert(path);
  }
  return builder.set;
}

/**
 * Returns the children of `set` that `pick` returns, without the set's own `.`. Returns `set` itself if nothing changes
 * and the constant `noFields` if nothing is left, so that callers can compare identities: checking for emptiness takes
 * V8 time proportional to the size of the set.
 */
export function filterNodes(
  set: FieldSet,
  pick: (node: FieldSet, element: PathElement) => FieldSet | undefined,
): FieldSet {
  let kept: Record<PathElement, FieldSet> | undefined;
  let hasAny = false;
  for (const element in set) {
    const node = set[element];
    if (element === self || !node) continue;
    const picked = pick(node, element);
    if (picked !== node) kept ??= hasAny ? nodesBefore(element, set, self) : {};
    if (!picked) continue;
    hasAny = true;
    if (kept) setMember(kept, element, picked);
  }
  return hasAny ? (kept ?? set) : noFields;
}

/** Returns the nodes before `end`, except for `left`. */
export function nodesBefore(end: PathElement, set: FieldSet, left?: PathElement): Record<PathElement, FieldSet> {
  const before: Record<PathElement, FieldSet> = {};
  for (const element in set) {
    if (element === end) break;
    if (element !== left) setMember(before, element, set[element] ?? leaf);
  }
  return before;
}

/**
 * Returns the node with the children that `filterNodes` returned; undefined if nothing is left of it.
 *
 * @param isStillField - called if the node is a field of the set
 */
export function filteredNode(
  node: FieldSet,
  inside: FieldSet,
  isStillField: () => boolean = () => true,
): FieldSet | undefined {
  const isLeaf = inside === noFields && isEmpty(node);
  const isOneself = (isLeaf || self in node) && isStillField();
  return isLeaf && isOneself ? node : nodeOf(isOneself, inside);
}

/**
 * Returns a node with the given children; undefined if it is no field and has no children, which `noFields` indicates.
 */
export function nodeOf(isOneself: boolean, inside: FieldSet): FieldSet | undefined {
  if (inside === noFields) return isOneself ? leaf : undefined;
  if (isOneself === self in inside) return inside;
  return isOneself ? { [self]: leaf, ...inside } : withoutSelf(inside);
}

/** A loop, since it takes half the time of a rest pattern for wide sets. */
function withoutSelf(set: FieldSet): FieldSet {
  const others: Record<PathElement, FieldSet> = {};
  for (const element in set) if (element !== self) setMember(others, element, set[element] ?? leaf);
  return others;
}

/** Returns the union; one of the two sets itself if it contains the other. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a) || a === b) return b;
  let united: Record<PathElement, FieldSet> | undefined;
  for (const element in b) {
    const [node, other] = [memberOf(a, element), b[element] ?? leaf];
    const both = node ? uniteNodes(node, other) : other;
    if (both === node) continue;
    united ??= { ...a };
    setMember(united, element, both);
  }
  return united ?? a;
}

/** Returns the union of all sets, visiting each field once. */
export function unionOfAll(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 2) return union(sets[0] ?? noFields, sets[1] ?? noFields);
  const nodes = new Map<PathElement, FieldSet[]>();
  for (const set of sets) {
    for (const element in set) {
      const [node, same] = [set[element] ?? leaf, nodes.get(element)];
      if (same) same.push(node);
      else nodes.set(element, [node]);
    }
  }
  const united: Record<PathElement, FieldSet> = {};
  for (const [element, same] of nodes) setMember(united, element, uniteAllNodes(same));
  return united;
}

function uniteAllNodes(nodes: readonly FieldSet[]): FieldSet {
  if (nodes.length === 1) return nodes[0] ?? leaf;
  if (nodes.every(isEmpty)) return leaf;
  return unionOfAll(nodes.map((node) => (isEmpty(node) ? justSelf : node)));
}

function uniteNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmpty(a)) return isEmpty(b) ? a : self in b ? b : { [self]: leaf, ...b };
  if (isEmpty(b)) return self in a ? a : { [self]: leaf, ...a };
  return union(a, b);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    return other && filteredNode(node, intersection(node, other), () => isField(other));
  });
}

/** Returns the fields of `a` that are not in `b`. Fields below those of `b` stay. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    if (!other) return node;
    return filteredNode(node, difference(node, other), () => !isField(other));
  });
}

/** Whether `b` contains all fields of `a`. Stops at the first field that it does not contain. */
export function isWithin(a: FieldSet, b: FieldSet): boolean {
  for (const element in a) {
    const [node, other] = [a[element], memberOf(b, element)];
    if (element === self || !node) continue;
    if (!other || (isField(node) && !isField(other)) || !isWithin(node, other)) return false;
  }
  return true;
}

/** Returns the fields of `a` that are neither in `b` nor below a field of `b`. */
export function differenceWithDescendants(a: FieldSet, b: FieldSet): FieldSet {
  return filterNodes(a, (node, element) => {
    const other = memberOf(b, element);
    if (!other) return node;
    return isField(other) ? undefined : filteredNode(node, differenceWithDescendants(node, other));
  });
}

/** Returns the fields that have no fields of the set below them. */
export const leavesOf = (set: FieldSet): FieldSet =>
  filterNodes(set, (node) => (hasChildren(node) ? nodeOf(false, leavesOf(node)) : node));

/** Returns the paths of all fields; the fields of a level come before those below them. */
export function pathsOf(set: FieldSet, parent: FieldPath = [], order = elementOrder()): FieldPath[] {
  const elements = elementsOf(set).sort(order);
  const paths: FieldPath[] = elements
    .filter((element) => isField(memberOf(set, element) ?? leaf))
    .map((element) => [...parent, element]);
  return paths.concat(
    elements.flatMap((element) => pathsOf(memberOf(set, element) ?? leaf, [...parent, element], order)),
  );
}

const plainName = /^(?:\.|f:[\0-\x7f]*)$/;

const sortedSets = new WeakSet<FieldSet>();

/** Records that the members of the set are sorted on all levels, so that `sortFieldSet` can skip it. */
export function markSorted(set: FieldSet): FieldSet {
  sortedSets.add(set);
  return set;
}

/** Returns the set with its members in the order in which they are written; the same set if it is already sorted. */
export function sortFieldSet(set: FieldSet, order = elementOrder()): FieldSet {
  if (sortedSets.has(set)) return set;
  const elements = Object.keys(set);
  if (elements.length === 0) return set;
  const isSorted = elements.every((element, index) => index === 0 || order(elements[index - 1] ?? "", element) < 0);
  // ASCII field names can be sorted in V8's default order, which takes a third of the time.
  if (!isSorted) elements.sort(elements.every((element) => plainName.test(element)) ? undefined : order);
  let sorted: Record<PathElement, FieldSet> | undefined = isSorted ? undefined : {};
  for (const element of elements) {
    const node = memberOf(set, element) ?? leaf;
    const inside = sortFieldSet(node, order);
    if (!sorted && inside === node) continue;
    sorted ??= Object.fromEntries(
      elements.slice(0, elements.indexOf(element)).map((each) => [each, memberOf(set, each) ?? leaf]),
    );
    setMember(sorted, element, inside);
  }
  return sorted ?? set;
}
