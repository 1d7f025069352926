import { TestAllTypesSchema as proto2TestAllTypes } from "@bufbuild/cel-spec/cel/expr/conformance/proto2/test_all_types_pb.js";
import { TestAllTypesSchema as proto3TestAllTypes } from "@bufbuild/cel-spec/cel/expr/conformance/proto3/test_all_types_pb.js";
import type { ConstantDeclaration, ObjectDeclaration } from "../../../src/cel/types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  intType,
  listType,
  mapType,
  nullType,
  stringType,
  uintType,
} from "../../../src/cel/types/types.ts";
import { messageType } from "../../../src/cel/types/well-known.ts";

type Message = typeof proto3TestAllTypes | typeof proto2TestAllTypes;
type Field = Message["fields"][number];

/** The test messages of cel-spec as object types, under the names that cel-go's tests have for them. */
export function testMessages(): { readonly objects: ObjectDeclaration[]; readonly constants: ConstantDeclaration[] } {
  const objects = new Map<string, ObjectDeclaration>();
  const constants = new Map<string, ConstantDeclaration>();
  const addMessage = (message: Message): void => {
    const name = testName(message.typeName);
    if (objects.has(name) || name.startsWith("google.protobuf.")) return;
    objects.set(name, { name, fields: Object.fromEntries(message.fields.map((field) => [field.name, typeOf(field)])) });
    for (const field of message.fields) {
      if (field.message) addMessage(field.message as Message);
      if (field.enum) addEnum(field.enum);
    }
  };
  const addEnum = (declaration: NonNullable<Field["enum"]>): void => {
    for (const value of declaration.values) {
      const name = `${testName(declaration.typeName)}.${value.name}`;
      constants.set(name, { name, type: intType, value: BigInt(value.number) });
    }
  };
  addMessage(proto3TestAllTypes);
  addMessage(proto2TestAllTypes);
  return { objects: [...objects.values()], constants: [...constants.values()] };
}

function testName(typeName: string): string {
  return typeName.replace(/^cel\.expr\.conformance\.(proto[23])\./, "google.expr.$1.test.");
}

function typeOf(field: Field): CelType {
  switch (field.fieldKind) {
    case "list":
      return listType(elementType(field));
    case "map":
      return mapType(scalarType(field.mapKey), elementType(field));
    default:
      return elementType(field);
  }
}

function elementType(field: Field): CelType {
  if (field.message) return messageType(testName(field.message.typeName));
  if (field.enum) return field.enum.typeName === "google.protobuf.NullValue" ? nullType : intType;
  return scalarType(field.scalar);
}

/** By the numbers that descriptors have for scalar types. */
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
