import { describe, expect, test } from "vitest";
import { check } from "../../../src/cel/check/checker.ts";
import { validateConstantCalls, validateLiterals } from "../../../src/cel/check/validate.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { optionalLibrary } from "../../../src/cel/library/optional.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { stringsLibrary } from "../../../src/cel/library/strings.ts";
import type { CelIssue } from "../../../src/cel/syntax/ast.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import {
  anyType,
  boolType,
  dynType,
  intType,
  opaqueType,
  stringType,
  wrapperType,
} from "../../../src/cel/types/types.ts";
import { networkLibrary } from "../../../src/cel-kubernetes/library/network.ts";
import { regexLibrary } from "../../../src/cel-kubernetes/library/regex.ts";

const env = createEnvironment({
  libraries: [standardLibrary, networkLibrary, optionalLibrary, regexLibrary, stringsLibrary],
  variables: [
    { name: "text", type: stringType },
    { name: "anything", type: dynType },
    { name: "any", type: anyType },
    { name: "address", type: opaqueType("net.IP") },
    { name: "wrapped", type: wrapperType(intType) },
    { name: "flag", type: wrapperType(boolType) },
  ],
});

function issuesOf(text: string, validate: typeof validateLiterals): readonly CelIssue[] {
  const parsed = parse(text, env);
  const checked = parsed.result && check(parsed.result, env);
  if (checked?.result === undefined) throw new Error((checked?.issues ?? parsed.issues)[0]?.message);
  return validate(checked.result, env);
}

function faults(text: string, validate: typeof validateLiterals): string[] {
  return issuesOf(text, validate).map(({ start, end, code }) => `${code} ${text.slice(start, end)}`);
}

describe("literals", () => {
  test.each<[string, ...string[]]>([
    ["duration('1h30m') > duration('90s')"],
    ["duration('1x') > duration('')", "literal '1x'", "literal ''"],
    ["timestamp('2025-01-31T00:00:00Z') > timestamp('x')", "literal 'x'"],
    ["timestamp(0) < timestamp(anything)"],
    ["text.matches('(')", "regex '('"],
    ["matches('(', text)", "regex '('"],
    ["matches(text, '(')"],
    ["text.find('(')"],
    ["[1, 'a', 2.0]", "type 'a'"],
    ["[anything, 1]", "type 1"],
    ["[[1], ['a']]", "type ['a']"],
    ["[[1], []] == [[2]]"],
    ["[1, ['a', 2]]", "type ['a', 2]", "type 2"],
    ["ip('10.0.0.1') == ip('10.0.0')", "literal '10.0.0'"],
    ["isIP('10.0.0') || cidr('10.0.0.0/33') == cidr(text)", "literal '10.0.0.0/33'"],
    ["{'a': 1, 2: 'b', 3: 'c'}", "type 2", "type 'b'", "type 3", "type 'c'"],
    ["[?optional.of(1), 2]"],
    ["[?optional.of(1), 'a']", "type 'a'"],
    ["[?anything]", "type anything"],
    ["{?'a': any}", "type any"],
    ["'%s'.format([[?anything]])"],
    ["{'a': 1, ?'b': optional.of('c')}", "type optional.of('c')".replace("optional.of", "")],
    ["'%s %d'.format(['a', 1])"],
    ["'%s'.format([['a', 1]])"],
    ["text.format(['a', 1])"],
    ["[1, 'a'].map(x, '%s'.format([x])).size() == 2", "type 'a'"],
  ])("%s", (text, ...expected) => {
    expect(faults(text, validateLiterals)).toEqual(expected);
  });
});

describe("formats", () => {
  test.each<[string, ...string[]]>([
    ["'%s %d %f %e %b %x %X %o %%'.format(['a', 1, 1.0, 1.0, true, 1, b'a', 1])"],
    ["'%.3f'.format([1.0])"],
    ["'%s'.format([anything])"],
    ["'%d'.format([anything])"],
    ["'%d'.format([wrapped])"],
    ["'%d'.format([flag])", "literal flag"],
    ["'%d%%%d'.format([1, 'a'])", "literal 'a'"],
    ["'%.10f%s'.format([1.0, address])", "literal address"],
    ["'%s'.format([any])", "literal any"],
    ["'%s'.format([address])", "literal address"],
    ["'%s'.format([['a', address]])", "literal address"],
    ["'%s'.format([{'a': address}])", "literal address"],
    ["'%d'.format(['a'])", "literal 'a'"],
    ["'%b'.format([1.0])", "literal 1.0"],
    ["'%f'.format(['NaN'])"],
    ["'%s'.format([])", "literal ([])"],
    ["'a'.format([1])", "literal ([1])"],
    ["'%'.format([1])", "literal ([1])"],
    ["'%.'.format([1])", "literal ([1])"],
    ["'%.f'.format([1.0])", "literal ([1.0])"],
    ["'%q'.format([1])", "literal ([1])"],
    ["'%toString'.format([1])", "literal ([1])"],
    ["'%s'.format(anything)"],
    ["text.format([1])"],
  ])("%s", (text, ...expected) => {
    expect(faults(text, validateLiterals)).toEqual(expected);
  });
});

