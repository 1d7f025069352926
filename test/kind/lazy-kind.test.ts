import { expect, test, vi } from "vitest";
import { lazily } from "../../src/kind/lazy-kind.ts";

const rules = ["a rule"];
const whole = {
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

test("a head says what is data without a load, and the rest when it is read", () => {
  const load = vi.fn(() => whole);
  const box = lazily(head(), load) as typeof whole;
  expect([box.kind, box.versions[0]?.name, Object.keys(box).sort()]).toEqual([
    "Box",
    "v1",
    ["kind", "resource", "rules", "versions"],
  ]);
  expect(load).not.toHaveBeenCalled();
  expect(box.rules).toBe(rules);
  expect(box.rules).toBe(rules);
  expect(load).toHaveBeenCalledTimes(1);
  expect(box.versions[0]?.schema).toBe(whole.versions[0]?.schema);
  expect(box.resource.columns).toBe(whole.resource.columns);
  expect({ ...box }).toEqual(whole);
});
