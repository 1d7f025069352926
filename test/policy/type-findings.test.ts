import { expect, test } from "vitest";
import { typeFindings } from "../../src/policy/type-findings.ts";
import { flag, int32, list, raw, struct, text } from "../../src/schema/fields.ts";
import { bytes, mapOf, quantity, time } from "../schema/further-fields.ts";

const kind = {
  name: "example.com/v1 Thing",
  plural: "things",
  schema: struct({
    spec: struct({
      count: int32(),
      isOn: flag(),
      size: quantity(),
      since: time(),
      key: bytes(),
      parts: list(struct({ name: text() })),
      labels: mapOf(text()),
      any: raw(),
      open: { ...struct({ name: text() }), additionalProperties: raw() },
    }),
  }),
};
const check = (...expressions: string[]) =>
  typeFindings({ validations: expressions.map((expression) => ({ expression })) }, [kind], "1.37");

test.each([
  "object.spec.count <= 5 && object.spec.isOn",
  "quantity(object.spec.size).isLessThan(quantity('1'))",
  "object.spec.since < timestamp('2026-01-31T12:00:00Z')",
  "object.spec.parts.all(p, p.name != '')",
  "object.spec.labels['a'] == 'b' && object.spec.labels.none == ''",
  "object.spec.any.of.them == 1",
  "object.spec.open.other == 1",
  "object.metadata.name == object.kind",
  "object.spec.key == b'abc'",
])("has the right types: %s", (expression) => {
  expect(check(expression)).toEqual([]);
});

test.each([
  "object.spec.counts <= 5",
  "object.spec.count == 'many'",
  "object.spec.parts.all(p, p.nme != '')",
  "object.status.count == 1",
  "object.spec.isOn == 1",
])("has a type error: %s", (expression) => {
  const [finding] = check(expression);
  expect(finding?.message).toContain("for example.com/v1 Thing: ");
  expect(finding?.path).toEqual(["spec", "validations", 0, "expression"]);
});

test("variables have types, and an error in a variable is reported only at the variable", () => {
  const variables = [
    { name: "count", expression: "object.spec.count" },
    { name: "broken", expression: "object.spec.none" },
  ];
  const validations = [{ expression: "variables.count == 'x'" }, { expression: "variables.broken == 'x'" }];
  const found = typeFindings({ variables, validations }, [kind], "1.37");
  expect(found.map(({ path }) => path.slice(1, 3))).toEqual([
    ["variables", 1],
    ["validations", 0],
  ]);
});

test("expressions that compile for no kind are not type-checked", () => {
  expect(check("nope", "1 +")).toEqual([]);
});

const partsSchema = struct({
  parts: list(struct({ name: text() })),
  extra: list(struct({ name: text(), more: text() })),
});
const plainKind = {
  name: "example.com/v1 Plain",
  plural: "plains",
  schema: struct({ spec: partsSchema, isPlain: flag() }),
};
const nestedKind = {
  name: "example.com/v1 Nested",
  plural: "nesteds",
  schema: struct({ spec: struct({ inner: partsSchema }) }),
};
const checkBoth = (expression: string, variables: readonly { name: string; expression: string }[] = []) =>
  typeFindings({ variables: [...variables], validations: [{ expression }] }, [plainKind, nestedKind], "1.37");

const isPlain = { name: "isPlain", expression: "object.kind == 'Plain'" };
const partsOf = {
  name: "parts",
  expression: "object.kind in ['Plain', 'Other'] ? object.spec.parts : object.spec.inner.parts",
};

test.each([
  { name: "a condition on the kind", expression: "object.kind != 'Plain' || object.spec.parts == []" },
  {
    name: "a condition on several kinds",
    expression: "['Plain', 'Other'].all(k, object.kind != k) || object.spec.parts == []",
  },
  { name: "a condition that comes last", expression: "object.spec.parts == [] || object.kind != 'Plain'" },
  {
    name: "a condition on the kind of the request",
    expression: "request.kind.kind == 'Plain' ? object.isPlain : object.spec.inner != {}",
  },
  { name: "a condition on the resource", expression: "request.resource.resource != 'plains' || object.isPlain" },
  {
    name: "a condition within others",
    expression: "[1].all(i, !(object.kind == 'Plain' && i == 1) || object.isPlain)",
  },
  {
    name: "a condition on the presence of a field",
    expression: "has(object.spec.inner) ? object.spec.inner != {} : object.spec.parts != []",
  },
  { name: "a condition in a variable", variables: [isPlain], expression: "!variables.isPlain || object.isPlain" },
  { name: "a branch in a variable", variables: [partsOf], expression: "variables.parts.all(p, p.name != '')" },
  {
    name: "in a variable that is read for one kind only",
    variables: [{ name: "inner", expression: "object.spec.inner" }],
    expression: "object.kind == 'Plain' || variables.inner != {}",
  },
])("fields in branches for other kinds are no errors: $name", ({ expression, variables }) => {
  expect(checkBoth(expression, variables)).toEqual([]);
});

test.each([
  { name: "without a condition", expression: "object.isPlain", kinds: "Nested" },
  { name: "in the branch of the kind", expression: "object.kind != 'Nested' || object.isPlain", kinds: "Nested" },
  {
    name: "a condition that depends on the object",
    expression: "object.kind == request.name || object.isPlain",
    kinds: "Nested",
  },
  {
    name: "a field that no kind has",
    expression: "has(object.spec.prts) && object.spec.prts == []",
    kinds: "Plain, Nested",
  },
  { name: "a field of list items", expression: "[object.isPlain].all(i, object.kind == 'Plain')", kinds: "Nested" },
])("fields that an evaluation reaches are errors: $name", ({ expression, kinds }) => {
  expect(checkBoth(expression).map(({ message }) => message)).toEqual([
    expect.stringContaining(`for example.com/v1 ${kinds}: no field`),
  ]);
});

test("a missing field is reported once for all kinds and expressions", () => {
  const validations = [{ expression: "object.spec.none == 1" }, { expression: "object.spec.none > object.spec.none" }];
  const [finding, ...others] = typeFindings({ validations }, [plainKind, nestedKind], "1.37");
  expect(others).toEqual([]);
  expect(finding?.path).toEqual(["spec", "validations", 0, "expression"]);
  expect(finding?.message).toBe(
    "for example.com/v1 Plain, Nested: no field 'none' in 'Plain.spec' (also at 2 other places in this policy)",
  );
});

test("lists and maps of different element types may be combined, since evaluation does not fail", () => {
  expect(checkBoth("object.kind == 'Nested' || (object.spec.parts + object.spec.extra).size() > 0")).toEqual([]);
  expect(checkBoth("object.kind == 'Nested' || (has(object.spec.parts) ? object.spec : {}) == {}")).toEqual([]);
  expect(checkBoth("object.kind == 'Nested' || object.spec.parts[0] + object.spec.extra[0] == {}")).toHaveLength(1);
});
