import { expect, test } from "vitest";
import type { JSONSchemaProps } from "../../../src/api/types/apiextensions-v1.ts";
import { planRules } from "../../../src/kinds/apiextensions/rule-program.ts";

const beyond64Bits = 2 ** 63;

/**
 * The results are those of kube-apiserver 1.37. Old values that the schema does not allow were stored before the schema
 * changed.
 */
test.each([
  { name: "an old value of another type is present", rule: "oldSelf.hasValue()", value: 1, old: "text", faults: 0 },
  { name: "the old value is absent", rule: "!oldSelf.hasValue()", value: 1, old: undefined, faults: 0 },
  { name: "an old value of another type is not read", rule: "self == 1", value: 1, old: "text", faults: 0 },
  {
    name: "reading an old value of another type is an error",
    rule: "oldSelf.value() == 1",
    value: 1,
    old: "text",
    faults: 1,
  },
  {
    name: "reading it with a default is an error as well",
    rule: "oldSelf.orValue(1) == 1",
    value: 1,
    old: "text",
    faults: 1,
  },
  { name: "a value beyond 64 bits is not an integer", rule: "self == self", value: beyond64Bits, old: 1, faults: 1 },
  { name: "the smallest 64-bit integer is an integer", rule: "self == self", value: -beyond64Bits, old: 1, faults: 0 },
])("$name: $rule", ({ rule, value, old, faults }) => {
  const schema: JSONSchemaProps = {
    type: "integer",
    "x-kubernetes-validations": [{ rule, optionalOldSelf: rule.includes("oldSelf") }],
  };
  expect(planRules(schema, "1.37", false)?.run(value, old)).toHaveLength(faults);
});
