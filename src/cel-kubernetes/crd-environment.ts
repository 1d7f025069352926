/**
 * The CEL environment of validation rules in the schema of a CustomResourceDefinition.
 *
 * @part expressions
 * @module
 */

import { type Environment, extendEnvironment } from "../cel/environment.ts";
import { optionalType } from "../cel/types/types.ts";
import { reaches } from "../release/release.ts";
import { baseEnvironment, type LibraryReach } from "./base-environment.ts";
import { declareSchema, type StructuralSchema } from "./schema-types.ts";

/** Which value a rule validates, and how the rule reads the old value. */
export interface CrdRuleOptions {
  /**
   * True for the root of the schema and for embedded resources: rules can always read their kind and name. Default
   * true.
   */
  readonly isResource?: boolean;
  /** Declares `oldSelf` as an optional, so that the rule also applies if there is no old value; default false. */
  readonly optionalOldSelf?: boolean;
  /** Default `portable`, as kube-apiserver validates new rules; it evaluates them with `known`. */
  readonly reach?: LibraryReach;
}

/**
 * Builds the environment of the rules of a schema: `self` is a value of the schema, `oldSelf` the value before an
 * update. Build it once for all rules of a schema.
 *
 * @param schema - the schema that has the rules
 * @returns undefined if expressions cannot read the value because its type is unknown
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

/** The name of the type of `self`. kube-apiserver generates a name for each rule, so no rule can rely on it. */
const selfTypeName = "selfType";

/**
 * The first release whose stored rules may read fields named like reserved words without escapes (`self.namespace`),
 * and the first release that accepts new rules that do.
 */
const reservedWordsSince = "1.31";
const reservedWordsPortableSince = "1.32";
