/**
 * Tests the selectors of requests and reviews: the requirements that restrict a request to the authorizer, and those
 * that are ignored.
 */
import { describe, expect, test } from "vitest";
import { selectorsOfQuery, selectorsOfReview } from "../../src/access/selectors.ts";

const isIn = (key: string, ...values: string[]) => ({ key, operator: "In", values });
const notIn = (key: string, ...values: string[]) => ({ key, operator: "NotIn", values });

describe("the selectors of a query", () => {
  test.each<[string, string, object]>([
    ["", "", {}],
    ["spec.nodeName=n1", "", { fieldSelector: [isIn("spec.nodeName", "n1")] }],
    ["a==b,c!=d", "", { fieldSelector: [isIn("a", "b"), notIn("c", "d")] }],
    ["a", "x=y", { labelSelector: [isIn("x", "y")] }],
    ["a=b", "x=y=z", { fieldSelector: [isIn("a", "b")] }],
    ["a", "x=y=z", {}],
    [
      "",
      "a=1,b==2,c in (3,4),d!=5,e notin (6),f,!g",
      {
        labelSelector: [
          ...[isIn("a", "1"), isIn("b", "2"), isIn("c", "3", "4"), notIn("d", "5"), notIn("e", "6")],
          { key: "f", operator: "Exists", values: [] },
          { key: "g", operator: "DoesNotExist", values: [] },
        ],
      },
    ],
    ["", "a>1,b=2", { labelSelector: [isIn("b", "2")] }],
  ])("%j and %j", (fields, labels, expected) => {
    expect(selectorsOfQuery(fields, labels)).toEqual(expected);
  });
});

describe("the selectors of a review", () => {
  const ignored = (field: string) => [`spec.resourceAttributes.${field} ignored due to parse error`];
  const partly = (field: string) => [`spec.resourceAttributes.${field} partially ignored due to parse error`];

  test("without requirements do not restrict the request", () => {
    expect(selectorsOfReview({})).toEqual({ selectors: {}, faults: [] });
    expect(selectorsOfReview({ fieldSelector: {}, labelSelector: { rawSelector: "", requirements: [] } })).toEqual({
      selectors: {},
      faults: [],
    });
  });

  test.each<[string, object, object, readonly string[]]>([
    ["a text of fields", { fieldSelector: { rawSelector: "a=b" } }, { fieldSelector: [isIn("a", "b")] }, []],
    ["a text of labels", { labelSelector: { rawSelector: "a!=b" } }, { labelSelector: [notIn("a", "b")] }, []],
    ["an odd text of fields", { fieldSelector: { rawSelector: "a" } }, {}, ignored("fieldSelector")],
    ["an odd text of labels", { labelSelector: { rawSelector: "a in" } }, {}, ignored("labelSelector")],
    [
      "requirements beside a text",
      { fieldSelector: { rawSelector: "a=b", requirements: [isIn("c", "d")] } },
      { fieldSelector: [isIn("c", "d")] },
      [],
    ],
  ])("%s", (_, review, selectors, faults) => {
    expect(selectorsOfReview(review)).toEqual({ selectors, faults });
  });

  test.each<[object, boolean]>([
    [isIn("f", "v"), true],
    [notIn("f", "v"), true],
    [isIn("f"), false],
    [isIn("f", "v", "w"), false],
    [{ key: "f", operator: "Exists" }, false],
    [{ key: "f", operator: "Exists", values: ["v"] }, false],
    [{ key: "f", values: ["v"] }, false],
  ])("whether the field requirement %j is used: %s", (requirement, counts) => {
    const whole = isIn("other", "v");
    expect(selectorsOfReview({ fieldSelector: { requirements: [requirement] } })).toEqual({
      selectors: counts ? { fieldSelector: [requirement] } : {},
      faults: counts ? [] : ignored("fieldSelector"),
    });
    expect(selectorsOfReview({ fieldSelector: { requirements: [whole, requirement] } })).toEqual({
      selectors: { fieldSelector: counts ? [whole, requirement] : [whole] },
      faults: counts ? [] : partly("fieldSelector"),
    });
  });

  test.each<[{ key?: string; operator: string; values?: string[] }, boolean]>([
    [isIn("example.com/l", "v"), true],
    [isIn("l", "v", ""), true],
    [notIn("l", "v", "w"), true],
    [{ key: "l", operator: "Exists" }, true],
    [{ key: "l", operator: "DoesNotExist", values: [] }, true],
    [isIn("l"), false],
    [notIn("l"), false],
    [{ key: "l", operator: "Exists", values: ["v"] }, false],
    [{ key: "l", operator: "DoesNotExist", values: ["v"] }, false],
    [{ key: "l", operator: "Gt", values: ["1"] }, false],
    [{ key: "l", operator: "in", values: ["v"] }, false],
    [isIn("no label", "v"), false],
    [{ operator: "Exists" }, false],
    [isIn("l", "v", "no value"), false],
  ])("whether the label requirement %j is used: %s", (requirement, counts) => {
    expect(selectorsOfReview({ labelSelector: { requirements: [requirement] } })).toEqual({
      selectors: counts ? { labelSelector: [{ values: [], ...requirement }] } : {},
      faults: counts ? [] : ignored("labelSelector"),
    });
  });
});
