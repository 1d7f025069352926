/**
 * The semantic version library of Kubernetes, semver 2.0.0, with an optional lenient reading.
 *
 * @module
 */
import { declareFunction, type Library, member, overload } from "../types/declarations.ts";
import { boolType, intType, opaqueType, stringType } from "../types/types.ts";

const semverType = opaqueType("kubernetes.Semver");

export const semverLibrary: Library = {
  name: "kubernetes.Semver",
  functions: [
    declareFunction(
      "semver",
      overload("string_to_semver", [stringType], semverType),
      overload("string_bool_to_semver", [stringType, boolType], semverType),
    ),
    declareFunction(
      "isSemver",
      overload("is_semver_string", [stringType], boolType),
      overload("is_semver_string_bool", [stringType, boolType], boolType),
    ),
    declareFunction("isGreaterThan", member("semver_is_greater_than", [semverType, semverType], boolType)),
    declareFunction("isLessThan", member("semver_is_less_than", [semverType, semverType], boolType)),
    declareFunction("compareTo", member("semver_compare_to", [semverType, semverType], intType)),
    declareFunction("major", member("semver_major", [semverType], intType)),
    declareFunction("minor", member("semver_minor", [semverType], intType)),
    declareFunction("patch", member("semver_patch", [semverType], intType)),
  ],
  since: "1.33",
};