test.each<[text: string, message: unknown, help?: string]>([
  ["'%s'.format([])", "the format has more clauses than the 0 given argument(s)"],
  ["'%s'.format([1, 2])", "the format has 1 clause(s) but 2 arguments are given"],
  ["'%.3'.format([1])", "the format ends within a clause; write '%%' for a percent sign"],
  ["'%.f'.format([1.0])", "the format has a precision without digits"],
  ["'%q'.format([1])", "the format has an unknown clause '%q'"],
  ["'%d'.format(['a'])", "'%d' cannot print a value of type 'string'"],
  [
    "'%s'.format([any])",
    "'%s' cannot print a value of type 'any'",
    "put dyn(...) around the value, or convert it with string(...)",
  ],
  ["duration('x')", "not a duration", "write it like '1h30m' or '90s'"],
  ["timestamp('x')", "not a timestamp", "write it like '2025-01-31T23:59:59Z' (RFC 3339)"],
  ["text.matches('(')", "not a regular expression: missing closing )", "the syntax is RE2's: no look-around"],
  ["cidr('x')", expect.stringMatching(/^not for cidr\(\.\.\.\): .*x/)],
])("%s: %s", (text, message, help) => {
  expect(issuesOf(text, validateLiterals)).toMatchObject([{ message, ...(help !== undefined && { help }) }]);
  expect(issuesOf(text, validateLiterals)[0]?.help).toBe(help);
});

describe("expressions that cannot become a program", () => {
  test.each<[string, ...string[]]>([
    ["int('1') + 1"],
    ["int('x') + 1", "literal ('x')"],
    ["bool('yes') || uint(-1) == 1u", "literal ('yes')", "literal (-1)"],
    ["true || int('x') == 1", "literal ('x')"],
    ["[].exists(x, int('x') == x)", "literal ('x')"],
    ["int(string(bool('true'))) == 1", "literal (string(bool('true')))"],
    ["int(dyn('x')) == 1", "literal (dyn('x'))"],
    ["int(text) + int(string(text))"],
    ["string(dyn([1])) == ''", "literal (dyn([1]))"],
    ["int(dyn({'a': int('1')})) == 1", "literal (dyn({'a': int('1')}))"],
    ["int(dyn([int('x')])) == 1", "literal ('x')"],
    ["string(dyn([text])) == ''"],
    ["string(dyn([1, text])) == '' || string(dyn({1: text})) == ''"],
    ["string(dyn(int)) == ''", "literal (dyn(int))"],
    ["type(dyn([1])) == list && type(type(1)) == type"],
    ["timestamp(int('1')) > timestamp('2025-01-31T00:00:00Z')"],
    ["type(int('1')) == int"],
    ["text.find('(')", "regex '('"],
    ["text.findAll('(', 1)", "regex '('"],
    ["text.matches(string('('))", "regex ('(')"],
    ["matches(text, '(')", "regex '('"],
    ["text.find('a' + '(')"],
    ["anything[null]", "type null"],
    ["anything[?b'a'] == optional.none()", "type b'a'"],
    ["anything[[1]][{}] == 1", "type [1]", "type {}"],
    ["true || anything[int] == anything[duration('1s')]", "type int", "type ('1s')"],
    ["{null: 1}[null]", "type null"],
    ["anything[dyn([1])]", "type ([1])"],
    ["anything[1] == anything[1u] && anything[1.0] == anything[true] && anything['a'] == anything[text]"],
    ["anything[[text]]"],
  ])("%s", (text, ...expected) => {
    expect(faults(text, validateConstantCalls)).toEqual(expected);
  });
});
