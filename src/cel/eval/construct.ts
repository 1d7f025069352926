/**
 * Plans list, map and object literals, with their optional elements.
 *
 * @module
 */
import { CelError, CelObject, Optional, type Value } from "../types/values.ts";
import { EntryMap, isKey } from "./entry-map.ts";
import { formatValue } from "./format-value.ts";
import type { Evaluate } from "./frame.ts";
import { typeNameOf } from "./value-type.ts";
import { type BuildMessage, wellKnownBuilders } from "./well-known.ts";

interface PlannedElement {
  readonly value: Evaluate;
  readonly isOptional: boolean;
}

/** In all plans of this file, `exprId` is the literal; it is the node of errors about optional elements and keys. */
export function planList(exprId: number, elements: readonly PlannedElement[]): Evaluate {
  return (frame) => {
    const list: Value[] = [];
    for (const element of elements) {
      const value = element.value(frame);
      if (value instanceof CelError) return value;
      if (!element.isOptional) list.push(value);
      else if (!(value instanceof Optional)) return notOptional("list element", value).at(exprId);
      else if (value.value !== undefined) list.push(value.value);
    }
    return list;
  };
}

interface PlannedEntry {
  readonly key: Evaluate;
  readonly value: Evaluate;
  readonly isOptional: boolean;
}

/** How a map literal treats keys that the CEL specification does not allow. */
interface MapRules {
  /**
   * Whether all types but bytes are valid keys and a repeated key replaces the earlier entry, as in cel-go; else both
   * are errors.
   */
  readonly allowAnyKeys: boolean;
}

export function planMap(exprId: number, entries: readonly PlannedEntry[], { allowAnyKeys }: MapRules): Evaluate {
  return (frame) => {
    const map = new EntryMap();
    for (const entry of entries) {
      const key = entry.key(frame);
      if (key instanceof CelError) return key;
      let value = entry.value(frame);
      if (value instanceof CelError) return value;
      if (entry.isOptional) {
        if (!(value instanceof Optional)) return notOptional(`entry '${formatValue(key)}'`, value).at(exprId);
        if (value.value === undefined) continue;
        value = value.value;
      }
      const fault = keyFault(map, key, allowAnyKeys);
      if (fault !== undefined) return fault.at(exprId);
      map.set(key, value);
    }
    return map;
  };
}

function keyFault(map: EntryMap, key: Value, allowAnyKeys: boolean): CelError | undefined {
  const isAllowed = allowAnyKeys ? !(key instanceof Uint8Array) : isKey(key);
  if (!isAllowed) return new CelError(`unsupported key type: ${typeNameOf(key)}`);
  return !allowAnyKeys && map.has(key) ? new CelError(`Failed with repeated key: ${formatValue(key)}`) : undefined;
}

interface PlannedField {
  readonly name: string;
  readonly value: Evaluate;
  readonly isOptional: boolean;
}

export function planStruct(exprId: number, objectType: string, fields: readonly PlannedField[]): Evaluate {
  const build: BuildMessage = wellKnownBuilders.get(objectType) ?? ((values) => new BuiltObject(objectType, values));
  return (frame) => {
    const values = new Map<string, Value>();
    for (const field of fields) {
      let value = field.value(frame);
      if (value instanceof CelError) return value;
      if (field.isOptional) {
        if (!(value instanceof Optional)) return notOptional(`entry '${field.name}'`, value).at(exprId);
        if (value.value === undefined) continue;
        value = value.value;
      }
      values.set(field.name, value);
    }
    const result = build(values);
    return result instanceof CelError ? result.at(exprId) : result;
  };
}

/** The value of an object literal. */
class BuiltObject extends CelObject {
  readonly objectType: string;
  private readonly fields: ReadonlyMap<string, Value>;

  constructor(objectType: string, fields: ReadonlyMap<string, Value>) {
    super();
    this.objectType = objectType;
    this.fields = fields;
  }

  getField(name: string): Value | undefined {
    return this.fields.get(name);
  }

  fieldNames(): Iterable<string> {
    return this.fields.keys();
  }
}

function notOptional(what: string, value: Value): CelError {
  return new CelError(`cannot initialize optional ${what} from non-optional value ${formatValue(value)}`);
}
