/**
 * The facts that server-side apply needs of a type: which values have one owner as a whole, and what tells the items
 * of a list
 * apart.
 *
 * @module
 */

/** A value is of the branch that its JSON type has; with none of them it fits nothing. */
export interface ApplyType {
  readonly scalar?: ScalarType;
  readonly list?: ListType;
  readonly map?: MapType;
}

export type ScalarType = "numeric" | "string" | "boolean" | "untyped";

export interface ListType {
  /** One manager owns the whole list. */
  readonly isAtomic: boolean;
  /** The fields that tell items apart; none where the items are scalars that do so themselves. */
  readonly keys: readonly ListKey[];
  readonly item: ApplyType;
}

export interface ListKey {
  readonly name: string;
  /** The key of an item without the field. */
  readonly default?: unknown;
}

export interface MapType {
  /** One manager owns all of it. */
  readonly isAtomic: boolean;
  /** Whether anything is declared. */
  readonly hasFields: boolean;
  /** The type of a declared field. */
  field(name: string): ApplyType | undefined;
  /** The type of what is not declared; absent where nothing else may be. */
  readonly rest?: ApplyType | undefined;
  /** Nothing is declared, and any value may be there. */
  readonly isOpen: boolean;
}

export type Branch = keyof ApplyType;

/** The type as which the value is read; for a null or a value that does not fit, the first that the type has. */
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

/** Any value, which one manager owns as a whole. */
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

/** Any value: the members of maps have owners of their own, a list has one. */
export const deduced: ApplyType = {
  scalar: "untyped",
  list: { isAtomic: true, keys: [], item: untypedAtomic },
  map: mapOf(() => deduced, false),
};
