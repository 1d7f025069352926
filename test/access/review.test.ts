import { describe, expect, test } from "vitest";
import { readReview, readSubject } from "../../src/access/review.ts";
import { formatPath } from "../../src/diagnostic/path.ts";

const resource = { verb: "get", group: "apps", version: "v1", resource: "deployments", subresource: "scale" };
const podAttributes = { ...resource, name: "web", namespace: "prod" };
const reviewOf = (spec: unknown, version = "v1") => ({
  apiVersion: `authorization.k8s.io/${version}`,
  kind: "SubjectAccessReview",
  spec,
});
const subject = { user: "ann", uid: "1", groups: ["devs"], extra: { scope: ["a", "b"] } };
const url = { verb: "get", path: "/healthz" };

describe("the request in a review", () => {
  const { user: username, ...rest } = subject;
  const user = { username, ...rest };
  const requirements = [{ key: "team", operator: "In", values: ["a", 1] }, { key: 1 }];
  const selector = [
    { key: "team", operator: "In", values: ["a"] },
    { key: "", operator: "", values: [] },
  ];
  const nobody = { username: "", uid: "", groups: ["devs"], extra: {} };
  const nothing = { group: "", version: "", resource: "", subresource: "", name: "", namespace: "" };

  test.each([
    {
      document: reviewOf({ ...subject, resourceAttributes: podAttributes }),
      user,
      attributes: { kind: "resource", ...podAttributes },
    },
    { document: reviewOf({ ...subject, nonResourceAttributes: url }), user, attributes: { kind: "url", ...url } },
    {
      document: reviewOf(
        { group: ["devs"], nonResourceAttributes: null, resourceAttributes: { verb: null } },
        "v1beta1",
      ),
      user: nobody,
      attributes: { kind: "resource", verb: "", ...nothing },
    },
    {
      document: reviewOf({
        groups: ["devs"],
        resourceAttributes: { ...podAttributes, fieldSelector: { requirements }, labelSelector: { requirements: [] } },
      }),
      user: nobody,
      attributes: { kind: "resource", ...podAttributes, fieldSelector: selector },
    },
    {
      document: reviewOf({
        groups: ["devs"],
        resourceAttributes: {
          ...podAttributes,
          fieldSelector: null,
          labelSelector: { rawSelector: null, requirements },
        },
      }),
      user: nobody,
      attributes: { kind: "resource", ...podAttributes, labelSelector: selector },
    },
  ])("$attributes", ({ document, ...request }) => {
    expect(readReview(document, "k8s.io")).toEqual({ ok: true, value: request });
  });
});

const exactlyOne = ["spec", "exactly one of `resourceAttributes` and `nonResourceAttributes` must be set"];
const versions = 'must be "authorization.k8s.io/v1" or "authorization.k8s.io/v1beta1"';
const validSpec = { ...subject, nonResourceAttributes: url };
const attributesPath = "spec.resourceAttributes";

test.each([
  { document: null, faults: [["", "must be an object"]] },
  { document: [], faults: [["", "must be an object"]] },
  { document: undefined, faults: [["", "must be set"]] },
  {
    document: { ...reviewOf(validSpec), kind: "Review" },
    faults: [["kind", 'must be "SubjectAccessReview"; got "Review"']],
  },
  {
    document: {},
    faults: [
      ["kind", 'must be "SubjectAccessReview"; got null'],
      ["apiVersion", `${versions}; got null`],
    ],
  },
  { document: reviewOf(validSpec, "v2"), faults: [["apiVersion", `${versions}; got "authorization.k8s.io/v2"`]] },
  { document: reviewOf(undefined), faults: [["spec", "must be set"]] },
  { document: reviewOf("x"), faults: [["spec", "must be an object"]] },
  { document: reviewOf(subject), faults: [exactlyOne] },
  { document: reviewOf({ ...validSpec, resourceAttributes: podAttributes }), faults: [exactlyOne] },
  {
    document: reviewOf({ nonResourceAttributes: url }),
    faults: [["spec.user", "`user` or `groups` must be set"]],
  },
  {
    document: reviewOf({ nonResourceAttributes: url }, "v1beta1"),
    faults: [["spec.user", "`user` or `group` must be set"]],
  },
  {
    document: reviewOf({ ...validSpec, nonResourceAttributes: "/healthz" }),
    faults: [["spec.nonResourceAttributes", "must be an object"]],
  },
  {
    document: reviewOf({ ...subject, resourceAttributes: { fieldSelector: "a=b" } }),
    faults: [[`${attributesPath}.fieldSelector`, "must be an object"]],
  },
  {
    document: reviewOf({ ...validSpec, user: 1, groups: ["a", 1], uid: [], extra: { a: "b" } }),
    faults: [
      ["spec.user", "must be a string"],
      ["spec.uid", "must be a string"],
      ["spec.groups", "must be a list of strings"],
      ["spec.extra", "must be an object with lists of strings"],
    ],
  },
  { document: reviewOf({ ...validSpec, group: ["a"] }), faults: [["spec.group", 'unknown field "group"']] },
  { document: reviewOf({ ...validSpec, toString: 1 }), faults: [["spec.toString", 'unknown field "toString"']] },
  {
    document: reviewOf({ ...validSpec, nonResourceAttributes: { ...url, name: "x", path: 1 } }),
    faults: [
      ["spec.nonResourceAttributes.path", "must be a string"],
      ["spec.nonResourceAttributes.name", 'unknown field "name"'],
    ],
  },
  {
    document: reviewOf({
      ...subject,
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
        `${attributesPath}.${field}`,
        "must be a string",
      ]),
      [`${attributesPath}.path`, 'unknown field "path"'],
    ],
  },
  {
    document: reviewOf({
      ...subject,
      resourceAttributes: { fieldSelector: { rawSelector: "a=b" }, labelSelector: { requirements: ["a"] } },
    }),
    faults: [
      [`${attributesPath}.fieldSelector.rawSelector`, "is not supported"],
      [`${attributesPath}.labelSelector.requirements[0]`, "must be an object"],
    ],
  },
])("$document has the faults $faults", ({ document, faults }) => {
  const reading = readReview(document, "k8s.io");
  const found = reading.ok ? [] : reading.error.map(({ path, message }) => [formatPath(path), message]);
  expect(found).toEqual(faults);
});

test("an unknown field is reported at its key, with a suggestion", () => {
  const reading = readReview(reviewOf({ ...validSpec, grups: [] }), "k8s.io");
  const message = 'unknown field "grups"';
  const fault = { path: ["spec", "grups"], atKey: true, message, help: "did you mean `groups`?" };
  expect(reading).toEqual({ ok: false, error: [fault] });
});

test("readSubject returns all fields and checks the type of each", () => {
  const { user: username, ...rest } = subject;
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
