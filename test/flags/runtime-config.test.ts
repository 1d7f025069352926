import { expect, test } from "vitest";
import { registeredVersions } from "../../src/flags/registered-versions.ts";
import { parseRuntimeConfig, readRuntimeConfig } from "../../src/flags/runtime-config.ts";

const daemonSets = { group: "apps", version: "v1", resource: "daemonsets" };
const pods = { group: "", version: "v1", resource: "pods" };
const betaReviews = { group: "authentication.k8s.io", version: "v1beta1", resource: "selfsubjectreviews" };
const alphaReviews = { ...betaReviews, version: "v1alpha1" };

test.each([
  { text: "", on: [daemonSets, pods], off: [betaReviews, alphaReviews] },
  { text: "api/all=true", on: [daemonSets, betaReviews, alphaReviews], off: [] },
  { text: "api/all=true,api/alpha=false", on: [daemonSets, betaReviews], off: [alphaReviews] },
  { text: "api/beta=true", on: [daemonSets, betaReviews], off: [alphaReviews] },
  { text: "api/ga=false,v1=true", on: [pods], off: [daemonSets] },
  { text: "api/all=false,apps/v1", on: [daemonSets], off: [pods] },
  { text: "apps/v1=false", on: [pods], off: [daemonSets] },
  { text: "apps/v1=f,apps/v1/daemonsets=t", on: [daemonSets], off: [{ ...daemonSets, resource: "deployments" }] },
  { text: "apps/v1/daemonsets=false", on: [{ ...daemonSets, resource: "deployments" }], off: [daemonSets] },
  { text: "authentication.k8s.io/v1beta1", on: [betaReviews], off: [alphaReviews] },
  { text: "v1/pods=false", on: [daemonSets], off: [pods, { ...pods, resource: "nodes" }] },
  { text: "api/v1=false", on: [daemonSets], off: [pods] },
  { text: "/v1=false,v1=true", on: [pods], off: [] },
  { text: "api/legacy=false", on: [daemonSets, pods], off: [] },
  { text: "apps/v1=false, apps/v1 = true ", on: [daemonSets], off: [] },
])("$text", ({ text, on, off }) => {
  const { isEnabled, faults } = readRuntimeConfig(parseRuntimeConfig(text), { target: "1.32" });
  expect(faults).toEqual([]);
  expect(on.filter((resource) => !isEnabled(resource))).toEqual([]);
  expect(off.filter(isEnabled)).toEqual([]);
});

test.each([
  { text: "api/all=false", message: "alone turns the whole API off" },
  { text: "api/legacy=true,api/all=false", message: "alone turns the whole API off" },
  { text: "api/all=1", message: "must be true or false" },
  { text: "api/beta", message: "must be true or false" },
  { text: "apps", message: "must name a group and version" },
  { text: "toString", message: "must name a group and version" },
  { text: "a/b/c/d=true", message: "must name a group and version" },
  { text: "things/v1=true", message: 'no API group "things"' },
  { text: "apps/v2=true", message: 'no version "v2" of "apps"' },
  { text: "apps/v1/DaemonSets=true", message: "lower case" },
  { text: "apps/v1=on", message: "must be true or false" },
])("$text is rejected", ({ text, message }) => {
  const { faults } = readRuntimeConfig(parseRuntimeConfig(text), { target: "1.37" });
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
});

test("the registered versions of a group depend on the release and the group domain", () => {
  expect(registeredVersions("resource.k8s.io", "1.30")).toEqual(["v1alpha2"]);
  expect(registeredVersions("resource.k8s.io", "1.37")).toEqual(["v1", "v1beta2", "v1beta1", "v1alpha3"]);
  expect(registeredVersions("lifecycle.k8s.io", "1.36")).toBeUndefined();
  expect(registeredVersions("rbac.authorization.example.com", "1.37", "example.com")).toContain("v1");
  expect(registeredVersions("rbac.authorization.example.com", "1.37", "k8s.io")).toBeUndefined();
  expect(registeredVersions("rbac.authorization.example.com", "1.37")).toContain("v1");
});
