import { expect, test } from "vitest";
import { equalTypes, equivalentTypes } from "../../../src/cel/types/equal-types.ts";
import { formatType, runtimeTypeName } from "../../../src/cel/types/format-type.ts";
import {
  anyType,
  type CelType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  objectType,
  opaqueType,
  optionalType,
  paramType,
  stringType,
  timestampType,
  typeType,
  wrapperType,
} from "../../../src/cel/types/types.ts";

test.each<[string, string, CelType]>([
  ["int", "int", intType],
  ["null", "null_type", nullType],
  ["any", "google.protobuf.Any", anyType],
  ["dyn", "dyn", dynType],
  ["timestamp", "google.protobuf.Timestamp", timestampType],
  ["duration", "google.protobuf.Duration", durationType],
  ["list(string)", "list", listType(stringType)],
  ["map(string, any)", "map", mapType(stringType, anyType)],
  ["optional_type(any)", "optional_type", optionalType(anyType)],
  ["type(int)", "type", typeType(intType)],
  ["type", "type", typeType()],
  ["wrapper(int)", "int", wrapperType(intType)],
  ["kubernetes.UserInfo", "kubernetes.UserInfo", objectType("kubernetes.UserInfo")],
  ["net.IP", "net.IP", opaqueType("net.IP")],
  ["T", "T", paramType("T")],
  ["!error!", "error", errorType],
])("%s has the runtime name %s", (text, name, type) => {
  expect(formatType(type)).toBe(text);
  expect(runtimeTypeName(type)).toBe(name);
});

test.each<[CelType, CelType, boolean]>([
  [listType(intType), listType(intType), true],
  [listType(intType), listType(wrapperType(intType)), true],
  [listType(intType), listType(stringType), false],
  [typeType(), typeType(intType), false],
  [opaqueType("a"), opaqueType("b"), false],
  [objectType("a"), opaqueType("a"), false],
  [anyType, dynType, false],
  [mapType(stringType, intType), mapType(stringType, intType), true],
])("%o equals %o: %s", (a, b, expected) => {
  expect(equalTypes(a, b)).toBe(expected);
  expect(equivalentTypes(a, b)).toBe(expected);
});

test("type parameters with different names are equivalent but not equal", () => {
  expect(equalTypes(listType(paramType("A")), listType(paramType("B")))).toBe(false);
  expect(equivalentTypes(listType(paramType("A")), listType(paramType("B")))).toBe(true);
});
