import { expect, test } from "vitest";
import type { RuleContext } from "../../src/rule/context.ts";
import type { Finding } from "../../src/rule/finding.ts";
import { Visit } from "../../src/rule/visit.ts";

interface Pod {
  readonly spec?: { readonly containers?: readonly { readonly name?: string }[] };
}

const findings: Finding[] = [];
const visitOf = (pod: Pod, oldObject?: Pod) =>
  Visit.start<Pod>(pod, { target: "1.37", oldObject } as RuleContext, (finding) => findings.push(finding));

test("a part has its own path, parent and object, and shares the context", () => {
  const pod = visitOf({ spec: {} }, { spec: {} });
  const spec = pod.part(pod.object.spec ?? {}, pod.place.at("spec"));
  expect(spec.place.path).toEqual(["spec"]);
  expect(spec.parent).toBe(pod);
  expect(spec.target).toBe("1.37");
  expect(spec.isUpdate).toBe(true);
  expect(spec.oldObject).toBeUndefined();
});

test("`maybe` and `each` visit an optional part and the items of a list at their paths", () => {
  const { object, ...pod } = visitOf({ spec: { containers: [{ name: "a" }, {}] } });
  const spec = visitOf(object).maybe(object.spec, pod.place.at("spec"));
  const items = spec.flatMap((visit) => visit.each(visit.object.containers, visit.place.at("containers")));
  expect(items.map((item) => [item.place.path, item.object, item.place.isRoot])).toEqual([
    [["spec", "containers", 0], { name: "a" }, false],
    [["spec", "containers", 1], {}, false],
  ]);
  expect([
    visitOf({}).maybe(undefined, pod.place.at("spec")),
    visitOf({}).each(undefined, pod.place.at("spec", "containers")),
  ]).toEqual([[], []]);
  expect([visitOf({}).isUpdate, pod.place.isRoot]).toEqual([false, true]);
});

test("a shared value is computed once for each visit, even if it is undefined", () => {
  let calls = 0;
  const countUp = () => {
    calls++;
    return undefined;
  };
  const pod = visitOf({});
  pod.once(countUp);
  pod.once(countUp);
  expect(calls).toBe(1);
  visitOf({}).once(countUp);
  expect(calls).toBe(2);
});

test("a changed context applies also to the parts", () => {
  const pod = visitOf({});
  const other = pod.under({ ...pod.context, target: "1.36" });
  expect(other.part(1, other.place.along([])).target).toBe("1.36");
});

test("a path that the object's type does not have does not compile", () => {
  const { place } = visitOf({});
  expect(place.at("spec", "containers", 0, "name").path).toEqual(["spec", "containers", 0, "name"]);
  // @ts-expect-error: there is no such field
  place.at("spec", "container");
  // @ts-expect-error: a list has numbers
  place.at("spec", "containers", "first");
});
