import { describe, expect, test } from "vitest";
import { readReview, readSubject } from "../../src/access/review.ts";
import { formatPath } from "../../src/diagnostic/path.ts";

const resource = { verb: "get", group: "apps", version: "v1", resource: "deployments", subresource: "scale" };
const asked = { ...resource, name: "web", namespace: "prod" };
const review = (spec: unknown, version = "v1") => ({
  apiVersion: `authorization.k8s.io/${version}`,
  kind: "SubjectAccessReview",
  spec,
});
const who = { user: "ann", uid: "1", groups: ["devs"], extra: { scope: ["a", "b"] } };
const url = { verb: "get", path: "/healthz" };

describe("the request in a review", () => {
  const { user: username, ...rest } = who;
  const user = { username, ...rest };
  const requirements = [{ key: "team", operator: "In", values: ["a", 1] }, { key: 1 }];
  const selector = [
    { key: "team", operator: "In", values: ["a"] },
    { key: "", operator: "", values: [] },
  ];
  const nobody = { username: "", uid: "", groups: ["devs"], extra: {} };
  const nothing = { group: "", version: "", resource: "", subresource: "", name: "", namespace: "" };

  test.each([
    { document: review({ ...who, resourceAttributes: asked }), user, attributes: { kind: "resource", ...asked } },
    { document: review({ ...who, nonResourceAttributes: url }), user, attributes: { kind: "url", ...url } },
    {
      document: review({ group: ["devs"], nonResourceAttributes: null, resourceAttributes: { verb: null } }, "v1beta1"),
      user: nobody,
      attributes: { kind: "resource", verb: "", ...nothing },
    },
    {
      document: review({
        groups: ["devs"],
        resourceAttributes: { ...asked, fieldSelector: { requirements }, labelSelector: { requirements: [] } },
      }),
      user: nobody,
      attributes: { kind: "resource", ...asked, fieldSelector: selector },
    },
    {
      document: review({
        groups: ["devs"],
        resourceAttributes: { ...asked, fieldSelector: null, labelSelector: { rawSelector: null, requirements } },
      }),
      user: nobody,
      attributes: { kind: "resource", ...asked, labelSelector: selector },
    },
  ])("$attributes", ({ document, ...request }) => {
    expect(readReview(document, "k8s.io")).toEqual({ ok: true, value: request });
  });
});

const exactlyOne = ["spec", "exactly one of `resourceAttributes` and `nonResourceAttributes` must be set"];
const versions = 'must be "authorization.k8s.io/v1" or "authorization.k8s.io/v1beta1"';
const sound = { ...who, nonResourceAttributes: url };
const odd = "spec.resourceAttributes";

test.each([
  { document: null, faults: [["", "must be an object"]] },
  { document: [], faults: [["", "must be an object"]] },
  { document: undefined, faults: [["", "must be set"]] },
  { document: { ...review(sound), kind: "Review" }, faults: [["kind", 'must be "SubjectAccessReview"; got "Review"']] },
  {
    document: {},
    faults: [
      ["kind", 'must be "SubjectAccessReview"; got null'],
      ["apiVersion", `${versions}; got null`],
    ],
  },
  { document: review(sound, "v2"), faults: [["apiVersion", `${versions}; got "authorization.k8s.io/v2"`]] },
  { document: review(undefined), faults: [["spec", "must be set"]] },
  { document: review("x"), faults: [["spec", "must be an object"]] },
  { document: review(who), faults: [exactlyOne] },
  { document: review({ ...sound, resourceAttributes: asked }), faults: [exactlyOne] },
  {
    document: review({ nonResourceAttributes: url }),
    faults: [["spec.user", "`user` or `groups` must be set"]],
  },
  {
    document: review({ nonResourceAttributes: url }, "v1beta1"),
    faults: [["spec.user", "`user` or `group` must be set"]],
  },
  {
    document: review({ ...sound, nonResourceAttributes: "/healthz" }),
    faults: [["spec.nonResourceAttributes", "must be an object"]],
  },
  {
    document: review({ ...who, resourceAttributes: { fieldSelector: "a=b" } }),
    faults: [[`${odd}.fieldSelector`, "must be an object"]],
  },
  {
    document: review({ ...sound, user: 1, groups: ["a", 1], uid: [], extra: { a: "b" } }),
    faults: [
      ["spec.user", "must be a string"],
      ["spec.uid", "must be a string"],
      ["spec.groups", "must be a list of strings"],
      ["spec.extra", "must be an object with lists of strings"],
    ],
  },
  { document: review({ ...sound, group: ["a"] }), faults: [["spec.group", 'unknown field "group"']] },
  { document: review({ ...sound, toString: 1 }), faults: [["spec.toString", 'unknown field "toString"']] },
  {
    document: review({ ...sound, nonResourceAttributes: { ...url, name: "x", path: 1 } }),
    faults: [
      ["spec.nonResourceAttributes.path", "must be a string"],
      ["spec.nonResourceAttributes.name", 'unknown field "name"'],
    ],
  },
  {
    document: review({
      ...who,
      resourceAttributes: {
        verb: 1,
        group: 1,
        version: 1,
        resource: 1,
        subresource: 1,
        name: 1,
        namespace: 1,
        path: 1,
      },
    }),
    faults: [
      ...["verb", "group", "version", "resource", "subresource", "name", "namespace"].map((field) => [
        `${odd}.${field}`,
        "must be a string",
      ]),
      [`${odd}.path`, 'unknown field "path"'],
    ],
  },
  {
    document: review({
      ...who,
      resourceAttributes: { fieldSelector: { rawSelector: "a=b" }, labelSelector: { requirements: ["a"] } },
    }),
    faults: [
      [`${odd}.fieldSelector.rawSelector`, "is not supported"],
      [`${odd}.labelSelector.requirements[0]`, "must be an object"],
    ],
  },
])("$document has the faults $faults", ({ document, faults }) => {
  const reading = readReview(document, "k8s.io");
  const found = reading.ok ? [] : reading.error.map(({ path, message }) => [formatPath(path), message]);
  expect(found).toEqual(faults);
});

test("an unknown field is reported at its key, with a suggestion", () => {
  const reading = readReview(review({ ...sound, grups: [] }), "k8s.io");
  const message = 'unknown field "grups"';
  const fault = { path: ["spec", "grups"], atKey: true, message, help: "did you mean `groups`?" };
  expect(reading).toEqual({ ok: false, error: [fault] });
});

test("readSubject returns all fields and checks the type of each", () => {
  const { user: username, ...rest } = who;
  const user = { username, ...rest };
  expect(readSubject(user)).toEqual({ ok: true, value: user });
  expect(readSubject({})).toEqual({ ok: true, value: { username: "", uid: "", groups: [], extra: {} } });
  const reading = readSubject({ username: 1, uid: 1, groups: {}, extra: [], user: "ann" });
  expect(reading.ok ? [] : reading.error.map(({ path }) => formatPath(path))).toEqual([
    "username",
    "uid",
    "groups",
    "extra",
    "user",
  ]);
  expect(readSubject(1)).toEqual({ ok: false, error: [{ path: [], message: "must be an object" }] });
});
