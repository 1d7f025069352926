import fc from "fast-check";
import { test } from "vitest";
import { formatJson } from "../../../src/json/format-json.ts";
import { jsonBytesOf } from "../../../src/server/request/size.ts";
import { jsonValue } from "../../wire/json-values.ts";

test("the bytes of a value are those of its JSON", () => {
  fc.assert(fc.property(jsonValue, (value) => jsonBytesOf(value) === Buffer.byteLength(formatJson(value))));
});
