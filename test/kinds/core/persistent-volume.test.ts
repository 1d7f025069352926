import { expect, test } from "vitest";
import { persistentVolume } from "../../../src/kinds/core/persistent-volume.ts";
import { ruleIds } from "../../rule/rule-ids.ts";

const beta = "beta.kubernetes.io/os";
const stable = "kubernetes.io/os";

function volume(...keys: string[]): object {
  const matchExpressions = keys.map((key) => ({ key, operator: "In", values: ["linux"] }));
  const spec = {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    local: { path: "/data" },
    volumeMode: "Filesystem",
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
  return { metadata: { name: "data", uid: "1" }, spec };
}

const immutable = "persistent-volume/immutable";

test.each([
  { name: "the stable label for a beta one", from: [beta], to: [stable], expected: [] },
  { name: "a beta label for a stable one", from: [stable], to: [beta], expected: [immutable] },
  { name: "another label", from: [beta], to: ["disk"], expected: [immutable] },
  { name: "the same, and one more", from: [beta], to: [beta, "disk"], expected: [immutable] },
  { name: "one less", from: [beta, "disk"], to: [stable], expected: [immutable] },
  // kube-apiserver uses "" as the stable label of a label that has no stable label.
  { name: "no label for one that was never beta", from: ["disk"], to: [""], expected: [] },
  { name: "no label for a beta one", from: [beta], to: [""], expected: [immutable] },
])("the node affinity of a volume changes: $name", ({ from, to, expected }) => {
  const ids = ruleIds(persistentVolume, volume(...to), { oldObject: volume(...from) });
  expect(ids.filter((id) => id === immutable)).toEqual(expected);
});
