import { expect, test } from "vitest";
import { compareSemvers, parseSemver, parseSemverLeniently, type Semver } from "../../src/text/semver.ts";

function semver(text: string): Semver {
  const result = parseSemver(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function format({ major, minor, patch, prerelease, build }: Semver): string {
  const suffix = prerelease.length === 0 ? "" : `-${prerelease.join(".")}`;
  return `${major}.${minor}.${patch}${suffix}${build.length === 0 ? "" : `+${build.join(".")}`}`;
}

test.each(["1.2.3", "0.0.0", "1.2.3-alpha.1", "1.2.3-a-b.0+build.01", "1.2.3+5.-", "18446744073709551615.0.0"])(
  "%s is parsed and formatted",
  (text) => {
    expect(format(semver(text))).toBe(text);
  },
);

test.each([
  ["", "Version string empty"],
  ["1.2", "No Major.Minor.Patch elements found"],
  ["v1.2.3", 'Invalid character(s) found in major number "v1"'],
  ["01.2.3", 'Major number must not contain leading zeroes "01"'],
  ["1.x.3", 'Invalid character(s) found in minor number "x"'],
  ["1.2.03", 'Patch number must not contain leading zeroes "03"'],
  ["1.2.", 'strconv.ParseUint: parsing "": invalid syntax'],
  ["1.2.3-", "Prerelease is empty"],
  ["1.2.3-01", 'Numeric PreRelease version must not contain leading zeroes "01"'],
  ["1.2.3-a_b", 'Invalid character(s) found in prerelease "a_b"'],
  ["1.2.3+", "Build meta data is empty"],
  ["1.2.3+a_b", 'Invalid character(s) found in build meta data "a_b"'],
  ["18446744073709551616.0.0", 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
])("%j is rejected", (text, error) => {
  expect(parseSemver(text)).toEqual({ ok: false, error });
});

test("precedence follows the Semantic Versioning specification", () => {
  const ascending = [
    "0.9.9",
    "1.0.0-1",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.10.0",
    "2.0.0",
  ].map(semver);
  for (const [index, version] of ascending.entries()) {
    for (const [other, peer] of ascending.entries()) {
      expect(compareSemvers(version, peer)).toBe(Math.sign(index - other));
    }
  }
  expect(compareSemvers(semver("1.0.0+a"), semver("1.0.0+b"))).toBe(0);
});

test.each([
  ["v1.2.3", "1.2.3"],
  ["1", "1.0.0"],
  ["v01.002", "1.2.0"],
  ["1.2.03-rc.1", "1.2.3-rc.1"],
  ["000.0.00", "0.0.0"],
])("%s is parsed leniently as %s", (text, expected) => {
  const result = parseSemverLeniently(text);
  expect(result.ok && format(result.value)).toBe(expected);
});

test.each([
  ["1.2-rc", "short version cannot contain PreRelease/Build meta data"],
  ["", 'strconv.ParseUint: parsing "": invalid syntax'],
  ["V1.2.3", 'Invalid character(s) found in major number "V1"'],
])("%j is rejected even by lenient parsing", (text, error) => {
  expect(parseSemverLeniently(text)).toEqual({ ok: false, error });
});
