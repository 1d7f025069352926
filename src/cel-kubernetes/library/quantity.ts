/**
 * The quantity library of Kubernetes: exact numbers with a unit suffix.
 *
 * @module
 */

import { parsingCost } from "../../cel/cost/model.ts";
import { noSuchOverload } from "../../cel/eval/faults.ts";
import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { boolType, doubleType, intType, opaqueType, stringType } from "../../cel/types/types.ts";
import { CelError, type OpaqueValue } from "../../cel/types/values.ts";
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityOfInteger,
  quantitySign,
  quantityToDouble,
  quantityToInteger,
  subtractQuantities,
} from "../../text/quantity.ts";

const quantityType = opaqueType("kubernetes.Quantity");
const pair = [quantityType, quantityType];

export const quantityLibrary: Library = {
  name: "kubernetes.quantity",
  functions: [
    declareFunction("quantity", overload("string_to_quantity", [stringType], quantityType, readQuantity)),
    declareFunction("isQuantity", overload("is_quantity_string", [stringType], boolType, isQuantity)),
    declareFunction("sign", overload("quantity_sign", [quantityType], intType, sign)),
    declareFunction("isGreaterThan", member("quantity_is_greater_than", pair, boolType, isGreaterThan)),
    declareFunction("isLessThan", member("quantity_is_less_than", pair, boolType, isLessThan)),
    declareFunction("compareTo", member("quantity_compare_to", pair, intType, compareTo)),
    declareFunction(
      "asApproximateFloat",
      member("quantity_get_float", [quantityType], doubleType, ({ quantity }: QuantityValue) =>
        quantityToDouble(quantity),
      ),
    ),
    declareFunction("asInteger", member("quantity_get_int", [quantityType], intType, asInteger)),
    declareFunction("isInteger", member("quantity_is_integer", [quantityType], boolType, isInteger)),
    declareFunction(
      "add",
      member("quantity_add", pair, quantityType, plus),
      member("quantity_add_int", [quantityType, intType], quantityType, plusInteger),
    ),
    declareFunction(
      "sub",
      member("quantity_sub", pair, quantityType, minus),
      member("quantity_sub_int", [quantityType, intType], quantityType, minusInteger),
    ),
  ],
  costs: { byName: { quantity: parsingCost(), isQuantity: parsingCost() } },
  since: "1.28",
};

class QuantityValue implements OpaqueValue {
  readonly celType = quantityType;
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }

  /**
   * As in kube-apiserver, the right side must be a parsed quantity: a result of `add` or `sub` on the right is an
   * error.
   */
  equals(other: OpaqueValue): boolean | CelError {
    if (!(other instanceof QuantityValue) || other instanceof ComputedQuantity) return noSuchOverload;
    return order(this, other) === 0;
  }
}

/** The result of `add` and `sub`. */
class ComputedQuantity extends QuantityValue {}

const order = (a: QuantityValue, b: QuantityValue): number => compareQuantities(a.quantity, b.quantity);

function readQuantity(text: string): QuantityValue | CelError {
  const quantity = parseQuantity(text);
  return quantity.ok ? new QuantityValue(quantity.value) : new CelError(quantity.error);
}

function isQuantity(text: string): boolean {
  return parseQuantity(text).ok;
}

function sign({ quantity }: QuantityValue): bigint {
  return BigInt(quantitySign(quantity));
}

function isGreaterThan(a: QuantityValue, b: QuantityValue): boolean {
  return order(a, b) > 0;
}

function isLessThan(a: QuantityValue, b: QuantityValue): boolean {
  return order(a, b) < 0;
}

function compareTo(a: QuantityValue, b: QuantityValue): bigint {
  return BigInt(order(a, b));
}

function asInteger({ quantity }: QuantityValue): bigint | CelError {
  return quantityToInteger(quantity) ?? new CelError("cannot convert value to integer");
}

function isInteger({ quantity }: QuantityValue): boolean {
  return quantityToInteger(quantity) !== undefined;
}

function plus(a: QuantityValue, b: QuantityValue): QuantityValue {
  return new ComputedQuantity(addQuantities(a.quantity, b.quantity));
}

function minus(a: QuantityValue, b: QuantityValue): QuantityValue {
  return new ComputedQuantity(subtractQuantities(a.quantity, b.quantity));
}

const integerQuantity = (value: bigint): QuantityValue =>
  new QuantityValue(quantityOfInteger(value, "DecimalExponent"));

function plusInteger(a: QuantityValue, b: bigint): QuantityValue {
  return plus(a, integerQuantity(b));
}

function minusInteger(a: QuantityValue, b: bigint): QuantityValue {
  return minus(a, integerQuantity(b));
}
