import { expect, test, vi } from "vitest";
import { headOf, lazily } from "../../src/kind/lazy-kind.ts";

const rules = ["a rule"];
const wholeKind = {
  kind: "Box",
  rules,
  versions: [{ name: "v1", schema: { type: "object" } }],
  resource: { columns: [1] },
};
const head = () => ({
  data: { kind: "Box" },
  parts: {
    versions: [{ data: { name: "v1" }, parts: {}, later: ["schema"] }],
    resource: { data: {}, parts: {}, later: ["columns"] },
  },
  later: ["rules"],
});

test("the head of a kind has its plain data and the names of the members that are not plain data", () => {
  expect(headOf(wholeKind)).toEqual({
    ...head(),
    data: { kind: "Box", rules },
    parts: { ...head().parts, resource: { data: { columns: [1] }, parts: {}, later: [] } },
    later: [],
  });
  const ofCode = { kind: "Box", names: new Set(), applyDefaults() {}, absent: undefined, lists: [[() => 1]] };
  expect(headOf(ofCode)).toEqual({ data: { kind: "Box" }, parts: {}, later: ["names", "applyDefaults", "lists"] });
});

test("a lazy kind returns plain data without a load, and loads the rest once when it is read", () => {
  const load = vi.fn(() => wholeKind);
  const box = lazily(head(), load) as typeof wholeKind;
  expect([box.kind, box.versions[0]?.name, Object.keys(box).sort()]).toEqual([
    "Box",
    "v1",
    ["kind", "resource", "rules", "versions"],
  ]);
  expect(load).not.toHaveBeenCalled();
  expect(box.rules).toBe(rules);
  expect(box.rules).toBe(rules);
  expect(load).toHaveBeenCalledTimes(1);
  expect(box.versions[0]?.schema).toBe(wholeKind.versions[0]?.schema);
  expect(box.resource.columns).toBe(wholeKind.resource.columns);
  expect({ ...box }).toEqual(wholeKind);
});
