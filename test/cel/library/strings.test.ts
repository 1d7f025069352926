import { describe, expect, test } from "vitest";
import { stringsLibraryLatest } from "../../../src/cel/library/strings.ts";
import { kubernetesLibraries } from "../../../src/cel-kubernetes/library/catalog.ts";
import { environmentOf, evaluateText } from "./evaluate-text.ts";

test.each([
  ["'héllo'.charAt(1)", "é"],
  ["'💥x'.charAt(1)", "x"],
  ["'a'.charAt(1)", ""],
  ["'a'.charAt(2)", "error: index out of range: 2"],
  ["'a'.charAt(-1)", "error: index out of range: -1"],
  ["'💥ab'.indexOf('b')", 2n],
  ["'abab'.indexOf('ab', 1)", 2n],
  ["'ab'.indexOf('c')", -1n],
  ["'ab'.indexOf('')", 0n],
  ["'ab'.indexOf('', 5)", 2n],
  ["'ab'.indexOf('a', 5)", -1n],
  ["'ab'.indexOf('a', -1)", "error: index out of range: -1"],
  ["'💥abab'.lastIndexOf('ab')", 3n],
  ["'abab'.lastIndexOf('ab', 1)", 0n],
  ["'abab'.lastIndexOf('ab', 2)", 2n],
  ["'ab'.lastIndexOf('')", 2n],
  ["'ab'.lastIndexOf('', 1)", 1n],
  ["'ab'.lastIndexOf('b', 2)", -1n],
  ["''.lastIndexOf('a')", -1n],
  ["'ab'.lastIndexOf('a', -1)", "error: index out of range: -1"],
  ["'TacoCÆt'.lowerAscii()", "tacocÆt"],
  ["'tacocæt'.upperAscii()", "TACOCæT"],
  ["'hello hello'.replace('he', 'we')", "wello wello"],
  ["'hello hello'.replace('he', 'we', 1)", "wello hello"],
  ["'hello hello'.replace('he', 'we', 0)", "hello hello"],
  ["'hello hello'.replace('he', 'we', -1)", "wello wello"],
  ["'💥a'.replace('', '_')", "_💥_a_"],
  ["'ab'.replace('', '_', 2)", "_a_b"],
  ["''.replace('', '_')", "_"],
  ["'a,b,c'.split(',')", ["a", "b", "c"]],
  ["'a,b,c'.split(',', 2)", ["a", "b,c"]],
  ["'a,b,c'.split(',', 0)", []],
  ["'a,b,c'.split(',', -1)", ["a", "b", "c"]],
  ["'💥ab'.split('')", ["💥", "a", "b"]],
  ["'abc'.split('', 2)", ["a", "bc"]],
  ["''.split(',')", [""]],
  ["''.split('')", []],
  ["'💥abc'.substring(1)", "abc"],
  ["'💥abc'.substring(1, 3)", "ab"],
  ["'abc'.substring(3)", ""],
  ["'abc'.substring(4)", "error: index out of range: 4"],
  ["'abc'.substring(2, 1)", "error: invalid substring range. start: 2, end: 1"],
  ["'abc'.substring(-1, 1)", "error: index out of range: -1"],
  ["'abc'.substring(0, 4)", "error: index out of range: 4"],
  ["' \\u0085\\u2003a b\\t\\n'.trim()", "a b"],
  ["'\\ufeffa'.trim()", "\ufeffa"],
  ["['a', 'b'].join()", "ab"],
  ["['a', 'b'].join(', ')", "a, b"],
  ["dyn(['a', 1]).join()", "error: join: invalid input: 1"],
  ["strings.quote('a\"\\\\\\n\\a💥')", '"a\\"\\\\\\n\\a💥"'],
])("%s", (text, expected) => {
  expect(evaluateText(text)).toEqual(expected);
});

describe("format, as Kubernetes implements it", () => {
  test.each([
    ["'%s|%d|%%'.format(['a', 1])", "a|1|%"],
    ["'%f|%.1f|%.0f'.format([1234567.8915, 0.25, 2.5])", "1,234,567.891500|0.2|2"],
    ["'%e|%.12e'.format([1052.032911275, -1.0e-7])", "1.052033×10⁰³|-1.000000×10⁻⁰⁷"],
    ["'%f|%f|%e'.format([0.0 / 0.0, 'Infinity', -1.0 / 0.0])", "NaN|∞|    -∞"],
    ["'%b|%b|%o|%x|%X|%x'.format([-5, true, 8u, -255, b'\\xff', 'hé'])", "-101|1|10|-ff|FF|68c3a9"],
    ["'%s'.format([[1, 2u, 1.5, 'a\"', b'x', true, null, int]])", '[1, 2, 1.500000, "a\\"", b"x", true, null, int]'],
    ["'%s'.format([{'k': [1.0], 'a': {2: 'x'}}])", '{"a":{2:"x"}, "k":[1.000000]}'],
    [
      "'%s'.format([[duration('90s'), timestamp('2020-01-01T00:00:00Z')]])",
      '[duration("90s"), timestamp("2020-01-01T00:00:00Z")]',
    ],
    ["'%s'.format([duration('90s')])", "90s"],
    ["('%d' + '%d').format([1])", "error: index 1 out of range"],
    ["('%' + '').format([1])", "error: unexpected end of string"],
    ["('%z' + '').format([1])", 'error: could not parse formatting clause: unrecognized formatting clause "z"'],
    [
      "('%.' + '').format([1])",
      "error: could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
    ],
    [
      "('%.f' + '').format([1.0])",
      'error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    ],
    [
      "('%d' + '').format([1.5])",
      "error: error during formatting: decimal clause can only be used on integers, was given double",
    ],
  ])("%s", (text, expected) => {
    expect(evaluateText(text)).toEqual(expected);
  });
});

describe("the newest version of the strings library", () => {
  const environment = environmentOf([
    ...kubernetesLibraries.filter(({ name }) => name !== stringsLibraryLatest.name && name !== "cel.lib.ext.lists"),
    stringsLibraryLatest,
  ]);

  test.each([
    [
      "'%e|%.0e|%.0f|%d|%s'.format([1052.032911275, 15.0, 0.5, 1.5, 1e21])",
      "1.052033e+03|2e+01|0|1.5|1000000000000000000000",
    ],
    ["'%f|%e'.format([1, 2u])", "1.000000|2.000000e+00"],
    ["'%s|%s'.format([[1.0, 'a', {'b': b'x'}], duration('1h2.5s')])", "[1, a, {b: x}]|3602.5s"],
    ["'%s|%f'.format([-1.0 / 0.0, 0.0 / 0.0])", "-Infinity|NaN"],
    [
      "('%.101f' + '').format([1.5])",
      "error: could not parse formatting clause: error while parsing precision: precision 101 exceeds maximum allowed precision 100",
    ],
    ["'💥ab'.reverse()", "ba💥"],
  ])("%s", (text, expected) => {
    expect(evaluateText(text, { environment })).toEqual(expected);
  });
});
