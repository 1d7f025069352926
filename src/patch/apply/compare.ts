/**
 * Compares two objects of a type and returns the changes as sets of fields.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { equalJson, type JsonObject } from "../json-value.ts";
import { type ApplyType, branchOf, type ListType, type MapType, typeOfMember, untypedAtomic } from "./apply-type.ts";
import { type FieldSet, FieldSetBuilder } from "./field-set.ts";
import { itemsByElement } from "./list-items.ts";
import { fieldElement, type PathElement } from "./path-element.ts";

/** The three sets are disjoint. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/**
 * Returns the fields that were removed, modified or added.
 *
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function compare(type: ApplyType, before: unknown, after: unknown): Comparison {
  const comparer = new Comparer();
  comparer.visit(type, before, after);
  return { removed: comparer.removed.set, modified: comparer.modified.set, added: comparer.added.set };
}

/**
 * Whether an integer and a floating-point number are equal as floating-point numbers: `1e18` is read as a number, but
 * `10…0` as a bigint.
 */
const isSameFloat = (a: unknown, b: unknown): boolean =>
  (typeof a === "bigint" && Number(a) === b) || (typeof b === "bigint" && a === Number(b));

class Comparer {
  readonly removed = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly added = new FieldSetBuilder();
  private readonly path: PathElement[] = [];

  /** At least one of the two values is present. */
  visit(type: ApplyType, before: unknown, after: unknown): void {
    if (before === after) return;
    const branch = branchOf(type, after === undefined ? before : after);
    // If the value changes to another branch, its fields are removed in the old branch and added in the new one.
    const former = before === undefined || after === undefined ? branch : branchOf(type, before);
    if (former !== branch) this.visitBranch(former, type, before, after);
    const isInside = this.visitBranch(branch, type, before, after);
    if (!isInside) return;
    if (before === undefined) this.added.insert(this.path);
    else if (after === undefined) this.removed.insert(this.path);
  }

  /** Returns true if the content of the value was compared field by field. */
  private visitBranch(branch: keyof ApplyType, type: ApplyType, before: unknown, after: unknown): boolean {
    if (branch === "map" && type.map) return this.visitMap(type.map, before, after);
    if (branch === "list" && type.list) return this.visitList(type.list, before, after);
    return this.visitWhole(before, after);
  }

  private visitWhole(before: unknown, after: unknown): false {
    if (before === undefined) this.added.insert(this.path);
    else if (after === undefined) this.removed.insert(this.path);
    else if (!equalJson(before, after) && !isSameFloat(before, after)) this.modified.insert(this.path);
    return false;
  }

  private visitMap(type: MapType, before: unknown, after: unknown): boolean {
    const left = isPlainObject(before) ? before : {};
    const right = isPlainObject(after) ? after : {};
    const names = Object.keys(left);
    const others = Object.keys(right);
    if (type.isAtomic || (names.length === 0 && others.length === 0)) return this.visitWhole(before, after);
    for (const name of names) this.visitMember(type, name, left, right);
    for (const name of others) if (!Object.hasOwn(left, name)) this.visitMember(type, name, left, right);
    return true;
  }

  private visitMember(type: MapType, name: string, left: JsonObject, right: JsonObject): void {
    const before = Object.hasOwn(left, name) ? left[name] : undefined;
    const after = Object.hasOwn(right, name) ? right[name] : undefined;
    // Skips the lookups for members that are identical, as most are.
    if (before !== after) this.visitAt(fieldElement(name), typeOfMember(type, name) ?? untypedAtomic, before, after);
  }

  private visitAt(element: PathElement, type: ApplyType, before: unknown, after: unknown): void {
    this.path.push(element);
    this.visit(type, before, after);
    this.path.pop();
    const depth = this.path.length;
    this.removed.leave(depth);
    this.modified.leave(depth);
    this.added.leave(depth);
  }

  private visitList(type: ListType, before: unknown, after: unknown): boolean {
    const left = Array.isArray(before) ? before : [];
    const right = Array.isArray(after) ? after : [];
    if (type.isAtomic || (left.length === 0 && right.length === 0)) return this.visitWhole(before, after);
    // If every item has a key because of defaults, equal lists have no changes.
    if (type.keys.some((key) => key.default !== undefined) && equalJson(left, right)) return true;
    const leftItems = itemsByElement(type, left);
    const rightItems = itemsByElement(type, right);
    for (const [element, items] of leftItems) this.visitItems(element, type, items, rightItems.get(element) ?? []);
    for (const [element, items] of rightItems) if (!leftItems.has(element)) this.visitItems(element, type, [], items);
    return true;
  }

  /** Compares items with the same identity; several of them on one side count as a single field. */
  private visitItems(element: PathElement, type: ListType, left: readonly unknown[], right: readonly unknown[]): void {
    const [hadDuplicates, hasDuplicates] = [left.length > 1, right.length > 1];
    if (hadDuplicates && hasDuplicates) {
      if (!equalJson(left, right)) this.insertAt(this.modified, element);
      return;
    }
    const [before, after] = [hadDuplicates ? undefined : left[0], hasDuplicates ? undefined : right[0]];
    if (before !== undefined || after !== undefined) this.visitAt(element, type.item, before, after);
    if (hadDuplicates) this.insertAt(this.removed, element);
    if (hasDuplicates) this.insertAt(this.added, element);
  }

  private insertAt(builder: FieldSetBuilder, element: PathElement): void {
    builder.insert([...this.path, element]);
    builder.leave(this.path.length);
  }
}
