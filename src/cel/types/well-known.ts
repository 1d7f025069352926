/**
 * The well-known messages of protocol buffers, which expressions may name without a declaration, and the types of their
 * values.
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

/**
 * Returns the type of values of a message: the type that a well-known message represents, or else the object type of
 * that name.
 */
export function messageType(name: string): CelType {
  return wellKnownMessages.get(name)?.type ?? objectType(name);
}

/** The fields of the well-known messages, for expressions that create one by name. */
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
 * Returns the message that creates values of a type, as in `google.protobuf.Int64Value{value: 1}`; undefined if there
 * is no well-known message for it. The 32-bit wrappers have the same types as the 64-bit ones.
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
