/**
 * cel-go's math library: least and greatest, rounding, signs, bit operations, square roots. Opt-in: no Kubernetes
 * environment has it. Numbers of different types are compared, so `math.least(1, 0.5)` is a double.
 *
 * @module
 */
import { integerOverflow } from "../eval/faults.ts";
import { compareValues } from "../eval/ordering.ts";
import {
  declareFunction,
  type FunctionDeclaration,
  type Library,
  type Overload,
  overload,
  type TypedImplementation,
} from "../types/declarations.ts";
import { boolType, type CelType, doubleType, dynType, intType, listType, uintType } from "../types/types.ts";
import { CelError, Uint, type Value } from "../types/values.ts";

/** Number types with their names in overload ids, in the order in which overloads are tried. */
const numberTypes: readonly (readonly [name: string, type: CelType])[] = [
  ["double", doubleType],
  ["int", intType],
  ["uint", uintType],
];

/** `math.least`, `math.greatest` and the other functions of `math`. */
export const mathLibrary: Library = {
  name: "cel.lib.ext.math",
  functions: [
    declareSelection("@min", (order) => order > 0),
    declareSelection("@max", (order) => order < 0),
    declareDoubleFunction("ceil", doubleType, Math.ceil),
    declareDoubleFunction("floor", doubleType, Math.floor),
    declareDoubleFunction("round", doubleType, round),
    declareDoubleFunction("trunc", doubleType, Math.trunc),
    declareDoubleFunction("isInf", boolType, (value) => Math.abs(value) === Number.POSITIVE_INFINITY),
    declareDoubleFunction("isNaN", boolType, Number.isNaN),
    declareDoubleFunction("isFinite", boolType, Number.isFinite),
    declareFunction(
      "math.abs",
      overload("math_abs_double", [doubleType], doubleType, Math.abs),
      overload("math_abs_int", [intType], intType, absolute),
      overload("math_abs_uint", [uintType], uintType, identity),
    ),
    declareFunction(
      "math.sign",
      overload("math_sign_double", [doubleType], doubleType, signOfDouble),
      overload("math_sign_int", [intType], intType, signOf),
      overload("math_sign_uint", [uintType], uintType, ({ value }: Uint) => new Uint(signOf(value))),
    ),
    declareBitFunction("bitAnd", (a, b) => a & b),
    declareBitFunction("bitOr", (a, b) => a | b),
    declareBitFunction("bitXor", (a, b) => a ^ b),
    declareFunction(
      "math.bitNot",
      overload("math_bitNot_int_int", [intType], intType, (value: bigint) => ~value),
      overload("math_bitNot_uint_uint", [uintType], uintType, ({ value }: Uint) => unsigned(~value)),
    ),
    declareShift("bitShiftLeft", (bits, count) => bits << count),
    declareShift("bitShiftRight", (bits, count) => bits >> count),
    declareFunction(
      "math.sqrt",
      overload("math_sqrt_double", [doubleType], doubleType, Math.sqrt),
      overload("math_sqrt_int", [intType], doubleType, (value: bigint) => Math.sqrt(Number(value))),
      overload("math_sqrt_uint", [uintType], doubleType, ({ value }: Uint) => Math.sqrt(Number(value))),
    ),
  ],
  macros: ["math"],
};

/** Whether to select the second of two numbers, by the result of comparing the first with it. */
type TakesSecond = (order: number) => boolean;

/**
 * Declares the function that `math.least` or `math.greatest` expands to: it takes one number, two of any types, or a
 * list.
 */
