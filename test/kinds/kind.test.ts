import { expect, test } from "vitest";
import { kind } from "../../src/kinds/kind.ts";

const part = "kubecontrollermanager/v1alpha1.JobControllerConfiguration";

test("a part of a configuration is a kind in the given group, with `apiVersion` and `kind` as fields", () => {
  const { group, versions } = kind(part, { group: "parts.<domain>", since: "1.31" });
  expect({ group, name: versions[0]?.name, since: versions[0]?.since }).toEqual({
    group: "parts.<domain>",
    name: "v1alpha1",
    since: "1.31",
  });
  expect(Object.keys(versions[0]?.schema.properties ?? {})).toEqual(["apiVersion", "kind", "ConcurrentJobSyncs"]);
});

test("a part of a configuration is not a kind without a group", () => {
  expect(() => kind(part)).toThrow("the types have no kind kubecontrollermanager JobControllerConfiguration");
});

test.each([
  { mayOmit: "nothing", isRequired: true },
  { mayOmit: "kind", isRequired: true },
  { mayOmit: "both", isRequired: undefined },
] as const)("whether `apiVersion` is required for a loader that may omit $mayOmit", ({ mayOmit, isRequired }) => {
  const loader = { flag: "--config", emptyFile: "error", unknownFields: "error", mayOmit } as const;
  const { properties } = kind("kubeproxy/v1alpha1.KubeProxyConfiguration", { loader }).versions[0]?.schema ?? {};
  expect(properties?.["apiVersion"]?.["x-required"]).toBe(isRequired);
});
