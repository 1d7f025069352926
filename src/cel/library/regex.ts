/**
 * The regular expression library of Kubernetes: the text of matches. `matches` itself is of the standard library.
 *
 * @module
 */
import { declareFunction, type Library, member } from "../types/declarations.ts";
import { intType, listType, stringType } from "../types/types.ts";

const listOfString = listType(stringType);

export const regexLibrary: Library = {
  name: "kubernetes.regex",
  functions: [
    declareFunction("find", member("string_find_string", [stringType, stringType], stringType)),
    declareFunction(
      "findAll",
      member("string_find_all_string", [stringType, stringType], listOfString),
      member("string_find_all_string_int", [stringType, stringType, intType], listOfString),
    ),
  ],
};
