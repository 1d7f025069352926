import fc from "fast-check";
import { expect, test } from "vitest";
import { formatLabelSelector, matchesLabels, meets, parseLabelSelector } from "../../src/text/label-selector.ts";

function selector(text: string) {
  const result = parseLabelSelector(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test.each([
  ["", ""],
  ["app", "app"],
  ["!app", "!app"],
  ["app=web", "app=web"],
  ["app==web, tier != db", "app==web,tier!=db"],
  ["z,a", "a,z"],
  ["app=", "app="],
  ["app=,x", "app=,x"],
  ["x in (b,a,b)", "x in (a,b)"],
  ["x notin ()", "x notin ()"],
  ["x in (,)", "x in ()"],
  ["x in (a,,b)", "x in (,a,b)"],
  ["in in (in,notin)", "in in (in,notin)"],
  ["in=in", "in=in"],
  ["n>1, m<-2", null],
  ["n>1,m<2", "m<2,n>1"],
  ["example.com/a", "example.com/a"],
])("%j is formatted as %j", (text, expected) => {
  const result = parseLabelSelector(text);
  expect(result.ok ? formatLabelSelector(result.value) : null).toBe(expected);
});

test.each([
  [",", "found ',', expected: !, identifier, or 'end of string'"],
  ["a,", "found '', expected: identifier after ','"],
  ["a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ["!a=b", "found '=', expected: ',' or 'end of string'"],
  ["a=b c", "found 'c', expected: ',' or 'end of string'"],
  ["a==(", "unable to parse requirement: found '(', expected: identifier"],
  ["!", "unable to parse requirement: found '', expected: identifier"],
  ["a in b", "unable to parse requirement: found 'b' expected: '('"],
  ["a in (b", "unable to parse requirement: found '', expected: ',' or ')'"],
  ["a in (=", "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
  ["a in (b,=)", "unable to parse requirement: found '=', expected: ',', or identifier"],
  [
    "a>x",
    `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
])("%j is rejected", (text, error) => {
  expect(parseLabelSelector(text)).toEqual({ ok: false, error });
});

test("keys and values must have their formats", () => {
  expect(parseLabelSelector("-a")).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^unable .*<nil>: Invalid value: "-a": name part must/),
  });
  expect(parseLabelSelector("a=-")).toMatchObject({
    ok: false,
    error: expect.stringMatching(/values\[0\]\[a\]: Invalid value: "-": a valid label/),
  });
});

test.each([
  ["app=web", true],
  ["app!=web", false],
  ["app in (web,db)", true],
  ["app notin (web)", false],
  ["missing", false],
  ["!missing", true],
  ["missing!=x", true],
  ["count>2", true],
  ["count<3", false],
  ["app>1", false],
  ["toString", false],
  ["app,count=3", true],
])("%s matches the labels: %s", (text, expected) => {
  expect(matchesLabels(selector(text), { app: "web", count: "3" })).toBe(expected);
});

test.each([
  [{ key: "app", operator: "In", values: ["web"] }, true],
  [{ key: "app", operator: "NotIn", values: ["web"] }, false],
  [{ key: "none", operator: "NotIn", values: ["web"] }, true],
  [{ key: "toString", operator: "Exists" }, false],
  [{ key: "none", operator: "DoesNotExist" }, true],
  [{ key: "count", operator: "Gt", values: ["+2"] }, true],
  [{ key: "count", operator: "Lt", values: ["3"] }, false],
  [{ key: "count", operator: "Gt", values: ["-9223372036854775809"] }, false],
  [{ key: "none", operator: "Lt", values: ["3"] }, false],
  [{ key: "app", operator: "Is", values: ["web"] }, false],
])("labels meet the requirement %j from an object: %s", (requirement, expected) => {
  expect(meets(requirement, { app: "web", count: "3" })).toBe(expected);
});

test("the canonical text is parsed to the same selector", () => {
  const piece = fc.constantFrom(
    "a",
    "b.c/d",
    "in",
    "notin",
    "=",
    "==",
    "!=",
    "!",
    "(",
    ")",
    ",",
    ">",
    "<",
    "1",
    " ",
    "\0",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const first = parseLabelSelector(pieces.join(""));
      if (!first.ok) return;
      expect(selector(formatLabelSelector(first.value))).toEqual(first.value);
    }),
  );
});
