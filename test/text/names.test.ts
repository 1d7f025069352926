import { expect, test } from "vitest";
import {
  maskTrailingDash,
  validateConfigMapKey,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validatePathSegmentName,
  validatePathSegmentPrefix,
  validatePercent,
  validatePortName,
  validateQualifiedName,
  validateWildcardSubdomain,
} from "../../src/text/names.ts";

const labelMessage =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

test.each([
  ["abc", []],
  ["0", []],
  ["a".repeat(63), []],
  ["a".repeat(64), ["must be no more than 63 characters"]],
  ["a.b", ["must not contain dots"]],
  [`${"a".repeat(63)}.b`, ["must be no more than 63 characters", "must not contain dots"]],
  ["A", [labelMessage]],
  ["-a", [labelMessage]],
  ["a\n", [labelMessage]],
  ["", [labelMessage]],
])("DNS-1123 label %j", (value, expected) => {
  expect(validateDns1123Label(value)).toEqual(expected);
});

test.each([
  { validate: validateDns1123Subdomain, valid: ["a", "a.b", "a".repeat(200)], invalid: ["a..b", "A.b", "a_b", ""] },
  { validate: validateWildcardSubdomain, valid: ["*.a", "*.a.b"], invalid: ["*", "a.b", "*.*.a"] },
  { validate: validateDns1035Label, valid: ["a", "a-1"], invalid: ["1a", "a.b", "a-"] },
  {
    validate: validateQualifiedName,
    valid: ["a", "A_b.c", "example.com/A"],
    invalid: ["", "/a", "a/", "A.com/a", "a/b/c", "-a", `a/${"b".repeat(64)}`, `${"a".repeat(254)}/b`],
  },
  { validate: validateLabelValue, valid: ["", "a", "A_b.c"], invalid: ["-", "a b", "é", "a".repeat(64)] },
  { validate: validatePathSegmentName, valid: ["", "a:b", "...", "é"], invalid: [".", "..", "a/b", "a%b"] },
  { validate: validatePathSegmentPrefix, valid: [".", "a:"], invalid: ["a/", "%"] },
  { validate: validatePortName, valid: ["http", "a-1"], invalid: ["", "80", "a--b", "-a", "a".repeat(16), "A"] },
  { validate: validateConfigMapKey, valid: ["a", ".a", "A_b"], invalid: ["", ".", "..", "..a", "a/b"] },
  { validate: validatePercent, valid: ["0%", "100%"], invalid: ["%", "5", "-1%", "1.5%"] },
])("$validate.name", ({ validate, valid, invalid }) => {
  for (const value of valid) expect(validate(value), value).toEqual([]);
  for (const value of invalid) expect(validate(value), value).not.toEqual([]);
});

test("the length limit counts bytes", () => {
  expect(validateLabelValue("é".repeat(32))[0]).toBe("must be no more than 63 bytes");
});

test("a qualified name's errors name the invalid part", () => {
  expect(validateQualifiedName("/-")).toEqual([
    "prefix part must be non-empty",
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ]);
});

test.each([
  ["a-", "a"],
  ["ab-", "aa"],
  ["-", "-"],
  ["é-", "é-"],
  ["ab", "ab"],
])("a generated name's prefix %j is validated as %j", (prefix, expected) => {
  expect(maskTrailingDash(prefix)).toBe(expected);
});
