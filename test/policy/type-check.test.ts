import { expect, test } from "vitest";
import { typeFindings } from "../../src/policy/type-check.ts";
import { flag, int32, list, raw, struct, text } from "../../src/schema/fields.ts";
import { bytes, mapOf, quantity, time } from "../schema/further-fields.ts";

const kind = {
  name: "example.com/v1 Thing",
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
])("fits: %s", (expression) => {
  expect(check(expression)).toEqual([]);
});

test.each([
  "object.spec.counts <= 5",
  "object.spec.count == 'many'",
  "object.spec.parts.all(p, p.nme != '')",
  "object.status.count == 1",
  "object.spec.isOn == 1",
])("does not fit: %s", (expression) => {
  const [finding] = check(expression);
  expect(finding?.message).toContain("for example.com/v1 Thing: ");
  expect(finding?.path).toEqual(["spec", "validations", 0, "expression"]);
});

test("variables carry their types, and their faults are their own", () => {
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

test("type checks leave out expressions that compile for no kind", () => {
  expect(check("nope", "1 +")).toEqual([]);
});
