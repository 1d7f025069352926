import { expect, test } from "vitest";
import { daemonSet } from "../../../src/kinds/apps/daemon-set.ts";
import { decodeWithDefaults } from "../../rule/rule-ids.ts";

test.each([
  { updateStrategy: {}, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  { updateStrategy: { type: "OnDelete" }, rollingUpdate: undefined },
  // As in kube-apiserver 1.37.1: if `rollingUpdate` is set, its stored form contains both numbers.
  { updateStrategy: { type: "OnDelete", rollingUpdate: {} }, rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } },
])("the defaults of the rolling update in $updateStrategy", ({ updateStrategy, rollingUpdate }) => {
  const { spec } = decodeWithDefaults(daemonSet, { spec: { updateStrategy } });
  expect(spec?.updateStrategy?.rollingUpdate).toEqual(rollingUpdate);
});
