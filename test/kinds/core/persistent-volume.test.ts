import { expect, test } from "vitest";
import { persistentVolume } from "../../../src/kinds/core/persistent-volume.ts";
import { ruleIds } from "../../rule/rule-ids.ts";

const betaLabel = "beta.kubernetes.io/os";
const stableLabel = "kubernetes.io/os";

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
  { name: "a beta label becomes the stable one", from: [betaLabel], to: [stableLabel], expected: [] },
  { name: "a stable label becomes the beta one", from: [stableLabel], to: [betaLabel], expected: [immutable] },
  { name: "another label", from: [betaLabel], to: ["disk"], expected: [immutable] },
  { name: "an additional label", from: [betaLabel], to: [betaLabel, "disk"], expected: [immutable] },
  { name: "one label fewer", from: [betaLabel, "disk"], to: [stableLabel], expected: [immutable] },
  // kube-apiserver uses "" as the stable label of a label that has no stable label.
  { name: "removal of a label without a beta name", from: ["disk"], to: [""], expected: [] },
  { name: "removal of a beta label", from: [betaLabel], to: [""], expected: [immutable] },
])("the node affinity of a volume changes: $name", ({ from, to, expected }) => {
  const ids = ruleIds(persistentVolume, volume(...to), { oldObject: volume(...from) });
  expect(ids.filter((id) => id === immutable)).toEqual(expected);
});
