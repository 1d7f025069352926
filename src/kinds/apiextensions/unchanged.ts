/**
 * Finds the values that an update leaves unchanged: kube-apiserver does not reject an update for faults that the stored
 * object already has.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { Float64 } from "../../json/float64.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { keyedItems } from "./keyed-items.ts";
import { sameValue } from "./open-api-value.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** A value, and its old value. */
interface ValuePair {
  readonly value: unknown;
  readonly old: unknown;
  readonly schema: JSONSchemaProps;
}

/** Matches the values of an object with those of the stored object. */
export class Correlation {
  private readonly root: ValuePair;
  /** Results by value, since each value is queried for every value inside of it. */
  private readonly resultByValue = new Map<object, { readonly old: unknown; readonly isUnchanged: boolean }>();
  /** Item finders by old list, since each list is queried for every item. */
  private readonly itemFinders = new Map<unknown, (item: unknown) => unknown>();

  constructor(value: unknown, old: unknown, schema: JSONSchemaProps) {
    this.root = { value, old, schema };
  }

  /** Whether the value at `path`, or a value that contains it, equals its old value. */
  isUnchangedAt(path: FieldPath): boolean {
    let pair: ValuePair | undefined = this.root;
    if (this.isUnchanged(pair)) return true;
    // Both objects are converted to the same version, so these fields never differ and prove nothing.
    if (path[0] === "apiVersion" || path[0] === "kind") return false;
    for (const key of path) {
      pair = this.pairAt(pair, key);
      if (pair === undefined) return false;
      if (this.isUnchanged(pair)) return true;
    }
    return false;
  }

  private isUnchanged(pair: ValuePair): boolean {
    const { value, old } = pair;
    if (typeof value !== "object" || value === null || value instanceof Float64) return sameValue(value, old);
    const known = this.resultByValue.get(value);
    if (known && known.old === old) return known.isUnchanged;
    const isUnchanged = this.compare(pair);
    this.resultByValue.set(value, { old, isUnchanged });
    return isUnchanged;
  }

  private compare(pair: ValuePair): boolean {
    const { value, old, schema } = pair;
    if (Array.isArray(value) && Array.isArray(old)) {
      if (value.length !== old.length) return false;
      // Items with keys may change their order.
      return isKeyed(schema) ? value.every((_, index) => this.isMemberUnchanged(pair, index)) : sameValue(value, old);
    }
    if (!isPlainObject(value) || !isPlainObject(old)) return sameValue(value, old);
    const names = Object.keys(value);
    return names.length === Object.keys(old).length && names.every((name) => this.isMemberUnchanged(pair, name));
  }

  private isMemberUnchanged(pair: ValuePair, key: string | number): boolean {
    const inner = this.pairAt(pair, key);
    return inner !== undefined && this.isUnchanged(inner);
  }

  /** Returns the pair of the value at a key; undefined if its old value cannot be determined. */
  private pairAt({ value, old, schema }: ValuePair, key: string | number): ValuePair | undefined {
    if (Array.isArray(value)) {
      const items = itemsOf(schema);
      const item: unknown = value[Number(key)];
      const was = Array.isArray(old) ? this.oldItem(item, old, schema) : undefined;
      return items && was !== undefined ? { value: item, old: was, schema: items } : undefined;
    }
    const name = String(key);
    if (!isPlainObject(value) || !isPlainObject(old) || !Object.hasOwn(value, name) || !Object.hasOwn(old, name))
      return undefined;
    const inner = propertyOf(schema, name) ?? valuesOf(schema);
    return inner && { value: value[name], old: old[name], schema: inner };
  }

  private oldItem(item: unknown, old: readonly unknown[], schema: JSONSchemaProps): unknown {
    const find = this.itemFinders.get(old) ?? keyedItems(schema, old);
    this.itemFinders.set(old, find);
    return find(item);
  }
}

const isKeyed = (schema: JSONSchemaProps): boolean =>
  schema["x-kubernetes-list-type"] === "map" && (schema["x-kubernetes-list-map-keys"] ?? []).length > 0;
