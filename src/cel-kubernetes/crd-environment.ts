/**
 * The environment of validation rules in the schema of a custom resource definition.
 *
 * @part expressions
 * @module
 */

import { type Environment, extendEnvironment } from "../cel/environment.ts";
import { optionalType } from "../cel/types/types.ts";
import { reaches } from "../release/release.ts";
import { baseEnvironment, type LibraryReach } from "./base-environment.ts";
import { declareSchema, type StructuralSchema } from "./schema-types.ts";

/** Where a rule is and how it sees the value before. */
export interface CrdRuleOptions {
  /** True for the root of the schema and for embedded resources, whose kind and name can always be read; default true. */
  readonly isResource?: boolean;
  /** `oldSelf` is an optional, so that the rule also applies where there was no value before; default false. */
  readonly optionalOldSelf?: boolean;
  /** Default `portable`, as for rules that are new; the server evaluates with `known`. */
  readonly reach?: LibraryReach;
}

/**
 * The environment of the rules of a schema: `self` is a value of it, `oldSelf` the value before an update. Build it once
 * for all rules of a schema.
 *
 * @param schema - of the value that the rules are at
 * @returns undefined where expressions cannot see the value, as it is of no known type
 */
export function crdEnvironment(
  target: string,
  schema: StructuralSchema,
  options: CrdRuleOptions = {},
): Environment | undefined {
  const { isResource = true, optionalOldSelf = false, reach = "portable" } = options;
  const wordsSince = reach === "known" ? reservedWordsSince : reservedWordsPortableSince;
  const allowsReservedWords = reaches(target, wordsSince);
  const types = declareSchema(schema, { name: selfTypeName, isResource, allowsReservedWords });
  if (types === undefined) return undefined;
  return extendEnvironment(baseEnvironment(target, reach), {
    variables: [
      { name: "self", type: types.type },
      { name: "oldSelf", type: optionalOldSelf ? optionalType(types.type) : types.type },
    ],
    objects: types.objects,
  });
}

/** The API server makes one up for each rule, so that none can count on it. */
const selfTypeName = "selfType";

/** The release that reads fields that are named like reserved words, `self.namespace`, and the one that lets them be written. */
const reservedWordsSince = "1.31";
const reservedWordsPortableSince = "1.32";
