/**
 * The regular expression library of Kubernetes: `find` and `findAll`. `matches` belongs to the standard library.
 *
 * @module
 */

import { operandAt, patternCost } from "../../cel/cost/model.ts";
import { declareFunction, type Library, member } from "../../cel/types/declarations.ts";
import { intType, listType, stringType } from "../../cel/types/types.ts";
import { CelError } from "../../cel/types/values.ts";
import { compileRegex } from "../../regex/engine.ts";

const listOfString = listType(stringType);

/** In the worst case, each code point is a match. */
const findCost = patternCost((operands) => ({ min: 0n, max: operandAt(operands, 0).size.max }));

export const regexLibrary: Library = {
  name: "kubernetes.regex",
  functions: [
    declareFunction("find", member("string_find_string", [stringType, stringType], stringType, find)),
    declareFunction(
      "findAll",
      member("string_find_all_string", [stringType, stringType], listOfString, findAll),
      member("string_find_all_string_int", [stringType, stringType, intType], listOfString, findAll),
    ),
  ],
  costs: { byName: { find: findCost, findAll: findCost } },
};

/** Returns the first match, or an empty string. */
function find(text: string, pattern: string): string | CelError {
  const regex = compileRegex(pattern);
  return regex.ok ? (regex.value.find(text) ?? "") : illegalRegex(regex.error.message);
}

/** Returns at most `limit` matches; all of them if it is negative. */
function findAll(text: string, pattern: string, limit = -1n): readonly string[] | CelError {
  const regex = compileRegex(pattern);
  if (!regex.ok) return illegalRegex(regex.error.message);
  return regex.value.findAll(text, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit));
}

const illegalRegex = (cause: string): CelError => new CelError(`Illegal regex: ${cause}`);
