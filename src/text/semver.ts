/**
 * Semantic versions (semver 2.0.0), with the error messages of the library that the API server uses.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { uint64Of } from "./int64.ts";
import { type Failure, failure, type Result, success } from "./result.ts";

export interface Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  /** The identifiers between the dots after the dash. */
  readonly prerelease: readonly (bigint | string)[];
  readonly build: readonly string[];
}

export function parseSemver(text: string): Result<Semver> {
  if (text === "") return failure("Version string empty");
  const [majorText = "", minorText, ...rest] = text.split(".");
  if (minorText === undefined || rest.length === 0) return failure("No Major.Minor.Patch elements found");
  const { patchText, prereleaseTexts, buildTexts } = splitPatch(rest.join("."));
  const major = parseCoreNumber(majorText, "major");
  if (!major.ok) return major;
  const minor = parseCoreNumber(minorText, "minor");
  if (!minor.ok) return minor;
  const patch = parseCoreNumber(patchText, "patch");
  if (!patch.ok) return patch;
  const prerelease: (bigint | string)[] = [];
  for (const each of prereleaseTexts) {
    const identifier = parsePrerelease(each);
    if (!identifier.ok) return identifier;
    prerelease.push(identifier.value);
  }
  const buildFault = buildTexts.map(findBuildFault).find((each) => each !== undefined);
  if (buildFault !== undefined) return buildFault;
  return success({ major: major.value, minor: minor.value, patch: patch.value, prerelease, build: buildTexts });
}

/** As {@link parseSemver}, but also accepts a leading `v`, leading zeros, and a missing minor or patch version. */
export function parseSemverLeniently(text: string): Result<Semver> {
  const [major = "", minor, ...rest] = text.replace(/^v/, "").split(".");
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])];
  const trimmed = parts.map((part) => part.replace(/^0+(?=[0-9])/, ""));
  if (trimmed.length < 3 && /[+-]/.test(trimmed[trimmed.length - 1] ?? "")) {
    return failure("short version cannot contain PreRelease/Build meta data");
  }
  while (trimmed.length < 3) trimmed.push("0");
  return parseSemver(trimmed.join("."));
}

/** Splits off prerelease and build, which contain all dots after the second one. */
function splitPatch(text: string): {
  readonly patchText: string;
  readonly prereleaseTexts: readonly string[];
  readonly buildTexts: readonly string[];
} {
  const plus = text.indexOf("+");
  const beforeBuild = plus < 0 ? text : text.slice(0, plus);
  const dash = beforeBuild.indexOf("-");
  return {
    patchText: dash < 0 ? beforeBuild : beforeBuild.slice(0, dash),
    prereleaseTexts: dash < 0 ? [] : beforeBuild.slice(dash + 1).split("."),
    buildTexts: plus < 0 ? [] : text.slice(plus + 1).split("."),
  };
}

const hasLeadingZero = (digits: string): boolean => digits.length > 1 && digits.startsWith("0");

function parseCoreNumber(text: string, name: "major" | "minor" | "patch"): Result<bigint> {
  if (!/^[0-9]*$/.test(text)) return failure(`Invalid character(s) found in ${name} number ${quoteGo(text)}`);
  if (hasLeadingZero(text)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return failure(`${title} number must not contain leading zeroes ${quoteGo(text)}`);
  }
  return parseUint(text);
}

/** Parses an unsigned integer. `text` must consist of digits. */
function parseUint(text: string): Result<bigint> {
  if (text === "") return failure('strconv.ParseUint: parsing "": invalid syntax');
  const value = uint64Of(text);
  return value === undefined
    ? failure(`strconv.ParseUint: parsing ${quoteGo(text)}: value out of range`)
    : success(value);
}

function parsePrerelease(text: string): Result<bigint | string> {
  if (text === "") return failure("Prerelease is empty");
  if (/^[0-9]+$/.test(text)) {
    return hasLeadingZero(text)
      ? failure(`Numeric PreRelease version must not contain leading zeroes ${quoteGo(text)}`)
      : parseUint(text);
  }
  return isIdentifier(text) ? success(text) : failure(`Invalid character(s) found in prerelease ${quoteGo(text)}`);
}

const isIdentifier = (text: string): boolean => /^[0-9A-Za-z-]+$/.test(text);

function findBuildFault(text: string): Failure | undefined {
  if (text === "") return failure("Build meta data is empty");
  return isIdentifier(text) ? undefined : failure(`Invalid character(s) found in build meta data ${quoteGo(text)}`);
}

/** Negative, 0 or positive by precedence (semver 2.0.0, section 11); build metadata is ignored. */
export function compareSemvers(a: Semver, b: Semver): number {
  return (
    comparePlain(a.major, b.major) ||
    comparePlain(a.minor, b.minor) ||
    comparePlain(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

function comparePrereleases(a: Semver["prerelease"], b: Semver["prerelease"]): number {
  // A release comes after its prereleases.
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

/** Compares identifiers; numbers come before words. */
function compareIdentifiers(a: bigint | string, b: bigint | string): number {
  if (typeof a !== typeof b) return typeof a === "bigint" ? -1 : 1;
  return comparePlain(a, b);
}

const comparePlain = (a: bigint | string, b: bigint | string): number => (a === b ? 0 : a < b ? -1 : 1);
