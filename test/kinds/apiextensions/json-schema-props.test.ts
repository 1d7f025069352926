import { expect, test } from "vitest";
import { readJsonSchema } from "../../../src/kinds/apiextensions/json-schema-props.ts";

test("the same schema object is read only once", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  expect(readJsonSchema(schema)).toBe(readJsonSchema(schema));
  expect(readJsonSchema({ ...schema })).toEqual(readJsonSchema(schema));
});
