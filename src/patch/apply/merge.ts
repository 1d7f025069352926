/**
 * Merges an applied configuration into an object. Nothing in the object is removed.
 *
 * @module
 */
import { memberOf, setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { JsonObject } from "../json-value.ts";
import { type ApplyType, branchOf, type ListType, type MapType, typeOfMember, untypedAtomic } from "./apply-type.ts";
import { elementOfItem, TypingError } from "./list-items.ts";
import { elementText, type PathElement } from "./path-element.ts";

/**
 * Merges two values.
 *
 * @param live - undefined if absent, as is `applied`; the result shares parts of both
 * @throws {TypingError} for lists whose items cannot be distinguished
 */
export function mergeValues(type: ApplyType, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live;
  const branch = branchOf(type, applied);
  if (branch === "map" && type.map) return mergeMaps(type.map, live, applied);
  if (branch === "list" && type.list) return mergeLists(type.list, live, applied);
  return applied;
}

function mergeMaps(type: MapType, live: unknown, applied: unknown): unknown {
  const left = isPlainObject(live) ? live : {};
  const right = isPlainObject(applied) ? applied : {};
  // If both are empty or null, the result is the applied value.
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  if (type.isAtomic || names.size === 0) return applied;
  const merged: JsonObject = {};
  for (const name of names) {
    const memberType = typeOfMember(type, name) ?? untypedAtomic;
    setMember(merged, name, mergeValues(memberType, memberOf(left, name), memberOf(right, name)));
  }
  return merged;
}

function mergeLists(type: ListType, live: unknown, applied: unknown): unknown {
  const left = Array.isArray(live) ? live : [];
  const right = Array.isArray(applied) ? applied : [];
  if (type.isAtomic || (left.length === 0 && right.length === 0)) return applied;
  return new ListMerger(type, left, right).merge();
}

/**
 * Merges two lists. Items of the configuration are in its order; items only in the object keep their positions relative
 * to shared items.
 */
class ListMerger {
  private readonly type: ListType;
  private readonly left: readonly unknown[];
  private readonly leftElements: readonly PathElement[];
  private readonly rightElements: readonly PathElement[];
  private readonly leftItems = new Map<PathElement, unknown>();
  private readonly rightItems = new Map<PathElement, unknown>();
  private readonly merged: unknown[] = [];
  private readonly mergedElements = new Set<PathElement>();

  constructor(type: ListType, left: readonly unknown[], right: readonly unknown[]) {
    this.type = type;
    this.left = left;
    this.leftElements = left.map((item) => elementOfItem(type, item));
    this.rightElements = right.map((item) => elementOfItem(type, item));
    this.leftElements.forEach((element, index) => {
      // Items with the same identity become one, without their content.
      this.leftItems.set(element, this.leftItems.has(element) ? null : left[index]);
    });
    this.rightElements.forEach((element, index) => {
      if (this.rightItems.has(element)) throw new TypingError(`duplicate entries for key ${elementText(element)}`);
      this.rightItems.set(element, right[index]);
    });
  }

  merge(): unknown[] {
    const { leftElements, rightElements } = this;
    const shared = rightElements.filter((element) => this.leftItems.has(element));
    let [l, r, next] = [0, 0, 0];
    while (l < leftElements.length || r < rightElements.length) {
      const [left, right] = [leftElements[l], rightElements[r]];
      if (left !== undefined && !this.rightItems.has(left)) {
        this.merged.push(this.left[l++]);
        continue;
      }
      const wanted = shared[next];
      if (left !== right) {
        const isLater = right !== undefined && wanted !== undefined && wanted !== left;
        if (left !== undefined && (isLater || this.mergedElements.has(left))) l++;
        if (left !== undefined && isLater) continue;
      }
      if (right === undefined) continue;
      this.mergeElement(right);
      r++;
      if (left === right) l++;
      if (left === right || wanted === right) next++;
    }
    return this.merged;
  }

  private mergeElement(element: PathElement): void {
    this.mergedElements.add(element);
    this.merged.push(mergeValues(this.type.item, this.leftItems.get(element), this.rightItems.get(element)));
  }
}
