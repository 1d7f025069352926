import {
  GlobalEnumSchema as proto2GlobalEnum,
  TestAllTypesSchema as proto2TestAllTypes,
  TestRequiredSchema,
} from "@bufbuild/cel-spec/cel/expr/conformance/proto2/test_all_types_pb.js";
import {
  GlobalEnumSchema as proto3GlobalEnum,
  TestAllTypesSchema as proto3TestAllTypes,
} from "@bufbuild/cel-spec/cel/expr/conformance/proto3/test_all_types_pb.js";
import type { ConstantDeclaration, ObjectDeclaration } from "../../../src/cel/types/declarations.ts";
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
  opaqueType,
  paramType,
  stringType,
  timestampType,
  typeType,
  uintType,
  wrapperType,
} from "../../../src/cel/types/types.ts";
import { messageType } from "../../../src/cel/types/well-known.ts";

type Message = typeof proto3TestAllTypes | typeof proto2TestAllTypes | typeof TestRequiredSchema;
type Field = Message["fields"][number];
type EnumSchema = NonNullable<Field["enum"]>;
type Rename = (typeName: string) => string;

/** Returns cel-spec's test messages as object types and their enums as constants; `rename` gives them other names. */
export function testMessages(rename: Rename = (typeName) => typeName): {
  readonly objects: readonly ObjectDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
} {
  const objects = new Map<string, ObjectDeclaration>();
  const constants: ConstantDeclaration[] = [];
  const addMessage = (message: Message): void => {
    const name = rename(message.typeName);
    if (objects.has(name) || messageType(name).kind !== "object") return;
    const fields = Object.fromEntries(message.fields.map((field) => [field.name, fieldType(field, rename)]));
    objects.set(name, { name, fields });
    for (const field of message.fields) {
      if (field.message) addMessage(field.message as Message);
      if (field.enum) constants.push(...enumConstants(field.enum, rename));
    }
  };
  addMessage(proto3TestAllTypes);
  addMessage(proto2TestAllTypes);
  addMessage(TestRequiredSchema);
  constants.push(...enumConstants(proto2GlobalEnum, rename), ...enumConstants(proto3GlobalEnum, rename));
  return { objects: [...objects.values()], constants };
}

function enumConstants({ typeName, values }: EnumSchema, rename: Rename): ConstantDeclaration[] {
  return values.map(({ name, number }) => ({
    name: `${rename(typeName)}.${name}`,
    type: intType,
    value: BigInt(number),
  }));
}

function fieldType(field: Field, rename: Rename): CelType {
  switch (field.fieldKind) {
    case "list":
      return listType(elementType(field, rename));
    case "map":
      return mapType(scalarType(field.mapKey), elementType(field, rename));
    default:
      return elementType(field, rename);
  }
}

function elementType(field: Field, rename: Rename): CelType {
  if (field.message) return messageType(rename(field.message.typeName));
  return field.enum ? intType : scalarType(field.scalar);
}

/** Maps the numbers that protobuf descriptors use for scalar types. */
function scalarType(scalar: number | undefined): CelType {
  switch (scalar) {
    case 1:
    case 2:
      return doubleType;
    case 4:
    case 6:
    case 7:
    case 13:
      return uintType;
    case 8:
      return boolType;
    case 9:
      return stringType;
    case 12:
      return bytesType;
    default:
      return intType;
  }
}

/** A type in the JSON form of its protocol buffer message. */
export interface ProtobufType {
  readonly dyn?: object;
  readonly null?: unknown;
  readonly primitive?: string;
  readonly wrapper?: string;
  readonly wellKnown?: string;
  readonly messageType?: string;
  readonly typeParam?: string;
  readonly type?: ProtobufType;
  readonly listType?: { readonly elemType: ProtobufType };
  readonly mapType?: { readonly keyType: ProtobufType; readonly valueType: ProtobufType };
  readonly abstractType?: { readonly name: string; readonly parameterTypes?: readonly ProtobufType[] };
}

const simpleTypes: Readonly<Record<string, CelType>> = {
  BOOL: boolType,
  INT64: intType,
  UINT64: uintType,
  DOUBLE: doubleType,
  STRING: stringType,
  BYTES: bytesType,
  ANY: anyType,
  TIMESTAMP: timestampType,
  DURATION: durationType,
};

export function readType(type: ProtobufType): CelType {
  if (type.primitive) return simpleTypes[type.primitive] ?? dynType;
  if (type.wellKnown) return simpleTypes[type.wellKnown] ?? dynType;
  if (type.wrapper) return wrapperType(simpleTypes[type.wrapper] ?? dynType);
  if (type.messageType) return messageType(type.messageType);
  if (type.typeParam) return paramType(type.typeParam);
  if (type.type) return typeType(readType(type.type));
  if (type.listType) return listType(readType(type.listType.elemType));
  if (type.mapType) return mapType(readType(type.mapType.keyType), readType(type.mapType.valueType));
  if (type.abstractType) {
    return opaqueType(type.abstractType.name, ...(type.abstractType.parameterTypes ?? []).map(readType));
  }
  return "null" in type ? nullType : dynType;
}
