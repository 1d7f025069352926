import { expect, test } from "vitest";
import { customResourceDefinition } from "../../../src/kinds/apiextensions/custom-resource-definition.ts";
import type { Rule } from "../../../src/rule/rule.ts";
import { faultLines } from "../../rule/rule-ids.ts";

const definition = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    conversion: { strategy: "None" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { a: {} } } },
      },
    ],
  },
};
const rules = customResourceDefinition.rules as readonly Rule<object>[];

test("a write to the status subresource does not validate the schemas", () => {
  const [fault = ""] = faultLines(rules, definition);
  expect(fault).toContain("openAPIV3Schema.properties.a.type required");
  expect(faultLines(rules, definition, { subresource: "status", oldObject: definition })).toEqual([]);
});
