import { expect, test } from "vitest";
import { maxInnerDepth } from "../../../src/json/parse-bounded.ts";
import { deduced } from "../../../src/patch/apply/apply-type.ts";
import {
  maxAnnotationsBytes,
  refreshLastApplied,
  unchangedSinceLastApplied,
} from "../../../src/patch/apply/last-applied.ts";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const live = (annotations: Record<string, string>) => ({ metadata: { name: "t", annotations } });

test("the annotation contains the applied configuration without the annotation itself", () => {
  const object = live({ [annotation]: "{}", other: "1" });
  const applied = { kind: "Toy", apiVersion: "v1", metadata: { annotations: { [annotation]: "x", mine: "<b>" } } };
  refreshLastApplied(object, applied);
  expect(object.metadata.annotations).toEqual({
    other: "1",
    [annotation]: '{"apiVersion":"v1","kind":"Toy","metadata":{"annotations":{"mine":"\\u003cb\\u003e"}}}\n',
  });
});

test.each([{}, { [annotation]: "" }])("an object without the annotation does not get one: %j", (annotations) => {
  const object = live({ ...annotations });
  refreshLastApplied(object, { kind: "Toy" });
  expect(object.metadata.annotations).toEqual(annotations);
});

test("the annotation is removed if all annotations together would be too long", () => {
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

test("a configuration that is nested deeper than maxInnerDepth is ignored", () => {
  const withLastApplied = (depth: number) => {
    const last = `{"apiVersion":"v1","kind":"Toy","a":${'{"a":'.repeat(depth - 1)}1${"}".repeat(depth - 1)}}`;
    const value = { apiVersion: "v1", kind: "Toy", a: 2, ...live({ [annotation]: last }) };
    return { type: deduced, value, apiVersion: "v1" };
  };
  expect(unchangedSinceLastApplied(withLastApplied(maxInnerDepth))).toBeDefined();
  expect(unchangedSinceLastApplied(withLastApplied(maxInnerDepth + 1))).toBeUndefined();
  expect(unchangedSinceLastApplied(withLastApplied(50_000))).toBeUndefined();
});