function declareSelection(name: string, takesSecond: TakesSecond): FunctionDeclaration {
  const fullName = `math.${name}`;
  const selectFromPair = (a: Value, b: Value): Value | CelError => {
    const order = compareValues(a, b);
    if (order instanceof CelError) return new CelError(`${order.message}: ${fullName}`);
    return takesSecond(order) ? b : a;
  };
  const selectFromList = (list: readonly Value[]): Value | CelError => selectFrom(list, fullName, selectFromPair);
  const pairs = numberTypes.flatMap(([nameA, a]) =>
    numberTypes.map(([nameB, b]) => [`${nameA}_${nameB}`, [a, b], a === b ? a : dynType] as const),
  );
  return declareFunction(
    fullName,
    ...numberTypes.map(([type, number]) => overload(`math_${name}_${type}`, [number], number, identity)),
    ...pairs.map(([types, numbers, result]) => overload(`math_${name}_${types}`, numbers, result, selectFromPair)),
    ...numberTypes.map(([type, number]) =>
      overload(`math_${name}_list_${type}`, [listType(number)], number, selectFromList),
    ),
  );
}

/** Selects from a list. Only its first element is known to be a number; other types return an error. */
function selectFrom(
  list: readonly Value[],
  fullName: string,
  selectFromPair: (a: Value, b: Value) => Value | CelError,
): Value | CelError {
  let [selected] = list;
  if (selected === undefined) return new CelError(`${fullName}(list) argument must not be empty`);
  for (const value of list.slice(1)) {
    const next = selectFromPair(selected, value);
    if (next instanceof CelError) return new CelError(`no such overload: ${fullName}`);
    selected = next;
  }
  return selected;
}

function declareDoubleFunction(name: string, result: CelType, call: (value: number) => Value): FunctionDeclaration {
  return declareFunction(`math.${name}`, overload(`math_${name}_double`, [doubleType], result, call));
}

/** Rounds to the nearest whole number; halves away from zero. */
function round(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

function identity(value: Value): Value {
  return value;
}

const minInt = -(2n ** 63n);

function absolute(value: bigint): bigint | CelError {
  if (value === minInt) return integerOverflow;
  return value < 0n ? -value : value;
}

function signOf(value: bigint): bigint {
  return value > 0n ? 1n : value < 0n ? -1n : 0n;
}

/** Returns the sign of a number: 0 for both zeros, NaN for NaN. */
function signOfDouble(value: number): number {
  return value === 0 ? 0 : Math.sign(value);
}

const wordSizeBits = 64;

function signed(bits: bigint): bigint {
  return BigInt.asIntN(wordSizeBits, bits);
}

function unsigned(bits: bigint): Uint {
  return new Uint(BigInt.asUintN(wordSizeBits, bits));
}

function declareBitFunction(name: string, combine: (a: bigint, b: bigint) => bigint): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    overload(`math_${name}_int_int`, [intType, intType], intType, combine),
    overload(`math_${name}_uint_uint`, [uintType, uintType], uintType, (a: Uint, b: Uint) =>
      unsigned(combine(a.value, b.value)),
    ),
  );
}

/** Declares a shift. Ints are shifted as unsigned bits, so a shift to the right does not extend the sign. */
function declareShift(name: string, shift: (bits: bigint, count: bigint) => bigint): FunctionDeclaration {
  const shiftBits = (bits: bigint, count: bigint): bigint | CelError => {
    if (count < 0n) return new CelError(`math.${name}() negative offset: ${count}`);
    return count < wordSizeBits ? shift(BigInt.asUintN(wordSizeBits, bits), count) : 0n;
  };
  const declare = (type: CelType, typeName: string, call: TypedImplementation): Overload =>
    overload(`math_${name}_${typeName}_int`, [type, intType], type, call);
  return declareFunction(
    `math.${name}`,
    declare(intType, "int", (value: bigint, count: bigint) => mapBits(shiftBits(value, count), signed)),
    declare(uintType, "uint", ({ value }: Uint, count: bigint) => mapBits(shiftBits(value, count), unsigned)),
  );
}

function mapBits(bits: bigint | CelError, toNumber: (bits: bigint) => Value): Value | CelError {
  return bits instanceof CelError ? bits : toNumber(bits);
}
