import { expect, test } from "vitest";
import { kind } from "../../src/kinds/kind.ts";

const part = "kubecontrollermanager/v1alpha1.JobControllerConfiguration";

test("a part of a configuration is a kind in the group that it is given, and may say what it is", () => {
  const { group, versions } = kind(part, { group: "parts.<domain>", since: "1.31" });
  expect({ group, name: versions[0]?.name, since: versions[0]?.since }).toEqual({
    group: "parts.<domain>",
    name: "v1alpha1",
    since: "1.31",
  });
  expect(Object.keys(versions[0]?.schema.properties ?? {})).toEqual(["apiVersion", "kind", "ConcurrentJobSyncs"]);
});

test("without a group a part is no kind", () => {
  expect(() => kind(part)).toThrow("the types have no kind kubecontrollermanager JobControllerConfiguration");
});

test.each([
  { mayOmit: "nothing", isRequired: true },
  { mayOmit: "kind", isRequired: true },
  { mayOmit: "both", isRequired: undefined },
] as const)("a document must say what it is to a reader that can do without $mayOmit", ({ mayOmit, isRequired }) => {
  const loader = { flag: "--config", emptyFile: "error", unknownFields: "error", mayOmit } as const;
  const { properties } = kind("kubeproxy/v1alpha1.KubeProxyConfiguration", { loader }).versions[0]?.schema ?? {};
  expect(properties?.["apiVersion"]?.["x-required"]).toBe(isRequired);
});
