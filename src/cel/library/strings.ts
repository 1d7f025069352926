/**
 * cel-go's string library by version: 0 is what Kubernetes had up to 1.28, 2 what it has since; 4 is the newest.
 * Positions and lengths count code points.
 *
 * @module
 */
import { declareFunction, type FunctionDeclaration, type Library, member, overload } from "../types/declarations.ts";
import { dynType, intType, listType, stringType } from "../types/types.ts";

const listOfString = listType(stringType);

const functionsOfVersion0: readonly FunctionDeclaration[] = [
  declareFunction("charAt", member("string_char_at_int", [stringType, intType], stringType)),
  declareFunction(
    "indexOf",
    member("string_index_of_string", [stringType, stringType], intType),
    member("string_index_of_string_int", [stringType, stringType, intType], intType),
  ),
  declareFunction(
    "lastIndexOf",
    member("string_last_index_of_string", [stringType, stringType], intType),
    member("string_last_index_of_string_int", [stringType, stringType, intType], intType),
  ),
  declareFunction("lowerAscii", member("string_lower_ascii", [stringType], stringType)),
  declareFunction(
    "replace",
    member("string_replace_string_string", [stringType, stringType, stringType], stringType),
    member("string_replace_string_string_int", [stringType, stringType, stringType, intType], stringType),
  ),
  declareFunction(
    "split",
    member("string_split_string", [stringType, stringType], listOfString),
    member("string_split_string_int", [stringType, stringType, intType], listOfString),
  ),
  declareFunction(
    "substring",
    member("string_substring_int", [stringType, intType], stringType),
    member("string_substring_int_int", [stringType, intType, intType], stringType),
  ),
  declareFunction("trim", member("string_trim", [stringType], stringType)),
  declareFunction("upperAscii", member("string_upper_ascii", [stringType], stringType)),
  declareFunction(
    "join",
    member("list_join", [listOfString], stringType),
    member("list_join_string", [listOfString, stringType], stringType),
  ),
];

const functionsOfVersion1: readonly FunctionDeclaration[] = [
  declareFunction("format", member("string_format", [stringType, listType(dynType)], stringType)),
  declareFunction("strings.quote", overload("strings_quote", [stringType], stringType)),
];

const functionsOfVersion3: readonly FunctionDeclaration[] = [
  declareFunction("reverse", member("string_reverse", [stringType], stringType)),
];

const libraryName = "cel.lib.ext.strings";

export const stringsLibraryVersion0: Library = { name: libraryName, functions: functionsOfVersion0, until: "1.29" };

export const stringsLibrary: Library = {
  name: libraryName,
  functions: [...functionsOfVersion0, ...functionsOfVersion1],
  since: "1.29",
};

/** The newest version; no Kubernetes release enables it. */
export const stringsLibraryLatest: Library = {
  name: libraryName,
  functions: [...functionsOfVersion0, ...functionsOfVersion1, ...functionsOfVersion3],
};
