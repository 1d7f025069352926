/**
 * The facts about a type that server-side apply needs: which values are atomic, that is, have one owner as a whole, and
 * which keys identify the items of a list.
 *
 * @module
 */

/**
 * A type with up to three branches. A value belongs to the branch of its JSON type; a type without branches accepts no
 * value.
 */
export interface ApplyType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = "numeric" | "string" | "boolean" | "untyped";

export interface ListType {
  /** One manager owns the whole list. */
  readonly isAtomic: boolean;
  /** The fields that identify items; empty if the items are scalars, which identify themselves. */
  readonly keys: readonly ListKey[];
  readonly item: ApplyType;
}

export interface ListKey {
  readonly name: string;
  /** The value of the key in an item without the field. */
  readonly default?: unknown;
}

export interface MapType {
  /** One manager owns the whole map. */
  readonly isAtomic: boolean;
  /** Whether any fields are declared. */
  readonly hasFields: boolean;
  /** Returns the type of a declared field. */
  field(name: string): ApplyType | undefined;
  /** The type of undeclared fields; absent if they are not allowed. */
  readonly rest?: ApplyType | undefined;
  /** No fields are declared, and any value is allowed. */
  readonly isOpen: boolean;
}

export type Branch = keyof ApplyType;

/**
 * Returns the branch that applies to the value; for null or a value that does not match the type, the first branch of
 * the type.
 */
export function branchOf(type: ApplyType, value: unknown): Branch {
  const branch = branchOfValue(value);
  if (branch && type[branch]) return branch;
  if (type.map) return "map";
  return type.scalar ? "scalar" : "list";
}

function branchOfValue(value: unknown): Branch | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") return "scalar";
  return Array.isArray(value) ? "list" : "map";
}

export const typeOfMember = (type: MapType, name: string): ApplyType | undefined =>
  (type.hasFields ? type.field(name) : undefined) ?? type.rest;

const mapOf = (rest: () => ApplyType, isAtomic: boolean): MapType => ({
  isAtomic,
  hasFields: false,
  field: () => undefined,
  get rest() {
    return rest();
  },
  isOpen: !isAtomic,
});

/** Any value; one manager owns it as a whole. */
export const untypedAtomic: ApplyType = {
  scalar: "untyped",
  list: {
    isAtomic: true,
    keys: [],
    get item() {
      return untypedAtomic;
    },
  },
  map: mapOf(() => untypedAtomic, true),
};

/** Any value; the members of maps have separate owners, a list has one owner. */
export const deduced: ApplyType = {
  scalar: "untyped",
  list: { isAtomic: true, keys: [], item: untypedAtomic },
  map: mapOf(() => deduced, false),
};
