import { expect, test } from "vitest";
import { maxAnnotationsBytes, refreshLastApplied } from "../../../src/patch/apply/last-applied.ts";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const live = (annotations: Record<string, string>) => ({ metadata: { name: "t", annotations } });

test("the annotation tells what was applied, without itself", () => {
  const object = live({ [annotation]: "{}", other: "1" });
  const applied = { kind: "Toy", apiVersion: "v1", metadata: { annotations: { [annotation]: "x", mine: "<b>" } } };
  refreshLastApplied(object, applied);
  expect(object.metadata.annotations).toEqual({
    other: "1",
    [annotation]: '{"apiVersion":"v1","kind":"Toy","metadata":{"annotations":{"mine":"\\u003cb\\u003e"}}}\n',
  });
});

test.each([{}, { [annotation]: "" }])("an object without the annotation gets none: %j", (annotations) => {
  const object = live({ ...annotations });
  refreshLastApplied(object, { kind: "Toy" });
  expect(object.metadata.annotations).toEqual(annotations);
});

test("where all annotations would be too long together, it goes", () => {
  const bytes = maxAnnotationsBytes - "other".length - annotation.length - '{"a":1}\n'.length;
  for (const surplus of [0, 1]) {
    const object = live({
      [annotation]: "{}",
      other: "\u00e4".repeat((bytes + surplus) / 2) + "x".repeat((bytes + surplus) % 2),
    });
    refreshLastApplied(object, { a: 1 });
    expect(Object.hasOwn(object.metadata.annotations, annotation)).toBe(surplus === 0);
  }
});
