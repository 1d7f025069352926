import { expect, test } from "vitest";
import { ruleAllows, urlCovers } from "../../src/access/rule-match.ts";
import { attributes } from "./rbac-objects.ts";

const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

test.each([
  { name: "no verbs", rule: { apiGroups: ["*"], resources: ["*"] }, what: "get pods", allows: false },
  { name: "no groups", rule: { verbs: ["*"], resources: ["*"] }, what: "get pods", allows: false },
  { name: "no resources", rule: { verbs: ["*"], apiGroups: ["*"] }, what: "get pods", allows: false },
  { name: "no paths", rule: { verbs: ["*"], apiGroups: ["*"], resources: ["*"] }, what: "get /api", allows: false },
  { name: "a wildcard within a verb", rule: { ...pods, verbs: ["ge*", "list"] }, what: "get pods", allows: false },
  { name: "a wildcard within a group", rule: { ...pods, apiGroups: ["a*"] }, what: "get pods.apps", allows: false },
  {
    name: "a wildcard within a resource",
    rule: { ...pods, resources: ["po*", "pods/*"] },
    what: "get pods",
    allows: false,
  },
  { name: "the resource without its subresource", rule: pods, what: "get pods/log", allows: false },
  {
    name: "the subresource without its resource",
    rule: { ...pods, resources: ["pods/log"] },
    what: "get pods",
    allows: false,
  },
  {
    name: "a subresource of all resources",
    rule: { ...pods, resources: ["*/log"] },
    what: "get pods/log",
    allows: true,
  },
  {
    name: "another subresource of all resources",
    rule: { ...pods, resources: ["*/log"] },
    what: "get pods/exec",
    allows: false,
  },
  {
    name: "the resource where a subresource of all is allowed",
    rule: { ...pods, resources: ["*/"] },
    what: "get pods",
    allows: false,
  },
  { name: "an empty list of names", rule: { ...pods, resourceNames: [] }, what: "get pods web", allows: true },
  { name: "one of several names", rule: { ...pods, resourceNames: ["a", "web"] }, what: "get pods web", allows: true },
  { name: "another name", rule: { ...pods, resourceNames: ["web-1", ""] }, what: "get pods web", allows: false },
  { name: "a request without a name", rule: { ...pods, resourceNames: ["web"] }, what: "list pods", allows: false },
  { name: "a wildcard as a name", rule: { ...pods, resourceNames: ["*"] }, what: "get pods web", allows: false },
])("a single rule: $name", ({ rule, what, allows }) => {
  expect(ruleAllows(rule, attributes(what))).toBe(allows);
});

test.each([
  { held: "/api*", path: "/apis/x", covers: true },
  { held: "/api**", path: "/api", covers: true },
  { held: "/api/*", path: "/api", covers: false },
  { held: "/a*b", path: "/axb", covers: false },
  { held: "/a*b*", path: "/a*bc", covers: true },
  { held: "/api", path: "/api/v1", covers: false },
  { held: "/b*", path: "/a/b", covers: false },
  { held: "*", path: "/", covers: true },
])("$held covers $path: $covers", ({ held, path, covers }) => {
  expect(urlCovers(held, path)).toBe(covers);
});
