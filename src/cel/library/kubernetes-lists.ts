/**
 * The list library of Kubernetes: order, sums, extremes and positions of elements. Version 1 adds `includes`.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, type Library, member } from "../types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  paramType,
  stringType,
  timestampType,
  uintType,
} from "../types/types.ts";

type NamedType = readonly [name: string, type: CelType];

const summableTypes: readonly NamedType[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["duration", durationType],
];

const comparableTypes: readonly NamedType[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];

const a = paramType("A");
const listOfA = listType(a);

const functionsOfVersion0: readonly FunctionDeclaration[] = [
  declareFunction(
    "isSorted",
    ...comparableTypes.map(([name, type]) => member(`list_${name}_is_sorted_bool`, [listType(type)], boolType)),
  ),
  declareFunction(
    "sum",
    ...summableTypes.map(([name, type]) => member(`list_${name}_sum_${name}`, [listType(type)], type)),
  ),
  declareFunction(
    "max",
    ...comparableTypes.map(([name, type]) => member(`list_${name}_max_${name}`, [listType(type)], type)),
  ),
  declareFunction(
    "min",
    ...comparableTypes.map(([name, type]) => member(`list_${name}_min_${name}`, [listType(type)], type)),
  ),
  declareFunction("indexOf", member("list_a_index_of_int", [listOfA, a], intType)),
  declareFunction("lastIndexOf", member("list_a_last_index_of_int", [listOfA, a], intType)),
];

export const kubernetesListsLibraryVersion0: Library = {
  name: "kubernetes.lists",
  functions: functionsOfVersion0,
  until: "1.37",
};

export const kubernetesListsLibrary: Library = {
  name: "kubernetes.lists",
  functions: [
    ...functionsOfVersion0,
    declareFunction("includes", member("list_includes_dyn_dyn", [dynType, dynType], boolType)),
  ],
  since: "1.37",
};
