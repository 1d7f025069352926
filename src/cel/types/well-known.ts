/**
 * The well-known messages of protocol buffers, which expressions may name without anyone declaring them, and the types
 * that values of them have.
 *
 * @module
 */
import type { ConstantDeclaration, ObjectDeclaration } from "./declarations.ts";
import {
  anyType,
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  objectType,
  stringType,
  timestampType,
  uintType,
  wrapperType,
} from "./types.ts";

const jsonList = listType(dynType);
const jsonObject = mapType(stringType, dynType);
const secondsAndNanos = { seconds: intType, nanos: intType };

interface WellKnown {
  readonly type: CelType;
  readonly fields: Readonly<Record<string, CelType>>;
}

const wrapper = (of: CelType): WellKnown => ({ type: wrapperType(of), fields: { value: of } });

const wellKnownMessages: ReadonlyMap<string, WellKnown> = new Map(
  Object.entries({
    "google.protobuf.Any": { type: anyType, fields: { type_url: stringType, value: bytesType } },
    "google.protobuf.BoolValue": wrapper(boolType),
    "google.protobuf.BytesValue": wrapper(bytesType),
    "google.protobuf.DoubleValue": wrapper(doubleType),
    "google.protobuf.Duration": { type: durationType, fields: secondsAndNanos },
    "google.protobuf.FloatValue": wrapper(doubleType),
    "google.protobuf.Int32Value": wrapper(intType),
    "google.protobuf.Int64Value": wrapper(intType),
    "google.protobuf.ListValue": { type: jsonList, fields: { values: jsonList } },
    "google.protobuf.NullValue": { type: nullType, fields: {} },
    "google.protobuf.StringValue": wrapper(stringType),
    "google.protobuf.Struct": { type: jsonObject, fields: { fields: jsonObject } },
    "google.protobuf.Timestamp": { type: timestampType, fields: secondsAndNanos },
    "google.protobuf.UInt32Value": wrapper(uintType),
    "google.protobuf.UInt64Value": wrapper(uintType),
    "google.protobuf.Value": {
      type: dynType,
      fields: {
        null_value: intType,
        number_value: doubleType,
        string_value: stringType,
        bool_value: boolType,
        struct_value: jsonObject,
        list_value: jsonList,
      },
    },
  }),
);

/** The type of a value of the named message: the object type of that name, or what a well-known message represents. */
export function messageType(name: string): CelType {
  return wellKnownMessages.get(name)?.type ?? objectType(name);
}

/** Fields of the well-known messages, for expressions that build one by name. */
export const wellKnownObjects: readonly ObjectDeclaration[] = [
  ...[...wellKnownMessages]
    .filter(([name]) => name !== "google.protobuf.NullValue")
    .map(([name, { fields }]) => ({ name, fields })),
  { name: "google.protobuf.Empty", fields: {} },
];

/** Members of the well-known enums. */
export const wellKnownConstants: readonly ConstantDeclaration[] = [
  { name: "google.protobuf.NullValue.NULL_VALUE", type: intType, value: 0n },
];

/**
 * The message that a type is built from in `google.protobuf.Int64Value{value: 1}`; undefined when it is not one of the
 * well-known ones. The 32-bit wrappers are built as the 64-bit ones.
 */
export function wellKnownMessageName(type: CelType): string | undefined {
  switch (type.kind) {
    case "any":
    case "dyn":
    case "null":
    case "timestamp":
    case "duration":
      return nameByKind[type.kind];
    case "wrapper":
      return wrapperNameByKind[type.of.kind];
    case "list":
      return type.element.kind === "dyn" ? "google.protobuf.ListValue" : undefined;
    case "map":
      return type.key.kind === "string" && type.value.kind === "dyn" ? "google.protobuf.Struct" : undefined;
    default:
      return undefined;
  }
}

const nameByKind = {
  any: "google.protobuf.Any",
  dyn: "google.protobuf.Value",
  null: "google.protobuf.NullValue",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
} as const;

const wrapperNameByKind: Readonly<Partial<Record<CelType["kind"], string>>> = {
  bool: "google.protobuf.BoolValue",
  bytes: "google.protobuf.BytesValue",
  double: "google.protobuf.DoubleValue",
  int: "google.protobuf.Int64Value",
  string: "google.protobuf.StringValue",
  uint: "google.protobuf.UInt64Value",
};
