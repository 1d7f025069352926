/**
 * The quantity library of Kubernetes: exact numbers with a unit suffix.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { boolType, doubleType, intType, opaqueType, stringType } from "../types/types.ts";

const quantityType = opaqueType("kubernetes.Quantity");

export const quantityLibrary: Library = {
  name: "kubernetes.quantity",
  functions: [
    declareFunction("quantity", overload("string_to_quantity", [stringType], quantityType)),
    declareFunction("isQuantity", overload("is_quantity_string", [stringType], boolType)),
    declareFunction("sign", overload("quantity_sign", [quantityType], intType)),
    declareFunction("isGreaterThan", member("quantity_is_greater_than", [quantityType, quantityType], boolType)),
    declareFunction("isLessThan", member("quantity_is_less_than", [quantityType, quantityType], boolType)),
    declareFunction("compareTo", member("quantity_compare_to", [quantityType, quantityType], intType)),
    declareFunction("asApproximateFloat", member("quantity_get_float", [quantityType], doubleType)),
    declareFunction("asInteger", member("quantity_get_int", [quantityType], intType)),
    declareFunction("isInteger", member("quantity_is_integer", [quantityType], boolType)),
    declareFunction(
      "add",
      member("quantity_add", [quantityType, quantityType], quantityType),
      member("quantity_add_int", [quantityType, intType], quantityType),
    ),
    declareFunction(
      "sub",
      member("quantity_sub", [quantityType, quantityType], quantityType),
      member("quantity_sub_int", [quantityType, intType], quantityType),
    ),
  ],
  since: "1.28",
};
