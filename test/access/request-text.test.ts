import { describe, expect, test } from "vitest";
import {
  describeRequest,
  describeWithoutNamespace,
  parseRequestText,
  type RequestTextOptions,
} from "../../src/access/request-text.ts";
import { attributes } from "./rbac-objects.ts";

const parse = (text: string, options: Partial<RequestTextOptions> = {}) =>
  parseRequestText("get", text, { groupDomain: "k8s.io", ...options });

test.each([
  ["pods", "get pods"],
  ["Pod", "get pods"],
  ["po", "get pods"],
  ["pods/log", "get pods/log"],
  ["pods/", "get pods"],
  ["deployments", "get deployments.apps"],
  ["deploy/scale", "get deployments.apps/scale"],
  ["deployments.apps/scale", "get deployments.apps/scale"],
  ["events", "get events"],
  ["events.events.k8s.io", "get events.events.k8s.io"],
  ["widgets.example.com", "get widgets.example.com"],
  ["*.apps", "get *.apps"],
  ["/healthz", "get /healthz"],
  ["/apis/*", "get /apis/*"],
])("%s is the request %s", (text, request) => {
  const question = parse(text);
  expect(question.notes).toEqual([]);
  expect(describeWithoutNamespace(question.attributes)).toBe(request);
});

test("a star means every resource of every group", () => {
  expect(parse("*")).toEqual({ attributes: { ...attributes("get *"), group: "*" }, notes: [] });
});

describe("notes about unknown resources", () => {
  test.each([
    ["pod.apps", 'group "apps" has no resource "pod"'],
    ["deployment.apps", 'group "apps" has no resource "deployment"; did you mean deployments.apps?'],
    ["deploymints.apps", 'group "apps" has no resource "deploymints"; did you mean deployments.apps?'],
    ["secretz", 'the core group has no resource "secretz"; did you mean secrets?'],
    ["widgets", 'the core group has no resource "widgets"; write RESOURCE.GROUP for resources of another group'],
  ])("%s: %s", (text, note) => {
    expect(parse(text).notes).toEqual([note]);
  });
});

test.each([
  ["gett", "pods", 'no request has the verb "gett"; did you mean get?'],
  ["read", "pods", 'no request has the verb "read"; did you mean get?'],
  ["", "pods", 'no request has the verb ""'],
  ["list", "/healthz", 'no request to a URL has the verb "list"'],
  ["Get", "/healthz", 'no request to a URL has the verb "Get"; did you mean get?'],
])("a verb that no request has: %s %s: %s", (verb, what, note) => {
  expect(parseRequestText(verb, what, { groupDomain: "k8s.io" }).notes).toEqual([note]);
});

test.each(["deletecollection", "impersonate", "sync", "*"])("%s may be a verb", (verb) => {
  expect(parseRequestText(verb, "pods", { groupDomain: "k8s.io" }).notes).toEqual([]);
});

test.each<[string, Partial<RequestTextOptions>, string, string[]]>([
  ["secrets", { namespace: "prod", name: "key" }, 'get secrets "key" in namespace prod', []],
  ["secrets", {}, "get secrets cluster-wide", []],
  ["nodes", { namespace: "prod" }, "get nodes cluster-wide", ["nodes"]],
  [
    "clusterroles.rbac.authorization.k8s.io",
    { namespace: "p" },
    "get clusterroles.rbac.authorization.k8s.io cluster-wide",
    ["clusterroles"],
  ],
  ["widgets.example.com", { namespace: "prod" }, "get widgets.example.com in namespace prod", []],
  ["*", { namespace: "prod" }, "get * in namespace prod", []],
  ["/healthz", { namespace: "prod" }, "get /healthz", []],
])("%s with %j is the request %s", (text, options, request, misplaced) => {
  const question = parse(text, options);
  expect(describeRequest(question.attributes)).toBe(request);
  const notes = misplaced.map((plural) => `${plural} have no namespace: "${options.namespace}" is ignored`);
  expect(question.notes).toEqual(notes);
});

describe("the resources of a cluster", () => {
  const served = [
    { plural: "pods", group: "", kind: "Pod", isNamespaced: true, names: ["pod", "po"] },
    { plural: "widgets", group: "acme.test", kind: "Widget", isNamespaced: true, names: ["widget", "wd"] },
    { plural: "pods", group: "metrics.k8s.io", kind: "PodMetrics", isNamespaced: true, names: [] },
    { plural: "zones", group: "acme.test", kind: "Zone", isNamespaced: false, names: ["zone"] },
  ];

  test.each([
    ["widgets", "get widgets.acme.test", []],
    ["wd/status", "get widgets.acme.test/status", []],
    ["Widget.acme.test", "get widgets.acme.test", []],
    ["pods", "get pods", []],
    ["pods.metrics.k8s.io", "get pods.metrics.k8s.io", []],
    ["users", "get users", []],
    ["*.acme.test", "get *.acme.test", []],
    ["widgetz", "get widgetz", ['the cluster has no resource "widgetz"']],
    ["widgetz.acme.test", "get widgetz.acme.test", ["did you mean widgets.acme.test?"]],
  ])("%s in a cluster is the request %s", (text, request, notes) => {
    const question = parse(text, { served });
    expect(describeWithoutNamespace(question.attributes)).toBe(request);
    expect(question.notes).toEqual(notes.map((note) => expect.stringContaining(note)));
  });

  test("the request for a cluster-scoped resource ignores the namespace and has a note", () => {
    expect(parse("zones", { served, namespace: "prod" })).toMatchObject({
      attributes: { namespace: "" },
      notes: ['zones have no namespace: "prod" is ignored'],
    });
  });
});
