/**
 * Tests the selectors of requests and reviews: the requirements that restrict a request to the authorizer, and those
 * that are ignored.
 */
import { describe, expect, test } from "vitest";
import { selectorsOfQuery, selectorsOfReview } from "../../src/access/selectors.ts";

const inRequirement = (key: string, ...values: string[]) => ({ key, operator: "In", values });
const notInRequirement = (key: string, ...values: string[]) => ({ key, operator: "NotIn", values });

describe("the selectors of a query", () => {
  test.each<[string, string, object]>([
    ["", "", {}],
    ["spec.nodeName=n1", "", { fieldSelector: [inRequirement("spec.nodeName", "n1")] }],
    ["a==b,c!=d", "", { fieldSelector: [inRequirement("a", "b"), notInRequirement("c", "d")] }],
    ["a", "x=y", { labelSelector: [inRequirement("x", "y")] }],
    ["a=b", "x=y=z", { fieldSelector: [inRequirement("a", "b")] }],
    ["a", "x=y=z", {}],
    [
      "",
      "a=1,b==2,c in (3,4),d!=5,e notin (6),f,!g",
      {
        labelSelector: [
          ...[
            inRequirement("a", "1"),
            inRequirement("b", "2"),
            inRequirement("c", "3", "4"),
            notInRequirement("d", "5"),
            notInRequirement("e", "6"),
          ],
          { key: "f", operator: "Exists", values: [] },
          { key: "g", operator: "DoesNotExist", values: [] },
        ],
      },
    ],
    ["", "a>1,b=2", { labelSelector: [inRequirement("b", "2")] }],
  ])("%j and %j", (fields, labels, expected) => {
    expect(selectorsOfQuery(fields, labels)).toEqual(expected);
  });
});

describe("the selectors of a review", () => {
  const ignoredWarning = (field: string) => [`spec.resourceAttributes.${field} ignored due to parse error`];
  const partlyIgnoredWarning = (field: string) => [
    `spec.resourceAttributes.${field} partially ignored due to parse error`,
  ];

  test("without requirements do not restrict the request", () => {
    expect(selectorsOfReview({})).toEqual({ selectors: {}, faults: [] });
    expect(selectorsOfReview({ fieldSelector: {}, labelSelector: { rawSelector: "", requirements: [] } })).toEqual({
      selectors: {},
      faults: [],
    });
  });

  test.each<[string, object, object, readonly string[]]>([
    [
      "an invalid field selector",
      { fieldSelector: { rawSelector: "a=b" } },
      { fieldSelector: [inRequirement("a", "b")] },
      [],
    ],
    [
      "an invalid label selector",
      { labelSelector: { rawSelector: "a!=b" } },
      { labelSelector: [notInRequirement("a", "b")] },
      [],
    ],
    [
      "a field selector that is partly ignored",
      { fieldSelector: { rawSelector: "a" } },
      {},
      ignoredWarning("fieldSelector"),
    ],
    [
      "a label selector that is partly ignored",
      { labelSelector: { rawSelector: "a in" } },
      {},
      ignoredWarning("labelSelector"),
    ],
    [
      "both requirements and a raw selector",
      { fieldSelector: { rawSelector: "a=b", requirements: [inRequirement("c", "d")] } },
      { fieldSelector: [inRequirement("c", "d")] },
      [],
    ],
  ])("%s", (_, review, selectors, faults) => {
    expect(selectorsOfReview(review)).toEqual({ selectors, faults });
  });

  test.each<[object, boolean]>([
    [inRequirement("f", "v"), true],
    [notInRequirement("f", "v"), true],
    [inRequirement("f"), false],
    [inRequirement("f", "v", "w"), false],
    [{ key: "f", operator: "Exists" }, false],
    [{ key: "f", operator: "Exists", values: ["v"] }, false],
    [{ key: "f", values: ["v"] }, false],
  ])("whether the field requirement %j is used: %s", (requirement, counts) => {
    const whole = inRequirement("other", "v");
    expect(selectorsOfReview({ fieldSelector: { requirements: [requirement] } })).toEqual({
      selectors: counts ? { fieldSelector: [requirement] } : {},
      faults: counts ? [] : ignoredWarning("fieldSelector"),
    });
    expect(selectorsOfReview({ fieldSelector: { requirements: [whole, requirement] } })).toEqual({
      selectors: { fieldSelector: counts ? [whole, requirement] : [whole] },
      faults: counts ? [] : partlyIgnoredWarning("fieldSelector"),
    });
  });

  test.each<[{ key?: string; operator: string; values?: string[] }, boolean]>([
    [inRequirement("example.com/l", "v"), true],
    [inRequirement("l", "v", ""), true],
    [notInRequirement("l", "v", "w"), true],
    [{ key: "l", operator: "Exists" }, true],
    [{ key: "l", operator: "DoesNotExist", values: [] }, true],
    [inRequirement("l"), false],
    [notInRequirement("l"), false],
    [{ key: "l", operator: "Exists", values: ["v"] }, false],
    [{ key: "l", operator: "DoesNotExist", values: ["v"] }, false],
    [{ key: "l", operator: "Gt", values: ["1"] }, false],
    [{ key: "l", operator: "in", values: ["v"] }, false],
    [inRequirement("no label", "v"), false],
    [{ operator: "Exists" }, false],
    [inRequirement("l", "v", "no value"), false],
  ])("whether the label requirement %j is used: %s", (requirement, counts) => {
    expect(selectorsOfReview({ labelSelector: { requirements: [requirement] } })).toEqual({
      selectors: counts ? { labelSelector: [{ values: [], ...requirement }] } : {},
      faults: counts ? [] : ignoredWarning("labelSelector"),
    });
  });
});
