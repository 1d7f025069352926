/**
 * The semantic version library of Kubernetes (semver 2.0.0), with an optional lenient parser.
 *
 * @module
 */

import { parsingCost } from "../../cel/cost/model.ts";
import { declareFunction, type Library, member, overload } from "../../cel/types/declarations.ts";
import { boolType, intType, opaqueType, stringType } from "../../cel/types/types.ts";
import { CelError, type OpaqueValue } from "../../cel/types/values.ts";
import { compareSemvers, parseSemver, parseSemverLeniently, type Semver } from "../../text/semver.ts";

const semverType = opaqueType("kubernetes.Semver");
const pair = [semverType, semverType];

export const semverLibrary: Library = {
  name: "kubernetes.Semver",
  functions: [
    declareFunction(
      "semver",
      overload("string_to_semver", [stringType], semverType, readSemver),
      overload("string_bool_to_semver", [stringType, boolType], semverType, readSemver),
    ),
    declareFunction(
      "isSemver",
      overload("is_semver_string", [stringType], boolType, isSemver),
      overload("is_semver_string_bool", [stringType, boolType], boolType, isSemver),
    ),
    declareFunction("isGreaterThan", member("semver_is_greater_than", pair, boolType, isGreaterThan)),
    declareFunction("isLessThan", member("semver_is_less_than", pair, boolType, isLessThan)),
    declareFunction("compareTo", member("semver_compare_to", pair, intType, compareTo)),
    declareFunction(
      "major",
      member("semver_major", [semverType], intType, (value: SemverValue) => value.semver.major),
    ),
    declareFunction(
      "minor",
      member("semver_minor", [semverType], intType, (value: SemverValue) => value.semver.minor),
    ),
    declareFunction(
      "patch",
      member("semver_patch", [semverType], intType, (value: SemverValue) => value.semver.patch),
    ),
  ],
  costs: { byName: { semver: parsingCost(), isSemver: parsingCost() } },
  since: "1.33",
};

class SemverValue implements OpaqueValue {
  readonly celType = semverType;
  readonly semver: Semver;

  constructor(semver: Semver) {
    this.semver = semver;
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof SemverValue && order(this, other) === 0;
  }
}

const order = (a: SemverValue, b: SemverValue): number => compareSemvers(a.semver, b.semver);

function readSemver(text: string, lenient = false): SemverValue | CelError {
  const semver = lenient ? parseSemverLeniently(text) : parseSemver(text);
  return semver.ok ? new SemverValue(semver.value) : new CelError(semver.error);
}

function isSemver(text: string, lenient = false): boolean {
  return readSemver(text, lenient) instanceof SemverValue;
}

function isGreaterThan(a: SemverValue, b: SemverValue): boolean {
  return order(a, b) > 0;
}

function isLessThan(a: SemverValue, b: SemverValue): boolean {
  return order(a, b) < 0;
}

function compareTo(a: SemverValue, b: SemverValue): bigint {
  return BigInt(order(a, b));
}
