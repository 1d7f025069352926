/** Reads types in the notation of structured-merge-diff's tests. */
import { type ApplyType, type ListType, type MapType, untypedAtomic } from "../../../src/patch/apply/apply-type.ts";

export interface RecordedSchema {
  readonly types: readonly (RecordedType & { readonly name: string })[];
}

export interface RecordedType {
  readonly namedType?: string;
  readonly elementRelationship?: string;
  readonly scalar?: "numeric" | "string" | "boolean" | "untyped";
  readonly list?: {
    readonly elementType: RecordedType;
    readonly elementRelationship: string;
    readonly keys?: readonly string[];
  };
  readonly map?: {
    readonly fields?: readonly RecordedField[];
    readonly elementType?: RecordedType;
    readonly elementRelationship?: string;
  };
}

interface RecordedField {
  readonly name: string;
  readonly type: RecordedType;
  readonly default?: unknown;
}

export function applyTypeOf(schema: RecordedSchema, type: RecordedType): ApplyType {
  const named = schema.types.find(({ name }) => name === type.namedType);
  const { scalar, list, map } = type.namedType === undefined ? type : (named ?? {});
  return {
    ...(scalar ? { scalar } : {}),
    ...(list ? { list: listOf(schema, list, type.elementRelationship) } : {}),
    ...(map ? { map: mapOf(schema, map, type.elementRelationship) } : {}),
  };
}

function listOf(schema: RecordedSchema, list: NonNullable<RecordedType["list"]>, override?: string): ListType {
  const item = () => applyTypeOf(schema, list.elementType);
  const target = schema.types.find(({ name }) => name === list.elementType.namedType) ?? list.elementType;
  return {
    isAtomic: (override ?? list.elementRelationship) === "atomic",
    keys: (list.keys ?? []).map((name) => ({
      name,
      default: target.map?.fields?.find((field) => field.name === name)?.default,
    })),
    get item() {
      return item();
    },
  };
}

function mapOf(schema: RecordedSchema, map: NonNullable<RecordedType["map"]>, override?: string): MapType {
  const { fields = [], elementType = {} } = map;
  const hasRest = Object.keys(elementType).length > 0;
  return {
    isAtomic: (override ?? map.elementRelationship) === "atomic",
    field: (name) => {
      const field = fields.find((each) => each.name === name);
      return field && applyTypeOf(schema, field.type);
    },
    get rest() {
      return hasRest ? applyTypeOf(schema, elementType) : undefined;
    },
    hasFields: fields.length > 0,
    isOpen:
      map.fields === undefined &&
      (elementType.namedType === "__untyped_deduced_" || elementType.scalar === untypedAtomic.scalar),
  };
}
