import { describe, expect, test } from "vitest";
import { formatType } from "../../../src/cel/types/format-type.ts";
import {
  anyType,
  boolType,
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
  uintType,
  wrapperType,
} from "../../../src/cel/types/types.ts";
import { moreGeneral, TypeBindings } from "../../../src/cel/types/unify.ts";

const a = paramType("A");
const b = paramType("B");

describe("assignability of types without parameters", () => {
  test.each<[CelType, CelType, boolean]>([
    [intType, intType, true],
    [intType, uintType, false],
    [intType, dynType, true],
    [dynType, intType, true],
    [anyType, listType(intType), true],
    [errorType, stringType, true],
    [listType(intType), listType(intType), true],
    [listType(intType), listType(dynType), true],
    [listType(intType), listType(stringType), false],
    [listType(intType), mapType(intType, intType), false],
    [mapType(stringType, anyType), mapType(stringType, intType), true],
    [mapType(stringType, intType), mapType(intType, intType), false],
    [objectType("x.A"), objectType("x.A"), true],
    [objectType("x.A"), objectType("x.B"), false],
    [opaqueType("net.IP"), opaqueType("net.IP"), true],
    [opaqueType("net.IP"), opaqueType("net.CIDR"), false],
    [optionalType(intType), optionalType(dynType), true],
    [optionalType(intType), optionalType(stringType), false],
    [optionalType(intType), intType, false],
    [typeType(intType), typeType(stringType), true],
    [typeType(), typeType(intType), true],
    [typeType(intType), intType, false],
    [nullType, nullType, true],
    [nullType, objectType("x.A"), true],
    [nullType, opaqueType("net.IP"), true],
    [nullType, optionalType(intType), true],
    [timestampType, nullType, true],
    [durationType, nullType, true],
    [nullType, intType, false],
    [nullType, listType(intType), false],
    [wrapperType(intType), nullType, true],
    [wrapperType(intType), intType, true],
    [intType, wrapperType(intType), true],
    [wrapperType(intType), wrapperType(stringType), false],
  ])("%o and %o: %s", (left, right, expected) => {
    expect(new TypeBindings().assign(left, right)).toBe(expected);
    expect(new TypeBindings().assign(right, left)).toBe(expected);
  });
});

describe("bindings", () => {
  test("the first type binds a parameter, and a type that conflicts with it is rejected", () => {
    const bindings = new TypeBindings();
    expect(bindings.assign(intType, a)).toBe(true);
    expect(bindings.assign(stringType, a)).toBe(false);
    expect(formatType(bindings.resolve(listType(a)))).toBe("list(int)");
  });

  test("a dynamic type generalizes a bound parameter", () => {
    const bindings = new TypeBindings();
    bindings.assign(intType, a);
    expect(bindings.assign(dynType, a)).toBe(true);
    expect(bindings.resolve(a)).toEqual(dynType);
  });

  test("a failed assignment leaves no binding behind", () => {
    const bindings = new TypeBindings();
    expect(bindings.assignAll([intType, stringType], [a, a])).toBe(false);
    expect(bindings.resolve(a)).toEqual(a);
    expect(bindings.assignAll([intType], [a, b])).toBe(false);
  });

  test("parameters can be bound to each other", () => {
    const bindings = new TypeBindings();
    expect(bindings.assign(a, b)).toBe(true);
    expect(bindings.assign(intType, a)).toBe(true);
    expect(bindings.resolve(mapType(a, b))).toEqual(mapType(intType, intType));
  });

  test("a parameter cannot be bound to a type that contains it", () => {
    const bindings = new TypeBindings();
    expect(bindings.assign(listType(a), a)).toBe(false);
    bindings.assign(a, b);
    expect(bindings.assign(listType(b), a)).toBe(false);
  });

  test("an unbound parameter stays or becomes dyn", () => {
    const bindings = new TypeBindings();
    expect(bindings.resolve(listType(a))).toEqual(listType(a));
    expect(bindings.resolve(listType(a), true)).toEqual(listType(dynType));
  });

  test("each instance of a signature gets fresh parameters, one per name", () => {
    const bindings = new TypeBindings();
    const first = bindings.instantiate({ params: [mapType(a, b)], result: a });
    const second = bindings.instantiate({ params: [a], result: a });
    expect(first.params).toEqual([mapType(first.result, expect.anything())]);
    expect(second.params).toEqual([second.result]);
    expect(second.result).not.toEqual(first.result);
  });
});

test.each<[CelType, CelType, CelType]>([
  [intType, dynType, dynType],
  [anyType, dynType, anyType],
  [listType(intType), listType(dynType), listType(dynType)],
  [mapType(stringType, dynType), mapType(dynType, intType), mapType(dynType, intType)],
  [boolType, wrapperType(boolType), boolType],
  [optionalType(intType), optionalType(dynType), optionalType(dynType)],
  [typeType(intType), typeType(), typeType(intType)],
])("the more general of %o and %o is %o", (first, second, expected) => {
  expect(moreGeneral(first, second)).toEqual(expected);
});
