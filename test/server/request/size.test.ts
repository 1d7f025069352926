import fc from "fast-check";
import { test } from "vitest";
import { formatJson } from "../../../src/json/format-json.ts";
import { sizeOf } from "../../../src/server/request/size.ts";
import { jsonValue } from "../../wire/json-values.ts";

test("sizeOf counts the bytes of the JSON of a value", () => {
  fc.assert(fc.property(jsonValue, (value) => sizeOf(value).bytes === Buffer.byteLength(formatJson(value))));
});
