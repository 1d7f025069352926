import { expect, test } from "vitest";
import { daemonSet } from "../../../src/kinds/apps/daemon-set.ts";
import { decodeWithDefaults } from "../../rule/rule-ids.ts";

test.each([
  { updateStrategy: {}, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  { updateStrategy: { type: "OnDelete" }, rollingUpdate: undefined },
  // Asked kube-apiserver 1.37.1: a form that holds both numbers is read and written.
  { updateStrategy: { type: "OnDelete", rollingUpdate: {} }, rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } },
])("the numbers of a rolling update of $updateStrategy", ({ updateStrategy, rollingUpdate }) => {
  const { spec } = decodeWithDefaults(daemonSet, { spec: { updateStrategy } });
  expect(spec?.updateStrategy?.rollingUpdate).toEqual(rollingUpdate);
});
