/**
 * cel-go's set library: treats lists as sets, with elements compared as by `==`.
 *
 * @module
 */
import { callCost, operandAt } from "../cost/model.ts";
import { exactly, product, scale, sum } from "../cost/range.ts";
import { sizeOf } from "../cost/size.ts";
import { equalValues } from "../eval/equality.ts";
import type { FunctionCost } from "../types/costs.ts";
import { declareFunction, type Library, overload } from "../types/declarations.ts";
import { boolType, listType, paramType } from "../types/types.ts";
import type { Value } from "../types/values.ts";

const listOfT = listType(paramType("T"));

/** The cost of comparing each element of one list with each of the other, `times` times. */
const pairsCost = (times: number): FunctionCost => ({
  track: (a, b) => callCost + sizeOf(a) * sizeOf(b) * times,
  estimate: (operands) => {
    const pairs = product(operandAt(operands, 0).size, operandAt(operands, 1).size);
    return { cost: sum(exactly(callCost), scale(pairs, times)) };
  },
});

export const setsLibrary: Library = {
  name: "cel.lib.ext.sets",
  functions: [
    declareFunction("sets.contains", overload("list_sets_contains_list", [listOfT, listOfT], boolType, contains)),
    declareFunction("sets.equivalent", overload("list_sets_equivalent_list", [listOfT, listOfT], boolType, equivalent)),
    declareFunction("sets.intersects", overload("list_sets_intersects_list", [listOfT, listOfT], boolType, intersects)),
  ],
  costs: {
    byOverload: {
      list_sets_contains_list: pairsCost(1),
      list_sets_intersects_list: pairsCost(1),
      list_sets_equivalent_list: pairsCost(2),
    },
  },
  since: "1.29",
};

type List = readonly Value[];

const has = (list: List, value: Value): boolean => list.some((each) => equalValues(each, value));

/** Whether every element of `part` is in `list`. */
function contains(list: List, part: List): boolean {
  return part.every((value) => has(list, value));
}

function equivalent(a: List, b: List): boolean {
  return contains(a, b) && contains(b, a);
}

function intersects(a: List, b: List): boolean {
  return a.some((value) => has(b, value));
}
